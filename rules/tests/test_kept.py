"""Answers that are kept in the object they are about."""

from rules.core.kept import of_a_moment, of_the_last


class Moment:
    """Something that counts how often it is really asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    @of_a_moment
    def among_all(self, what: object) -> object:
        self.asked.append(what)
        return None

    @of_a_moment
    def of_itself(self) -> object:
        self.asked.append("itself")
        return None

    @of_a_moment
    def among_pairs(self, one: int, other: int) -> int:
        self.asked.append((one, other))
        return one - other

    @of_the_last
    def about_the_last(self, what: list[int]) -> int:
        self.asked.append(what)
        return sum(what)


def test_an_answer_is_kept_even_where_it_is_none() -> None:
    moment = Moment()
    answers = [moment.among_all(what) for what in (1, 2, 1)]
    assert (answers, moment.asked) == ([None, None, None], [1, 2])


def test_an_answer_hangs_on_everything_it_is_asked_about() -> None:
    moment, other = Moment(), Moment()
    answers = [moment.of_itself(), moment.of_itself(), other.of_itself()]
    answers += [moment.among_pairs(*pair) for pair in ((1, 2), (2, 1), (1, 2))]
    assert answers == [None, None, None, -1, 1, -1]
    assert (moment.asked, other.asked) == (["itself", (1, 2), (2, 1)], ["itself"])


def test_only_the_very_last_thing_is_remembered() -> None:
    moment, one, other = Moment(), [1, 2], [1, 2]
    answers = [moment.about_the_last(what) for what in (one, one, other, one)]
    assert (answers, moment.asked) == ([3, 3, 3, 3], [one, other, one])


def test_what_one_moment_remembers_another_does_not() -> None:
    one, other, what = Moment(), Moment(), [1]
    one.about_the_last(what)
    other.about_the_last(what)
    assert (one.asked, other.asked) == ([what], [what])
