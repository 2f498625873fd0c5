"""Letters the font of sheets and pictures lacks, and what is drawn for them."""

import pytest
from django.conf import settings
from reportlab.pdfbase.ttfonts import TTFontFile

from collection.common.letters import HELD, drawable


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_font_has_every_letter_that_is_drawn_as_it_is(weight: str) -> None:
    path = settings.BASE_DIR / "armybuilder" / "static" / "fonts" / f"Lato-{weight}.ttf"
    held = set(map(chr, TTFontFile(str(path)).charToGlyph))
    assert held >= HELD


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("Zażółć gęślą jaźń “Bolt” – ≥ 40 €", "Zażółć gęślą jaźń “Bolt” – ≥ 40 €"),
        ("Jiří Dvořák", "Jirí Dvorák"),
        ("Ţepeş Đurić Erdős", "Tepes Durić Erdos"),
        ("z\u0307ubr", "żubr"),
        ("Сталеві Вовки", "Stalevi Vovky"),
        ("Щука, Юрій", "Shchuka, Yuriy"),
        ("ﬁn № 3", "fin No 3"),
        ("鋼の狼 🐺", "??? ?"),
        ("", ""),
    ],
)
def test_a_letter_the_font_lacks_is_drawn_as_one_it_has(written: str, drawn: str) -> None:
    assert drawable(written) == drawn
    assert HELD.issuperset(drawn)
