"""A facet is declared once: form, search language, programs and counts know it from there."""

import pytest
from django.http import QueryDict

from collection.catalogue import game, selectors
from collection.catalogue.api.figures import FIGURES_FOUND, SEARCH
from collection.catalogue.forms.search import FacetField, FigureSearchForm
from collection.catalogue.search.facets import FACETS, narrowed
from collection.common.language import in_every_language

pytestmark = pytest.mark.usefixtures("catalogue")

each_facet = pytest.mark.parametrize("key", FACETS)


def asked(**parameters: str) -> FigureSearchForm:
    data = QueryDict(mutable=True)
    data.update(parameters)
    return FigureSearchForm(data, selectors.sets(game.SYSTEM), selectors.factions(game.SYSTEM))


def found(form: FigureSearchForm) -> set[str]:
    return {row.catalogue_id for row in selectors.every_figure(game.SYSTEM, form.wanted())}


def some_value(key: str) -> str:
    """A value that some figures have, but not all."""
    counts = selectors.count_facets(game.SYSTEM, asked().wanted())[key]
    return min(counts, key=lambda value: counts[value])


@each_facet
def test_form_search_language_and_programs_find_the_same(key: str) -> None:
    value, facet = some_value(key), FACETS[key]
    wanted = {row.catalogue_id for row in narrowed(selectors.figures(game.SYSTEM), {key: [value]})}
    assert wanted
    assert found(asked(**{key: value})) == wanted
    term = facet.term or key.replace("_", "")
    assert found(asked(q=f'{term}:"{value}"')) == wanted
    for alias in facet.aliases:
        assert found(asked(q=f'{alias}:"{value}"')) == wanted
    assert key in SEARCH


@each_facet
def test_counts_agree_with_what_is_found(key: str) -> None:
    value = some_value(key)
    counts = selectors.count_facets(game.SYSTEM, asked().wanted())
    assert counts[key][value] == len(found(asked(**{key: value})))


@each_facet
def test_its_words_are_in_both_languages(key: str) -> None:
    field = asked().fields[key]
    assert isinstance(field, FacetField)
    assert field.label == FACETS[key].label
    assert len(in_every_language(FACETS[key].takes)) == 2


def test_programs_are_told_of_every_facet_in_order() -> None:
    described = [each.name for each in FIGURES_FOUND]
    assert [name for name in described if name in FACETS] == [*FACETS]
    for each in FIGURES_FOUND:
        if each.name in FACETS:
            facet = FACETS[each.name]
            told = [value for value, _name in facet.choices] if facet.closed else []
            assert each.enum == ([*told, ""] if told else None)


def test_the_form_shows_the_box_and_then_the_facets() -> None:
    assert [*asked().fields][: len(FACETS) + 1] == ["q", *FACETS]
