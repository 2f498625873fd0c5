"""What things on the table of a battle are called, and its orders in words and forms."""

from rules.core.ordering import OrderBook, TableWords
from rules.khans_and_generals.orders import BY_NAME
from rules.khans_and_generals.play.rules import NOT_BY_PLAYERS

WORDS = TableWords.of("rules.khans_and_generals")
BOOK = OrderBook(
    {name: kind.value for name, kind in BY_NAME.items() if name not in NOT_BY_PLAYERS}, WORDS
)
STAGES = WORDS.section("stages")
