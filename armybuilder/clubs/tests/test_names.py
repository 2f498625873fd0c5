"""A column of names keeps what is a name, whoever writes it."""

import pytest
from django.core.exceptions import ValidationError

from armybuilder.clubs.models import Club


@pytest.mark.django_db
def test_the_database_keeps_no_other_name() -> None:
    assert Club.objects.create(name="Ｗｏｌｖｅｓ ").pk
    assert Club.objects.filter(name="Wolves").exists()
    with pytest.raises(ValidationError):
        Club.objects.create(name="Wol\u200bves")
    with pytest.raises(ValidationError):
        Club.objects.update(name="\u202eWolves")
