"""Text in the letters of the font that sheets and pictures are drawn with."""

import unicodedata

#: What Lato as it lies in `static/fonts` has beside ASCII and Latin-1.
_BEYOND_LATIN_1 = "ĄąĆćĘęıŁłŃńŒœŚśŠšŸŹźŻżŽžƒπ–—‘’‚“”„†‡•…‰‹›⁄€™∂∆∏∑−√∞∫≈≠≤≥◊"
HELD = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) | set(_BEYOND_LATIN_1)

#: Signs and letters that Unicode does not take apart, and Cyrillic as it sounds.
_INSTEAD = (
    {"đ": "d", "ħ": "h", "ĸ": "k", "ŋ": "n", "ŧ": "t", "ə": "e", "ẞ": "SS"}
    | {"‐": "-", "―": "—", "′": "'", "ʹ": "'", "ʻ": "‘", "ʼ": "’", "←": "<-", "→": "->"}
    | dict(zip("абвгґдезийіклмнопрстуфыэў", "abvggdezyyiklmnoprstufyew", strict=True))
    | {"ё": "yo", "є": "ye", "ж": "zh", "ї": "yi", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh"}
    | {"щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya", "ј": "j", "љ": "lj", "њ": "nj"}
    | {"ђ": "dj", "ћ": "c", "џ": "dz", "ѕ": "dz"}
)


def drawable(text: str) -> str:
    """The text without letters the font lacks: "Jiří" becomes "Jirí", "Вовки" "Vovky", a sign for
    which nothing stands "?"."""
    if HELD.issuperset(text):
        return text
    return "".join(map(_drawn, unicodedata.normalize("NFC", text)))


def _drawn(letter: str) -> str:
    if letter in HELD:
        return letter
    if (small := letter.lower()) in _INSTEAD:
        instead = _INSTEAD[small]
        return instead if small == letter else instead[:1].upper() + instead[1:]
    apart = unicodedata.normalize("NFKD", letter)
    plain = [sign for sign in apart if not unicodedata.combining(sign)]
    return "?" if plain == [letter] else "".join(map(_drawn, plain))
