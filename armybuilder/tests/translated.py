"""What every test run needs, whichever part of the project it is of."""

import pytest

from armybuilder.tools import translations


def pytest_configure(config: pytest.Config) -> None:
    """Compile the translations, which are not kept: one test run alone speaks Polish too."""
    translations.compile_catalogues()
