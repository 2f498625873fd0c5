"""The interpreter for browsers that is kept with the project: Pyodide's core files and one wheel.

`python -m armybuilder.offline.runtime.vendored` compares them with their digests; with `--renew
VERSION` it takes another version from the registries `npm` and `pip` know.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

import msgspec

STATIC = Path(__file__).resolve().parents[2] / "static"
DIGESTS = "digests.toml"
#: What a browser asks for.
SERVED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
#: The binary interface of the interpreter's packages, as wheels name it.
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"


def folder() -> Path:
    """Where the files are kept, named for their version."""
    return next(STATIC.glob("pyodide-*"))


def wheel(within: Path | None = None) -> Path:
    """The wheel of msgspec for the interpreter."""
    return next((within or folder()).glob("msgspec-*.whl"))


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file kept, by name."""
    names = [*SERVED, wheel(folder).name]
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}


def changed() -> list[str]:
    """The files that are not what was kept; empty where all are."""
    kept = tomllib.loads((folder() / DIGESTS).read_text())
    now = digests(folder())
    return sorted(name for name in kept | now if kept.get(name) != now.get(name))


def renew(version: str) -> Path:
    """Keep another version in the place of this one; returns its folder.

    Raises subprocess.CalledProcessError where it cannot be had.
    """
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["npm", "pack", f"pyodide@{version}"], check=True, cwd=work)
        with tarfile.open(next(Path(work).glob("*.tgz"))) as tar:
            tar.extractall(work, filter="data")
        subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"),
                *("--platform", PLATFORM, "--python-version", PYTHON, "--dest", work),
                f"msgspec=={msgspec.__version__}",
            ],
            check=True,
        )
        before, fresh = folder(), STATIC / f"pyodide-{version}"
        fresh.mkdir(exist_ok=True)
        for name in SERVED:
            shutil.copy(Path(work) / "package" / name, fresh / name)
        found = wheel(Path(work))
        shutil.copy(found, fresh / found.name)
    if before != fresh:
        for name in ("LICENSE.txt", "README.md"):
            shutil.copy(before / name, fresh / name)
        shutil.rmtree(before)
    kept = "".join(f'"{name}" = "{digest}"\n' for name, digest in digests(fresh).items())
    (fresh / DIGESTS).write_text(kept)
    return fresh


def main(arguments: list[str]) -> int:
    """Compare, or renew; the exit status says whether all is as it was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renew", metavar="VERSION", help="keep this version of Pyodide instead")
    asked = parser.parse_args(arguments)
    if asked.renew:
        print(f"kept in {renew(asked.renew)}")
        return 0
    others = changed()
    for name in others:
        print(f"{name} is not the file that was kept", file=sys.stderr)
    return 1 if others else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
