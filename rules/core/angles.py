"""Sine, cosine, direction and length in degrees and inches: the same bits on every machine.

What a C library says of sines and arc tangents differs in the last bit from one to the next, and a
game that is played again elsewhere would end in another state. Here is nothing but + - * / and the
square root, which IEEE 754 rounds in one way only. The polynomials are those of fdlibm.
"""

from functools import lru_cache
from math import fmod, sqrt

_A_DEGREE = 0.017453292519943295  # pi / 180
_A_RADIAN = 57.29577951308232  # 180 / pi
#: The arc tangent of a half, in degrees.
_OF_A_HALF = 26.56505117707799

_S1, _S2, _S3 = -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04
_S4, _S5, _S6 = 2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10

_C1, _C2, _C3 = 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05
_C4, _C5, _C6 = -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11

_T0, _T1, _T2 = 3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01
_T3, _T4, _T5 = -1.11111104054623557880e-01, 9.09088713343650656196e-02, -7.69187620504482999495e-02
_T6, _T7, _T8 = 6.66107313738753120669e-02, -5.83357013379057348645e-02, 4.97687799461593236017e-02
_T9, _T10 = -3.65315727442169155270e-02, 1.62858201153657823623e-02

_SIN_15, _COS_15 = 0.25881904510252074, 0.9659258262890683
_COS_30, _COS_45 = 0.8660254037844386, 0.7071067811865476
#: Sine and cosine where facings mostly are, to the last bit.
_USUAL = {
    0.0: (0.0, 1.0),
    15.0: (_SIN_15, _COS_15),
    -15.0: (-_SIN_15, _COS_15),
    30.0: (0.5, _COS_30),
    -30.0: (-0.5, _COS_30),
    45.0: (_COS_45, _COS_45),
    -45.0: (-_COS_45, _COS_45),
}


@lru_cache(maxsize=4096)
def sine_and_cosine(degrees: float) -> tuple[float, float]:
    """The sine and the cosine of an angle; those of multiples of 15 degrees to the last bit."""
    turned = fmod(degrees, 360.0)
    quarters = round(turned / 90.0)
    rest = turned - 90.0 * quarters
    sine, cosine = _USUAL.get(rest) or _near_zero(rest)
    quarter = quarters % 4
    if quarter == 0:
        return sine, cosine
    if quarter == 1:
        return cosine, -sine
    return (-sine, -cosine) if quarter == 2 else (-cosine, sine)


def _near_zero(degrees: float) -> tuple[float, float]:
    """Sine and cosine of at most 45 degrees to either side; the rest of a quarter is exact."""
    x = degrees * _A_DEGREE
    z = x * x
    sine = x + x * z * (_S1 + z * (_S2 + z * (_S3 + z * (_S4 + z * (_S5 + z * _S6)))))
    tail = z * z * (_C1 + z * (_C2 + z * (_C3 + z * (_C4 + z * (_C5 + z * _C6)))))
    half = 0.5 * z
    most = 1.0 - half
    return sine, most + ((1.0 - most - half) + tail)


def direction(x: float, y: float) -> float:
    """The degrees, 0 to below 360, clockwise from growing y, in which a point lies from (0, 0)."""
    across, ahead = abs(x), abs(y)
    if across <= ahead:
        degrees = _slope(across, ahead) if ahead else 0.0
    else:
        degrees = 90.0 - _slope(ahead, across)
    if y < 0:
        degrees = 180.0 - degrees
    return (360.0 - degrees) % 360.0 if x < 0 else degrees


def _slope(rise: float, run: float) -> float:
    """The arc tangent of rise / run in degrees, for a rise of at most the run."""
    if 16 * rise < 7 * run:
        return _arc(rise / run) * _A_RADIAN
    if 16 * rise < 11 * run:
        return _OF_A_HALF + _arc((2 * rise - run) / (2 * run + rise)) * _A_RADIAN
    return 45.0 + _arc((rise - run) / (rise + run)) * _A_RADIAN


def _arc(x: float) -> float:
    """The arc tangent of at most 7/16, in radians."""
    z = x * x
    w = z * z
    odd = z * (_T0 + w * (_T2 + w * (_T4 + w * (_T6 + w * (_T8 + w * _T10)))))
    even = w * (_T1 + w * (_T3 + w * (_T5 + w * (_T7 + w * _T9))))
    return x - x * (odd + even)


def span(x: float, y: float) -> float:
    """The length of a way of so much across and so much ahead."""
    return sqrt(x * x + y * y)
