"""Passwords are hashed by a bounded number at once, at least as dearly as before."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from armybuilder import settings as site_settings
from armybuilder.site.accounts import hashing
from armybuilder.site.accounts.hashing import BoundedArgon2
from armybuilder.site.busy import Busy


def test_the_site_hashes_with_it() -> None:
    assert site_settings.PASSWORD_HASHERS[0] == "armybuilder.site.accounts.hashing.BoundedArgon2"


def test_a_password_hashed_dearer_before_is_known_and_hashed_anew() -> None:
    before = Argon2PasswordHasher().encode("a long password", "some-salt-of-ours")

    assert BoundedArgon2().verify("a long password", before)
    assert not BoundedArgon2().verify("another password", before)
    assert BoundedArgon2().must_update(before)


def test_no_more_than_two_are_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, most, lock = 0, 0, Lock()

    def encode(self: object, password: str, salt: str) -> str:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        time.sleep(0.01)
        with lock:
            at_once -= 1
        return ""

    monkeypatch.setattr(Argon2PasswordHasher, "encode", encode)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: BoundedArgon2().encode("x", "salt"), range(16)))

    assert most == 2


def test_who_waits_too_long_hears_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing, "LONGEST_WAIT", 0.01)
    with hashing.AT_ONCE, hashing.AT_ONCE, pytest.raises(Busy):
        BoundedArgon2().encode("x", "some-salt-of-ours")
