"""Finding the messages of the project and judging a catalogue of translations."""

from pathlib import Path

import allauth
import polib
import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext, ngettext

from armybuilder.tools import translations
from armybuilder.tools.translations import Message, messages_in_python, messages_in_template

HEADER = {
    "Content-Type": "text/plain; charset=UTF-8",
    "Plural-Forms": "nplurals=4; plural=0;",
}


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ('gettext("One")', [Message("One")]),
        (
            'from django.utils.translation import gettext_lazy as _\n_("Two " "parts")',
            [Message("Two parts")],
        ),
        ('_("not ours")', []),
        ("gettext(name)", []),
        ('ngettext("%(n)s unit", "%(n)s units", n)', [Message("%(n)s unit", "%(n)s units")]),
        ('pgettext("verb", "Order")', [Message("Order", context="verb")]),
        (
            'translation.npgettext("card", "draw", "draws", n)',
            [Message("draw", "draws", "card")],
        ),
    ],
)
def test_messages_of_python(source: str, messages: list[Message]) -> None:
    assert list(messages_in_python(source)) == messages


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ('{% load i18n %}{% translate "Save (all)" %}', [Message("Save (all)")]),
        ('{% translate "It\'s" %}', [Message("It's")]),
        ('{% translate "Order" context "verb" %}', [Message("Order", context="verb")]),
        ('{{ _("Now") }} {{ value|default:_("none") }}', [Message("Now"), Message("none")]),
        (
            "{% blocktranslate trimmed %}\n  Hello\n  {{ name }}\n{% endblocktranslate %}",
            [Message("Hello %(name)s")],
        ),
        (
            "{% blocktranslate count n=n %}{{ n }} unit{% plural %}{{ n }} units"
            "{% endblocktranslate %}",
            [Message("%(n)s unit", "%(n)s units")],
        ),
        ("{# translate 'no' #}{% comment %}{% translate 'no' %}{% endcomment %}", []),
    ],
)
def test_messages_of_a_template(source: str, messages: list[Message]) -> None:
    assert list(messages_in_template(source)) == messages


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one template, and a catalogue with a word for one of its two messages."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        '{% translate "Save" %}{% blocktranslate %}Dear {{ name }}{% endblocktranslate %}'
    )
    path = tmp_path / "locale" / "pl" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    file = polib.POFile()
    file.metadata = HEADER
    file.append(polib.POEntry(msgid="Save", msgstr="Zapisz"))
    file.append(polib.POEntry(msgid="Gone", msgstr="Nie ma"))
    file.save(str(path))
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "LOCALE_DIR", tmp_path / "locale")
    return path


def test_what_is_missing_or_no_longer_used_is_told(catalogue: Path) -> None:
    assert translations.problems(catalogue) == [
        "not in the catalogue: 'Dear %(name)s' (templates/page.html)",
        "no longer used: 'Gone'",
    ]
    with pytest.raises(CommandError, match="2 messages need a translator"):
        call_command("translations", "--check")


def test_completing_adds_new_messages_and_keeps_words(catalogue: Path) -> None:
    assert translations.complete(catalogue) == 1

    entries = {entry.msgid: entry.msgstr for entry in polib.pofile(str(catalogue))}
    assert entries == {"Save": "Zapisz", "Dear %(name)s": ""}
    assert translations.problems(catalogue) == ["not translated: 'Dear %(name)s'"]


@pytest.mark.parametrize(
    ("words", "fuzzy", "problem"),
    [
        ("Szanowny", False, "lost %(name)s in the translation of 'Dear %(name)s'"),
        ("Drogi %(name)s", True, "fuzzy: 'Dear %(name)s'"),
    ],
)
def test_a_doubtful_translation_is_told(
    catalogue: Path, words: str, fuzzy: bool, problem: str
) -> None:
    translations.complete(catalogue)
    file = polib.pofile(str(catalogue))
    entry = file.find("Dear %(name)s")
    assert entry is not None
    entry.msgstr = words
    entry.flags = ["fuzzy"] if fuzzy else []
    file.save()

    assert translations.problems(catalogue) == [problem]


def test_a_message_listed_twice_is_told(catalogue: Path) -> None:
    translations.complete(catalogue)
    file = polib.pofile(str(catalogue))
    file.append(polib.POEntry(msgid=file[0].msgid, msgid_plural="many", msgstr_plural={0: "x"}))
    file.save()
    assert f"listed twice: {file[0].msgid!r}" in translations.problems(catalogue)


def test_a_plural_lacks_no_form_of_the_language(
    catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = Message("%(n)s unit", "%(n)s units")
    monkeypatch.setattr(translations, "messages_in_project", lambda: {message: ["page.html"]})
    project = polib.pofile(str(catalogue))
    entry = polib.POEntry(msgid=message.text, msgid_plural=message.plural)
    entry.msgstr_plural = dict.fromkeys(range(3), "%(n)s x")
    project.append(entry)
    project.save()

    assert f"not in every form: {message.text!r}" in translations.problems(catalogue)


def test_polish_plurals_follow_polish_grammar() -> None:
    """Django's own catalogue and ours must share the plural rule, or one of them is lost."""
    path = translations.LOCALE_DIR / "pl" / "LC_MESSAGES" / "django.po"
    assert translations.plural_forms(polib.pofile(str(path))) == 4

    with translation.override("pl"):
        said = [ngettext("%(num)d day", "%(num)d days", n) % {"num": n} for n in (1, 3, 5, 22)]
        assert gettext("Yes") == "Tak"

    assert [word.split("\xa0")[-1].split()[-1] for word in said] == ["dzień", "dni", "dni", "dni"]


def test_the_words_for_allauth_are_for_messages_allauth_has() -> None:
    theirs = Path(allauth.__file__).parent / "locale" / "pl" / "LC_MESSAGES" / "django.po"
    known = {entry.msgid for entry in polib.pofile(str(theirs))}

    for path in translations.files_in(translations.ALLAUTH_LOCALE_DIR):
        entries = polib.pofile(str(path))
        assert {entry.msgid for entry in entries} <= known
        assert all(translations.is_translated(entry) for entry in entries)


@pytest.mark.parametrize(("language", "title"), [("en", "Sign in"), ("pl", "Zaloguj się")])
def test_allauth_speaks_like_the_site(language: str, title: str) -> None:
    translations.compile_catalogues()
    with translation.override(language):
        assert gettext("Sign In") == title
