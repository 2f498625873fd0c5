"""Lines without what forums, chats and list builders put around their words."""

import re

_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()<>#+!|~&.-])")
_BBCODE = re.compile(r"\[/?(?:b|i|u|s|list|\*|quote|code|size|color|spoiler)(?:=[^\]]*)?\]", re.I)
_TIMES = re.compile(r"(?<=\d)\s?\*\s?(?=[^\W_])")
_EMPHASIS = re.compile(r"\*+|__|`+|~~")
_BULLET = re.compile(r"^\s*(?:[-–—•·◦▪►➤✓>]+(?:\s+|(?=[^\W\d]))|\d{1,3}[.)]\s+)+")
_LEADER = re.compile(r"\s*\.{3,}\s*|\s*…\s*")
_ENTITY = re.compile(r"&(?:nbsp|amp|quot|#39);")


def stripped(line: str) -> str:
    """The words of a line: bullets, emphasis, dots before points and markup taken away."""
    line = _ENTITY.sub(" ", _BBCODE.sub(" ", _ESCAPED.sub(r"\1", line)))
    line = _EMPHASIS.sub("", _TIMES.sub("x ", line))
    line = _LEADER.sub(" - ", _BULLET.sub("", line))
    return " ".join(line.split())


def is_rule(line: str) -> bool:
    """Whether a line is empty or only separates others."""
    return not re.search(r"\w", line)
