"""Which rules a test proves: reads the tests' marks without running them."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path


def marked_rules(sources: Iterable[str]) -> set[str]:
    """The rule ids in `@pytest.mark.rule("AOD-…", …)` marks of Python sources.

    Marks on tests, classes and `pytest.param(…, marks=…)` count; a name in a comment does not.
    """
    return {rule for source in sources for rule in _marks(ast.parse(source))}


def _marks(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
            yield from (
                argument.value
                for argument in node.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )


def test_sources(folders: Iterable[Path]) -> Iterator[str]:
    """The text of every test file below some folders."""
    for folder in folders:
        for path in sorted(folder.rglob("test_*.py")):
            yield path.read_text("utf-8")
