"""The message catalogues: compiled, completed and checked without the gettext tools.

`msgfmt` and `xgettext` are missing on most machines, so polib compiles and this module reads
the messages itself: from Python through its syntax tree, from templates through Django's own
translation of a template into marked messages.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polib
from django.utils.translation.reloader import translation_file_changed
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
LOCALE_DIR = ROOT / "armybuilder" / "locale"
# What django-allauth says and the site says in words of its own.
ALLAUTH_LOCALE_DIR = ROOT / "armybuilder" / "site" / "accounts" / "locale"
SOURCE_DIRS = ("armybuilder", "collection", "templates")
TEMPLATE_SUFFIXES = {".html", ".txt", ".svg"}

# Which argument of each function is what.
SINGULAR = {"gettext", "gettext_lazy", "gettext_noop", "_"}
PLURAL = {"ngettext", "ngettext_lazy"}
WITH_CONTEXT = {"pgettext", "pgettext_lazy"}
PLURAL_WITH_CONTEXT = {"npgettext", "npgettext_lazy"}
FUNCTIONS = SINGULAR | PLURAL | WITH_CONTEXT | PLURAL_WITH_CONTEXT
CALL_IN_TEMPLATE = re.compile(r"\b(n?p?gettext|_)\(")


class Message(NamedTuple):
    """What a translator gets: the English text, its plural and its context, if any."""

    text: str
    plural: str = ""
    context: str | None = None


def catalogue_files() -> list[Path]:
    """The `.po` file of each language, with the messages of the project."""
    return files_in(LOCALE_DIR)


def files_in(folder: Path) -> list[Path]:
    """The `.po` files in a folder of languages."""
    return sorted(folder.glob("*/LC_MESSAGES/django.po"))


def compile_catalogues() -> None:
    """Write the `.mo` file beside each newer `.po` file; words read before are forgotten."""
    for source in [*catalogue_files(), *files_in(ALLAUTH_LOCALE_DIR)]:
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            polib.pofile(str(source)).save_as_mofile(str(compiled))
            translation_file_changed(None, compiled)


def messages_in_project() -> dict[Message, list[str]]:
    """Every message marked for translation, with the files that use it."""
    found: dict[Message, list[str]] = {}
    for folder in SOURCE_DIRS:
        for path in sorted((ROOT / folder).rglob("*")):
            for message in messages_in_file(path):
                places = found.setdefault(message, [])
                place = path.relative_to(ROOT).as_posix()
                if place not in places:
                    places.append(place)
    return found


def messages_in_file(path: Path) -> Iterator[Message]:
    """The messages of one Python file or template; tests speak to nobody."""
    if "tests" in path.parts or "locale" in path.parts or "static" in path.parts:
        return
    if path.suffix == ".py":
        yield from messages_in_python(path.read_text(encoding="utf-8"))
    elif path.suffix in TEMPLATE_SUFFIXES:
        yield from messages_in_template(path.read_text(encoding="utf-8"))


def messages_in_python(source: str) -> Iterator[Message]:
    """The messages of calls to the gettext functions, under their own names or as `_`."""
    tree = ast.parse(source)
    names = {name: name for name in FUNCTIONS - {"_"}}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else None
            called = node.func.id if isinstance(node.func, ast.Name) else called
            function = names.get(called or "")
            if function in FUNCTIONS and (message := message_of(function, node.args)):
                yield message


def messages_in_template(source: str) -> Iterator[Message]:
    """The messages of `translate`, `blocktranslate` and `_("…")` in a template."""
    marked = templatize(source)
    for match in CALL_IN_TEMPLATE.finditer(marked):
        call = parse_call(marked, match.start())
        if call and (message := message_of(match.group(1), call.args)):
            yield message


def parse_call(text: str, start: int) -> ast.Call | None:
    """The call that begins at `start`: the shortest text from there that is one."""
    end = text.find(")", start)
    while end != -1:
        try:
            return ast.parse(text[start : end + 1].strip(), mode="eval").body  # type: ignore[return-value]
        except SyntaxError:
            end = text.find(")", end + 1)
    return None


def message_of(function: str, arguments: list[ast.expr]) -> Message | None:
    """The message of one call; None when its text is not written out."""
    literals = [
        argument.value
        for argument in arguments
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    has_context = function in WITH_CONTEXT | PLURAL_WITH_CONTEXT
    has_plural = function in PLURAL | PLURAL_WITH_CONTEXT
    needed = 1 + has_context + has_plural
    if len(literals) < needed:
        return None
    context = literals.pop(0) if has_context else None
    return Message(literals[0], literals[1] if has_plural else "", context)


def complete(path: Path) -> int:
    """Add new messages to a `.po` file and drop unused ones; returns how many lack words."""
    catalogue = polib.pofile(str(path))
    known = {key_of(entry): entry for entry in catalogue}
    found = messages_in_project()
    for message, places in found.items():
        entry = known.get(message)
        if entry is None:
            entry = polib.POEntry(
                msgid=message.text, msgid_plural=message.plural, msgctxt=message.context
            )
            if message.plural:
                entry.msgstr_plural = dict.fromkeys(range(plural_forms(catalogue)), "")
            catalogue.append(entry)
        entry.occurrences = [(place, "") for place in places]
    for message, entry in known.items():
        if message not in found:
            catalogue.remove(entry)
    catalogue.sort(key=lambda entry: (entry.occurrences, entry.msgid))
    catalogue.save()
    return sum(not is_translated(entry) for entry in catalogue)


def problems(path: Path) -> list[str]:
    """What is missing, fuzzy, unused or broken in a `.po` file, one sentence each."""
    catalogue = polib.pofile(str(path))
    known = {key_of(entry): entry for entry in catalogue}
    found = messages_in_project()
    said = [
        f"not in the catalogue: {message.text!r} ({places[0]})"
        for message, places in found.items()
        if message not in known
    ]
    listed = Counter((entry.msgctxt, entry.msgid) for entry in catalogue)
    said += [f"listed twice: {text!r}" for (_context, text), times in listed.items() if times > 1]
    for message, entry in known.items():
        if message not in found:
            said.append(f"no longer used: {entry.msgid!r}")
        elif "fuzzy" in entry.flags:
            said.append(f"fuzzy: {entry.msgid!r}")
        elif not is_translated(entry):
            said.append(f"not translated: {entry.msgid!r}")
        elif message.plural and len(entry.msgstr_plural) != plural_forms(catalogue):
            said.append(f"not in every form: {entry.msgid!r}")
        elif lost := placeholders(entry.msgid) - placeholders(all_words(entry)):
            said.append(f"lost {', '.join(sorted(lost))} in the translation of {entry.msgid!r}")
    return said


def key_of(entry: polib.POEntry) -> Message:
    """The message an entry translates."""
    return Message(entry.msgid, entry.msgid_plural or "", entry.msgctxt)


def is_translated(entry: polib.POEntry) -> bool:
    """True when every form has words."""
    if entry.msgid_plural:
        return bool(entry.msgstr_plural) and all(entry.msgstr_plural.values())
    return bool(entry.msgstr)


def all_words(entry: polib.POEntry) -> str:
    """Every form of the translation, one after the other."""
    return " ".join([entry.msgstr, *entry.msgstr_plural.values()])


def placeholders(text: str) -> set[str]:
    """The `%(name)s` and `{name}` places of a text."""
    return set(re.findall(r"%\(\w+\)[sd]|\{\w+\}", text))


def plural_forms(catalogue: polib.POFile) -> int:
    """How many plural forms the language has, by the catalogue's header."""
    match = re.search(r"nplurals=(\d+)", catalogue.metadata.get("Plural-Forms", ""))
    return int(match.group(1)) if match else 2
