"""How much, and for how long."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """The bounds of one process; times are seconds, sizes bytes."""

    #: Requests whose body is read, that wait, are answered, or are being read by whoever asked,
    #: and those of one address among them.
    requests: int = 256
    requests_for_one: int = 128
    #: Requests Django works on at once: more threads would only take the interpreter from each
    #: other, and from whoever reads what comes in.
    working: int = 16
    working_for_one: int = 6
    #: How long a request waits for its turn.
    turn: float = 10.0
    retry_after: int = 5

    headers: int = 100
    header_bytes: int = 32_768
    #: The longest body of a form with files, and of anything else.
    files: int = 12_500_000
    body: int = 5_500_000
    #: A body too long is read to its end up to this length: a browser shows no answer before.
    drained: int = 50_000_000
    #: Bodies longer than `large` lie on the disk, and so many of them are taken at once.
    large: int = 262_144
    large_bodies: int = 16
    large_bodies_of_one: int = 4
    #: How long a body may pause; after the grace, how many bytes a second it has to bring.
    pause: float = 10.0
    grace: float = 30.0
    slowest: int = 32_768


@dataclass(frozen=True)
class Patience:
    """How the server treats connections; times are seconds."""

    connections: int = 768
    #: From the first moment a request may come to the end of its headers.
    headers: float = 10.0
    #: How long an answer may lie unread.
    unread: float = 30.0
    #: How long a connection may take to close.
    closing: float = 10.0
    #: Between the word to stop and the end of what is still under way.
    shutdown: int = 10
