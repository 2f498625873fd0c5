"""Pictures as SVG. Colours come from the style sheet by class, so that both themes fit."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from collection.pictures.shapes import Picture, Polygon, Sector, Shape, Text


def write_svg(picture: Picture, *, description: str, css_class: str) -> SafeString:
    """An <svg> element for a page, announced to screen readers by its description."""
    return format_html(
        '<svg class="{}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        css_class,
        _number(picture.width),
        _number(picture.height),
        description,
        format_html_join("", "{}", ((_element(shape),) for shape in picture.shapes)),
    )


def _element(shape: Shape) -> SafeString:
    match shape:
        case Sector():
            return format_html('<path class="pic-{}" d="{}"/>', shape.role, _sector_path(shape))
        case Polygon():
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
            return format_html('<polygon class="pic-{}" points="{}"/>', shape.role, points)
        case Text():
            return format_html(
                '<text class="pic-{}" x="{}" y="{}" font-size="{}"'
                ' text-anchor="middle" dominant-baseline="central">{}</text>',
                shape.role,
                _number(shape.x),
                _number(shape.y),
                _number(shape.size),
                shape.words,
            )


def _sector_path(sector: Sector) -> str:
    outer_start, outer_end, inner_end, inner_start = (
        f"{_number(x)} {_number(y)}" for x, y in sector.corners()
    )
    large = int(sector.end - sector.start > 180)
    outer, inner = _number(sector.outer), _number(sector.inner)
    return (
        f"M{outer_start}A{outer} {outer} 0 {large} 1 {outer_end}"
        f"L{inner_end}A{inner} {inner} 0 {large} 0 {inner_start}Z"
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
