"""What the site cannot do just now, though there is nothing wrong with what was asked."""

USUAL_WAIT = 5


class Busy(Exception):
    """Nothing was changed; whoever asks again after `retry_after` seconds may be served."""

    def __init__(self, retry_after: int = USUAL_WAIT) -> None:
        super().__init__(f"Busy for about {retry_after} s")
        self.retry_after = retry_after
