"""Duels are known by what two figures are, not by who they are."""

from rules.age_of_destruction.bots.duels import Duels
from rules.age_of_destruction.bots.worth import worth
from rules.age_of_destruction.moment.field import Field
from rules.tests.skirmishes import read, scenario, tank

BEGUN = read(
    scenario(
        [
            tank("r1", (10, 10)),
            tank("r2", (14, 10)),
            tank("r3", (18, 10), click=2),
            tank("r4", (22, 10), primary_damage=5),
            tank("b1", (12, 18), 180),
        ]
    )
)
FIELD = Field.of_moment(BEGUN.setup, BEGUN.state)
TARGET = FIELD.piece("b1")


def test_figures_that_are_alike_fight_one_duel_under_their_own_names() -> None:
    known, alone = Duels(BEGUN.setup, (), worth), Duels(BEGUN.setup, (), worth)
    one, other = (known.between(FIELD.piece(name), TARGET) for name in ("r1", "r2"))
    assert one is other
    (shot,) = other.shots
    (apart,) = alone.between(FIELD.piece("r2"), TARGET).shots
    assert (shot.of(FIELD.piece("r2"), TARGET), shot.promise()) == (apart.attack, apart.promise())
    assert shot.of(FIELD.piece("r1"), TARGET).attacker == "r1"


def test_a_click_or_another_dial_makes_another_duel() -> None:
    known = Duels(BEGUN.setup, (), worth)
    clashes = [known.between(FIELD.piece(name), TARGET) for name in ("r1", "r3", "r4")]
    assert len({id(clash) for clash in clashes}) == len(clashes)
    plain, _, strong = (clash.shots[0].promise() for clash in clashes)
    assert strong > plain
