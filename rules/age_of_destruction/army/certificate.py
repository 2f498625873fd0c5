"""The check code on a printed sheet: what the list, the rules and the data were."""

from rules.age_of_destruction.army.battle_group import BattleGroup, write_group
from rules.age_of_destruction.army.verdict import RULESET
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.core.codec import digest


def check_code(group: BattleGroup, catalogue: Catalogue) -> str:
    """Eight hex digits in two groups ("7F3A-91C2"); name and notes of the group do not count.

    The first eight of SHA-256 over the canonical JSON of the group with ruleset and catalogue id.
    """
    content = write_group(group)
    for private in ("name", "notes"):
        content.pop(private, None)
    content |= {"ruleset": RULESET, "catalogue": catalogue.id}
    code = digest(content)[:8].upper()
    return f"{code[:4]}-{code[4:]}"
