"""Remedies: for every violation code the edits that may cure it, registered on import."""

from rules.age_of_destruction.army.remedies import cards as cards
from rules.age_of_destruction.army.remedies import figures as figures
from rules.age_of_destruction.army.remedies import mounted as mounted
from rules.age_of_destruction.army.remedies import total as total
