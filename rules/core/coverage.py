"""Which rules a test proves: reads the tests' marks without running them."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path


def marked_rules(sources: Iterable[str]) -> set[str]:
    """The rule ids in `@pytest.mark.rule("AOD-…", …)` marks of Python sources.

    Marks on tests, classes and `pytest.param(…, marks=…)` count, also by another name given to the
    mark (`rule = pytest.mark.rule`); a name in a comment does not.
    """
    return {rule for source in sources for rule in _marks(ast.parse(source))}


def _marks(tree: ast.Module) -> Iterator[str]:
    names = {
        ast.unparse(target)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith("mark.rule")
        for target in node.targets
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = ast.unparse(node.func)
        if function.endswith("mark.rule") or function in names:
            yield from (
                constant.value
                for argument in node.args
                for constant in ast.walk(argument)
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
            )


def test_sources(folders: Iterable[Path]) -> Iterator[str]:
    """The text of every test file below some folders."""
    for folder in folders:
        for path in sorted(folder.rglob("test_*.py")):
            yield path.read_text("utf-8")
