"""Reports in a real browser: no errors, no requests, everything clicked, and the data dropped on the page."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gordan
from gordan.show.report.page import verifier_page
from show.report.invoke import invoke

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed: no browser is driven")
WebDriverException = pytest.importorskip("selenium.common").WebDriverException
CHROMIUM, DRIVER = (shutil.which(name) for name in ("chromium", "chromedriver"))
pytestmark = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None, reason="chromium and chromedriver are not installed"
)
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
NAMES = ("age", "a<b", "\u0634\u0643\u0644")
CLASS = "<script>alert(1)</script>"


def started(options: Any) -> Any:
    """A browser; on a busy machine the first may not come up in time, and where no second does there is none."""
    for _ in range(2):
        try:
            return webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        except WebDriverException as problem:
            why = str(problem).splitlines()[0]
    return pytest.skip(f"chromium is installed and does not start: {why}")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for each in (*OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = started(options)
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table whose names are markup and Arabic, its report, and the same table with one number changed."""
    folder = tmp_path_factory.mktemp("report")
    rng = np.random.default_rng(3)
    X = rng.normal(size=(120, 3)).round(3)
    y = np.where(X @ [1.0, 2.0, 0.0] + 0.2 * X[:, 2] ** 2 > 0.3, "well", CLASS)
    for name, shift in (("data.csv", 0.0), ("other.csv", 0.001)):
        X[5, 0] += shift
        lines = [
            ",".join([*NAMES, "class"]),
            *(",".join([*map(str, row), label]) for row, label in zip(X, y, strict=True)),
        ]
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    asked = ("report", str(folder / "data.csv"), "--label", "class", "-o", str(folder / "report.html"))
    assert invoke(*asked).code in (0, 1)
    return folder


def opened(browser: Any, path: Path) -> None:
    browser.get_log("performance")
    browser.get_log("browser")
    browser.get(path.as_uri())


def quiet(browser: Any, path: Path) -> None:
    """No message in the console, and nothing asked for but the page itself."""
    assert browser.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
    own = ("blob:", "data:", "chrome://")  # the last: the browser's start page, which a slow one is still loading
    assert {url for url in asked if not url.startswith(own)} <= {path.as_uri()}


def dropped(browser: Any, *paths: Path) -> str:
    """Drop files on the page, as the mouse does; the state that it then shows."""
    files = [[path.name, base64.b64encode(path.read_bytes()).decode()] for path in paths]
    browser.execute_script(
        """
        const carried = new DataTransfer();
        for (const [name, text] of arguments[0])
          carried.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
        document.querySelector(".drop").dataset.status = "";
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
        """,
        files,
    )
    for _ in range(600):
        if status := browser.execute_script("return document.querySelector('.drop').dataset.status"):
            return str(status)
        time.sleep(0.05)
    raise AssertionError("the page has not answered in 30 seconds")


def text(browser: Any, query: str) -> str:
    return str(browser.execute_script("return document.querySelector(arguments[0]).textContent", query))


def test_names_are_text(browser: Any, folder: Path) -> None:
    opened(browser, folder / "report.html")
    page = str(browser.execute_script("return document.body.innerText"))
    for name in (*NAMES, CLASS):
        assert name in page
    quiet(browser, folder / "report.html")


def test_the_data_verify_the_page(browser: Any, folder: Path) -> None:
    opened(browser, folder / "report.html")
    assert dropped(browser, folder / "data.csv") == "accepted"
    assert "weighted rows cancel" in text(browser, ".drop ul") or "every point on its side" in text(browser, ".drop ul")
    assert dropped(browser, folder / "other.csv") == "refused"
    assert "The file is not the one that the certificate is about." in text(browser, ".state")
    quiet(browser, folder / "report.html")


def test_tables_axes_and_hover(browser: Any, folder: Path) -> None:
    opened(browser, folder / "report.html")
    cells = "return [...document.querySelectorAll('table.rows tbody tr')].filter(r => !r.hidden)"
    weights = f"{cells}.map(r => Number(r.cells[2].textContent))"
    click = "document.querySelectorAll('table.rows th button')[2].click();"
    assert browser.execute_script(click + weights) == sorted(browser.execute_script(weights))
    assert browser.execute_script(click + weights) == sorted(browser.execute_script(weights), reverse=True)
    places = "return [...document.querySelectorAll('.pt')].map(p => p.getAttribute('transform')).join()"
    before = browser.execute_script(places)
    choose = "const s = document.querySelectorAll('select.axis')[arguments[0]]; s.value = arguments[1];"
    browser.execute_script(choose + "s.dispatchEvent(new Event('change'))", 0, "3")
    assert browser.execute_script(places) != before
    assert text(browser, ".xname") == NAMES[1]
    browser.execute_script(choose + "s.dispatchEvent(new Event('change'))", 0, "0")
    assert browser.execute_script(places) == before  # the script draws as Python did
    row = "document.querySelector('table.rows tbody tr')"
    lit = f"{row}.dispatchEvent(new Event('mouseenter')); return document.querySelectorAll('.pt.lit').length"
    assert browser.execute_script(lit) == 1
    quiet(browser, folder / "report.html")


def test_any_certificate_on_the_page_of_the_docs(browser: Any, folder: Path) -> None:
    page = folder / "verifier.html"
    page.write_text(verifier_page(), encoding="utf-8")
    (folder / "dose.csv").write_text("dose,ill\n0.1,no\n0.2,no\n0.3,no\n0.3,yes\n0.4,yes\n0.5,yes\n")
    asked = (
        "diagnose",
        str(folder / "dose.csv"),
        "--formula",
        "ill ~ dose",
        "--certificate",
        str(folder / "dose.json"),
    )
    assert invoke(*asked).code == 1
    opened(browser, page)
    assert dropped(browser, folder / "dose.csv", folder / "dose.json") == "accepted"
    assert "was not checked" in text(browser, ".state")
    assert dropped(browser, folder / "data.csv") == "unusable"
    X = np.random.default_rng(0).normal(size=(50, 2))
    np.savez_compressed(folder / "packed.npz", X=X, y=X[:, 0] > 0)
    problem = gordan.Points(X, X[:, 0] > 0)
    gordan.certify(problem, gordan.solve(problem), folder / "packed.json")
    assert dropped(browser, folder / "packed.npz", folder / "packed.json") == "accepted"
    quiet(browser, page)


def test_every_claim_about_several_classes_is_checked(browser: Any, tmp_path: Path) -> None:
    page = tmp_path / "iris.html"
    data = Path(gordan.__file__).parent / "data" / "iris.csv"
    assert invoke("report", str(data), "-o", str(page)).code == 1
    opened(browser, page)
    assert dropped(browser, data) == "accepted"
    assert text(browser, ".drop .state") == "Accepted: all 6 claims hold of iris.csv."
    cells = "return [...document.querySelectorAll('td.here')].map(c => c.textContent)"
    assert browser.execute_script(cells) == ["✓ accepted"] * 6
    two = tmp_path / "two.csv"
    lines = data.read_text(encoding="utf-8").splitlines()
    two.write_text("\n".join(line for line in lines if "setosa" not in line) + "\n", encoding="utf-8")
    assert dropped(browser, two) == "refused"
    assert text(browser, ".drop .state").startswith("1 of 6 claims are accepted.")  # the pair that the file has
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 1400
    quiet(browser, page)


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_nothing_is_wider_than_the_window(browser: Any, folder: Path, width: int, tmp_path: Path) -> None:
    size = {"width": width, "height": 1200, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    opened(browser, folder / "report.html")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    browser.save_screenshot(str(tmp_path / "page.png"))
    assert (tmp_path / "page.png").stat().st_size > 10_000


def test_it_prints(browser: Any, folder: Path, tmp_path: Path) -> None:
    opened(browser, folder / "report.html")
    printed = browser.execute_cdp_cmd(
        "Page.printToPDF", {"printBackground": True, "paperWidth": 8.27, "paperHeight": 11.7}
    )
    (tmp_path / "report.pdf").write_bytes(base64.b64decode(printed["data"]))
    if (tool := shutil.which("pdftotext")) is None:
        pytest.skip("pdftotext is not installed")
    words = subprocess.run([tool, tmp_path / "report.pdf", "-"], capture_output=True, text=True, check=True).stdout
    assert "Checks" in words
    assert "gordan verify" in words
    assert "Drop" not in words
