"""What browsers are sent of others and is kept with the project: Pyodide's core files with one
wheel, and a reader of QR codes.

`python -m armybuilder.offline.runtime.vendored` compares them with their digests; with `--renew
NAME@VERSION` it takes another version of one from the registries `npm` and `pip` know.
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
#: The npm packages, each with what is kept of it.
PYODIDE, QR = "pyodide", "qr"
KEPT = {PYODIDE: SERVED, QR: ("decode.js", "index.js")}
#: What stays beside it from one version to the next.
BESIDE = ("LICENSE.txt", "README.md")
#: The binary interface of the interpreter's packages, as wheels name it.
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
#: The script that names the folder of the reader.
SCANNING = STATIC / "js" / "scanning.js"


def folder(name: str = PYODIDE) -> Path:
    """Where the files of a package are kept, named for their version."""
    return next(STATIC.glob(f"{name}-*"))


def wheel(within: Path | None = None) -> Path:
    """The wheel of msgspec for the interpreter."""
    return next((within or folder()).glob("msgspec-*.whl"))


def digests(name: str, folder: Path) -> dict[str, str]:
    """SHA-256 of every file kept of a package, by name."""
    names = [*KEPT[name], *([wheel(folder).name] if name == PYODIDE else ())]
    return {each: hashlib.sha256((folder / each).read_bytes()).hexdigest() for each in names}


def changed() -> list[str]:
    """The files that are not what was kept; empty where all are."""
    others = []
    for name in KEPT:
        kept = tomllib.loads((folder(name) / DIGESTS).read_text())
        now = digests(name, folder(name))
        others += [each for each in kept | now if kept.get(each) != now.get(each)]
    return sorted(others)


def renew(name: str, version: str) -> Path:
    """Keep another version of a package in the place of this one; returns its folder.

    Raises subprocess.CalledProcessError where it cannot be had.
    """
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["npm", "pack", f"{name}@{version}"], check=True, cwd=work)
        with tarfile.open(next(Path(work).glob("*.tgz"))) as tar:
            tar.extractall(work, filter="data")
        if name == PYODIDE:
            _fetch_wheel(work)
        before, fresh = folder(name), STATIC / f"{name}-{version}"
        fresh.mkdir(exist_ok=True)
        for each in KEPT[name]:
            shutil.copy(Path(work) / "package" / each, fresh / each)
        for found in Path(work).glob("*.whl"):
            shutil.copy(found, fresh / found.name)
    if before != fresh:
        for each in BESIDE:
            shutil.copy(before / each, fresh / each)
        shutil.rmtree(before)
        SCANNING.write_text(SCANNING.read_text().replace(f"/{before.name}/", f"/{fresh.name}/"))
    kept = "".join(f'"{each}" = "{digest}"\n' for each, digest in digests(name, fresh).items())
    (fresh / DIGESTS).write_text(kept)
    return fresh


def _fetch_wheel(work: str) -> None:
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"),
            *("--platform", PLATFORM, "--python-version", PYTHON, "--dest", work),
            f"msgspec=={msgspec.__version__}",
        ],
        check=True,
    )


def main(arguments: list[str]) -> int:
    """Compare, or renew; the exit status says whether all is as it was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--renew", metavar="NAME@VERSION", help="keep this version of a package instead"
    )
    asked = parser.parse_args(arguments)
    if asked.renew:
        name, _at, version = asked.renew.partition("@")
        if name not in KEPT or not version:
            parser.error(f"one of {', '.join(KEPT)} with its version after an @")
        print(f"kept in {renew(name, version)}")
        return 0
    others = changed()
    for name in others:
        print(f"{name} is not the file that was kept", file=sys.stderr)
    return 1 if others else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
