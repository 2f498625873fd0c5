"""Takes the README's pictures anew: python3 .ci/pictures.py, with the development packages."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, FloatRect, Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / ".github" / "pictures"
GROUPS = ROOT / "fixtures" / "samples" / "groups"
SAMPLE = GROUPS / "dragons-fury-450.json"
CARDS = {"G": 34, "GS": 15, "LP": 7, "P": 14, "PC": 11}
#: What the collector of the pictures owns, as a table with two slips.
SHELF = "\n".join(
    [
        "Set;No.;Qty;Name",
        *(f"AOD;{number};{1 + number % 2};" for number in range(1, 138) if number % 25),
        *(
            f"AOD;{kind}-{number:03};1;"
            for kind, most in CARDS.items()
            for number in range(1, most)
        ),
        ";;2;Hatchetman",
        "AOD;120;two;",
    ]
)
TYPED = ("102", "3x033", "125-127", "61", "86")
WIDE, PHONE = (1280, 900), (375, 760)
#: A film is taken at the slow pace, which shows it so many times as long as it lasts.
SLOWED = 2
#: Frames of a film in a second, and its width in pixels.
PER_SECOND, FILM = 12, 600
#: Milliseconds for which its end stays, and any other frame at most.
REST, STILL = 2500, 600
#: What the status says once the bot is done.
YOURS = ".skirmish-status:has-text('Your turn')"
#: Milliseconds after which what opens a game has been shown.
SETTLED = 4000
#: Turns in which somebody must have come near.
LONGEST = 60

#: Seconds, and a picture as PNG.
Frame = tuple[float, bytes]


@contextmanager
def site() -> Iterator[str]:
    """A site of its own with an empty database; yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as var:
        command = [sys.executable, "manage.py", "start", "--port", port]
        environment = {**os.environ, "VAR_DIR": var}
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout
            if not any(line.startswith("Stop with") for line in process.stdout):
                raise SystemExit("The site did not start.")
            yield f"http://localhost:{port}"
        finally:
            process.terminate()
            process.wait(20)


def open_page(browser: Browser, size: tuple[int, int], scheme: str = "light") -> Page:
    """A page of one size and colour scheme."""
    width, height = size
    return browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    )


def shoot(page: Page, name: str) -> None:
    """Keep what the page shows now."""
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / f"{name}.png")


def import_sample(page: Page, address: str, sample: Path = SAMPLE) -> None:
    """Make a group of a sample file and stay on its page."""
    page.goto(f"{address}/en/groups/import/")
    page.set_input_files("main input[type=file]", sample)
    page.locator("main form[enctype] button").first.click()
    page.locator("button[name=build][value=new]").click()
    page.wait_for_selector("#builder")


def keep_a_collection(page: Page, address: str) -> None:
    """Sign up, import a shelf, type some pieces, and see which groups stand together."""
    page.goto(f"{address}/en/account/signup/")
    page.get_by_label("E-mail address").fill("collector@example.org")
    page.get_by_label("Password").fill("a picture of a shelf")
    page.get_by_role("button", name="Sign up", exact=True).click()
    page.wait_for_selector("text=Successfully signed in")
    page.goto(f"{address}/en/collection/")
    page.get_by_label("Name", exact=True).fill("Shelf")
    page.get_by_role("button", name="Make it").click()
    page.wait_for_selector("h1:has-text('Shelf')")
    collection = page.url.rstrip("/")
    page.goto(f"{collection}/import/")
    page.get_by_label("Or paste it here").fill(SHELF)
    page.get_by_role("button", name="Look at what it would change").click()
    page.wait_for_selector("#import-region .lede:has-text('change something')")
    shoot(page, "import")
    page.get_by_role("button", name=re.compile(r"Import \d+ rows")).click()
    page.wait_for_selector("text=Imported")
    page.goto(f"{collection}/keypad/")
    for said in TYPED:
        page.keyboard.type(said)
        page.keyboard.press("Enter")
        page.wait_for_timeout(400)
    shoot(page, "keypad")
    page.goto(f"{collection}/sets/AOD/")
    shoot(page, "checklist")
    for sample in sorted(GROUPS.glob("[bds]*-[36]*.json")):
        import_sample(page, address, sample)
    page.goto(f"{address}/en/groups/fieldable/")
    shoot(page, "fieldable")


def play_a_turn(page: Page, address: str) -> None:
    """Sit down at a quick skirmish and carry a figure toward the others."""
    page.goto(f"{address}/en/")
    page.get_by_role("button", name="Put me at a table").click()
    page.locator("#board:defined").wait_for()
    page.wait_for_selector(YOURS, timeout=60_000)
    page.wait_for_selector("path.reach")
    page.wait_for_timeout(SETTLED)
    page.wait_for_selector("#table:not([data-filming])")
    unit = page.locator("#picked").get_attribute("data-unit")
    at = page.locator(f'.token[data-unit="{unit}"] .token-base').bounding_box()
    assert at
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y - 130, steps=12)
    page.mouse.up()
    page.wait_for_selector("#give-way:enabled")
    shoot(page, "table")


def film_a_shot(page: Page, address: str) -> None:
    """Let the first game go on till a figure may shoot; that shot as an animated picture."""
    page.goto(f"{address}/en/skirmishes/")
    page.locator("form[action*='/first/'] button").click()
    page.locator("#board:defined").wait_for()
    page.locator("#pace").select_option("at_once")
    for _ in range(LONGEST):
        page.wait_for_selector(YOURS, timeout=60_000)
        page.wait_for_selector("#table:not([data-filming])")
        units = page.locator("[data-tokens] .token.seat-red.acts")
        for unit in units.evaluate_all("each => each.map((token) => token.dataset.unit)"):
            page.locator(f".figure-list a[href='?unit={unit}']").first.click()
            page.wait_for_selector(f"#picked[data-unit='{unit}']")
            page.wait_for_timeout(SETTLED / 4)
            if page.locator(".token.is-target").count():
                return film(page, page.locator(".token.is-target").first)
        press_on(page, "#end-stage")
    raise SystemExit("Nobody came near.")


def film(page: Page, target: Locator) -> None:
    """Shoot at a target, slowly, and keep what is seen."""
    page.locator("#pace").select_option("slow")
    base = target.locator(".token-base").bounding_box()
    board = page.locator(".battle-board").bounding_box()
    assert base and board
    page.mouse.click(base["x"] + base["width"] / 2, base["y"] + base["height"] / 2)
    line = page.locator(".over .order-line[data-kind=ranged]").first
    line.wait_for()
    animate(record(page, line.click), board)


def press_on(page: Page, css: str) -> None:
    """Press what changes the game, and wait for the new table."""
    version = page.locator("#board").get_attribute("data-version")
    page.locator(css).first.click()
    page.wait_for_selector(f'#board:not([data-version="{version}"])')


def record(page: Page, begin: Callable[[], None]) -> list[Frame]:
    """Every picture the page paints while a film plays, with the seconds at which it did."""
    screen = page.context.new_cdp_session(page)
    frames: list[Frame] = []

    def take(frame: dict[str, Any]) -> None:
        frames.append((frame["metadata"]["timestamp"], b64decode(frame["data"])))
        screen.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    screen.on("Page.screencastFrame", take)
    screen.send("Page.startScreencast", {"format": "png"})
    begin()
    page.wait_for_selector("#table[data-filming]")
    page.wait_for_selector("#table:not([data-filming])", timeout=60_000)
    page.wait_for_timeout(600)
    screen.send("Page.stopScreencast")
    return frames


def animate(frames: list[Frame], board: FloatRect) -> None:
    """What the board showed as one picture, at the usual speed."""
    box = (board["x"], board["y"], board["x"] + board["width"], board["y"] + board["height"])
    size = (FILM, round(FILM * board["height"] / board["width"]))
    kept = [frames[0]]
    for frame in frames[1:]:
        if frame[0] - kept[-1][0] >= SLOWED / PER_SECOND:
            kept.append(frame)
    images = [
        Image.open(BytesIO(png)).convert("RGB").crop(box).resize(size, Image.Resampling.LANCZOS)
        for _, png in kept
    ]
    sample = Image.new("RGB", (3 * size[0], size[1]))
    for place, image in enumerate((images[0], images[len(images) // 2], images[-1])):
        sample.paste(image, (place * size[0], 0))
    palette = sample.quantize(colors=160)
    first, *others = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    starts = [at for at, _ in kept]
    lasts = [min((end - start) * 1000 / SLOWED, STILL) for start, end in pairwise(starts)]
    lasts = [REST / 2, *lasts[1:], REST]
    first.save(
        PICTURES / "skirmish.gif",
        save_all=True,
        append_images=others,
        duration=[round(each) for each in lasts],
        loop=0,
        optimize=True,
    )


def take(browser: Browser, address: str) -> None:
    """All pictures of pages, and the PDF sheet as one."""
    page = open_page(browser, WIDE)
    page.goto(f"{address}/en/catalogue/?set=AOD")
    shoot(page, "catalogue")
    page.goto(f"{address}/en/catalogue/figures/AOD-102/")
    shoot(page, "figure")
    import_sample(page, address)
    shoot(page, "builder")
    page.get_by_role("link", name="Sheets").first.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF army sheet").first.click()
    take_sheet(Path(download.value.path()))
    play_a_turn(page, address)
    film_a_shot(page, address)
    keep_a_collection(open_page(browser, WIDE), address)
    phone = open_page(browser, PHONE, "dark")
    import_sample(phone, address)
    shoot(phone, "builder-phone")


def take_sheet(pdf: Path) -> None:
    """The first page of the sheet."""
    target = PICTURES / "sheet"
    subprocess.run(
        ["pdftoppm", "-png", "-r", "80", "-singlefile", str(pdf), str(target)], check=True
    )


def main() -> None:
    """Start the site, take the pictures, stop it."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    with site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        take(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
