"""Takes the README's pictures anew: python3 .ci/pictures.py, with the development packages."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page, sync_playwright

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
#: Where the table lies on a wide page.
BOARD = FloatRect(x=19, y=78, width=784, height=784)


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
    page.wait_for_selector("h1:has-text('Profile')")
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
    """Begin a quick skirmish, set it up by lot, plan a move; its steps as an animated picture."""
    page.goto(f"{address}/en/skirmishes/")
    page.locator("form[action$='/quick/'] button").click()
    frames = []
    for _ in range(40):
        page.wait_for_timeout(600)
        frames.append(page.screenshot(clip=BOARD))
        if page.locator("#place-for-me").count():
            page.locator("#place-for-me").click()
        elif page.locator(".token.seat-red.acts").count():
            break
    page.locator(".token.seat-red.acts").first.click()
    page.wait_for_timeout(800)
    page.locator("a[href*='do=move']").first.click()
    page.wait_for_timeout(800)
    page.fill("[name=toward]", "B1")
    page.locator("#measure").click()
    page.wait_for_selector("[data-leg]")
    shoot(page, "table")
    animate(frames)


def animate(frames: list[bytes]) -> None:
    """Screenshots one after the other as one picture."""
    small = [Image.open(BytesIO(frame)).convert("RGB").resize((360, 360)) for frame in frames]
    first, *others = [image.quantize(colors=24) for image in small]
    target = PICTURES / "skirmish.gif"
    first.save(target, save_all=True, append_images=others, duration=700, loop=0, optimize=True)


def take(browser: Browser, address: str) -> None:
    """All pictures of pages, and the PDF sheet as one."""
    page = open_page(browser, WIDE)
    page.goto(f"{address}/en/catalogue/?set=AOD")
    shoot(page, "catalogue")
    page.goto(f"{address}/en/catalogue/figures/AOD-102/")
    shoot(page, "figure")
    import_sample(page, address)
    shoot(page, "builder")
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF army sheet").first.click()
    take_sheet(Path(download.value.path()))
    play_a_turn(page, address)
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
