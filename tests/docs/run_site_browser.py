#!/usr/bin/env python3
"""Uses the site's search as a reader does, in headless Chromium, from files: run_site_browser.py [CORDON]

Needs chromium and chromedriver. The last line is "N passed, N failed".
"""

import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "render"))
from webdriver import Browser  # noqa: E402

RESULTS = "return [...document.querySelectorAll('#results a')].map((link) => link.getAttribute('href'))"
HIDDEN = "return document.getElementById('results').hidden"
FOCUS = "const e = document.activeElement; return e.id || e.getAttribute('href')"
PLACE = "return location.pathname.split('/').slice(-2).join('/') + location.hash"
OVERFLOW = "return document.documentElement.scrollWidth - innerWidth"
DOWN, UP, ENTER, ESCAPE = "\ue015", "\ue013", "\ue007", "\ue00c"
outcomes = []


def expect(truth, message):
    outcomes.append(bool(truth))
    if not truth:
        print(message)


def search(browser, site):
    browser.open(f"file://{site}/guide/install.html")
    browser.press("/")
    expect(browser.run(FOCUS) == "search", "'/' does not lead to the search")
    browser.press("allowlist preset")
    found = browser.run(RESULTS)
    expect(any("guide/configuration.html" in path for path in found), f"the search finds {found}")
    browser.press(DOWN)
    first = browser.run(FOCUS)
    expect(first == found[0], f"the first result is not reached: {first}")
    browser.press(UP)
    expect(browser.run(FOCUS) == "search", "up does not lead back")
    browser.press(ESCAPE)
    expect(browser.run(HIDDEN), "escape does not close the results")
    browser.press("iesc002")
    best = browser.run(RESULTS)
    expect(best and best[0].startswith("../rules/IESC002.html"), f"a code leads to {best}")
    browser.press(ENTER)
    expect(browser.run(PLACE).startswith("rules/IESC002.html"), f"enter leads to {browser.run(PLACE)}")
    browser.press("/<img src=x>")
    expect(browser.run("return document.querySelector('#results img')") is None, "what is typed becomes HTML")
    expect("Nothing found" in browser.run("return document.getElementById('results').textContent"), "no word for nothing")


def look(browser, site):
    for page in sorted(pathlib.Path(site).rglob("*.html")):
        browser.open(page.as_uri())
        for width in (1200, 420):
            browser.resize(width, 900)
            over = browser.run(OVERFLOW)
            expect(over <= 0, f"{page.name} is {over} pixels too wide for {width}")
        expect(not browser.log(), f"{page.name} writes to the console")


def main():
    cordon = sys.argv[1] if len(sys.argv) > 1 else "build/src/cli/cordon"
    with tempfile.TemporaryDirectory() as folder:
        site = os.path.join(folder, "site")
        subprocess.run([cordon, "docs", "--output", site], check=True)
        with Browser(os.path.join(folder, "profile")) as browser:
            search(browser, site)
            look(browser, site)
            browser.prefer("dark")
            back = browser.run("return getComputedStyle(document.body).backgroundColor")
            expect(back == "rgb(20, 24, 31)", f"dark is {back}")
    print(f"{sum(outcomes)} passed, {len(outcomes) - sum(outcomes)} failed")
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
