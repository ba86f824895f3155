#!/usr/bin/env python3
"""Uses the HTML report as a reader does, in headless Chromium: filters, scores, keyboard, both colour schemes.

    run_browser.py PROGRAM EXAMPLE [--screenshots FOLDER]

Needs chromium and chromedriver. The last line is "N passed, N failed".
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import hostile  # noqa: E402
from webdriver import Browser  # noqa: E402

SHOWN = "return [...document.querySelectorAll('.entry')].filter(e => e.checkVisibility()).length"
CHOOSE = """
const field = document.getElementById(arguments[0]);
field.value = arguments[1];
field.dispatchEvent(new Event("input", {bubbles: true}));
"""
FOCUS = "const e = document.activeElement; return e.id || e.value || e.textContent"

# The contrast (WCAG 2.2, 1.4.3) of every text that is seen, with its lowest value.
CONTRAST = """
function channels(color) {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}
function light(color) {
  const [r, g, b] = color.map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function ground(element) {
  for (; element; element = element.parentElement) {
    const color = channels(getComputedStyle(element).backgroundColor);
    if (color[3]) return color;
  }
  return [255, 255, 255, 255];
}
let lowest = [21, ""];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
  const pair = [light(channels(getComputedStyle(element).color)), light(ground(element))].sort((a, b) => b - a);
  const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
  if (ratio < lowest[0]) lowest = [ratio, element.className + ": " + element.textContent.slice(0, 40)];
}
return lowest;
"""


class Reader:
    def __init__(self, browser, report):
        self.browser = browser
        self.report = report
        self.passed = 0
        self.failed = 0

    def expect(self, title, found, wanted):
        if found == wanted:
            self.passed += 1
        else:
            self.failed += 1
            print(f"{title}: {found!r} instead of {wanted!r}")

    def entries(self, *statuses, package=None, code=None, category=None, word=""):
        """How many findings and outcomes the filters should leave; a word is one of messages."""
        return sum(
            (not package or entry_package == package)
            and (not code or entry["code"] == code)
            and (not category or entry["category"] == category)
            and entry["status"] in statuses
            and word in entry["message"]
            for entry_package, entry in (
                (p["name"], e) for p in self.report["packages"] for e in p["diagnostics"] + p["outcomes"]
            )
        )

    def shown(self, title, *statuses, **filters):
        self.expect(title, self.browser.run(SHOWN), self.entries(*statuses, **filters))

    def use_filters(self):
        first = ("fail", "warn", "suppressed")
        self.shown("at first", *first)
        self.browser.click("[value=pass]")
        self.shown("with what is met", *first, "pass")
        self.browser.click("[value=fail]")
        self.browser.click("[value=warn]")
        self.shown("suppressed and met", "suppressed", "pass")
        self.browser.click("#clear")
        self.shown("after a reset", *first)
        self.browser.run(CHOOSE, "rule", "IEBP003")
        self.shown("of a rule", *first, code="IEBP003")
        self.browser.run(CHOOSE, "package", "0")
        name = self.report["packages"][0]["name"]
        self.shown("of a rule and a package", *first, code="IEBP003", package=name)
        self.browser.run(CHOOSE, "rule", "")
        self.shown("of a package", *first, package=name)
        self.browser.click("#clear")
        self.browser.run(CHOOSE, "category", "security")
        self.shown("of a category", *first, category="security")
        self.browser.run(CHOOSE, "text", "no such words anywhere")
        self.expect("nothing left", self.browser.run(SHOWN), 0)
        self.expect(
            "says so", self.browser.run("return document.getElementById('nothing').checkVisibility()"), True
        )
        self.browser.click("#clear")

    def use_scores(self):
        self.browser.click("tbody tr:last-of-type td:last-of-type a, tbody td a[data-category=tests]")
        chosen = self.browser.run("return ['package', 'category'].map(n => document.getElementById(n).value)")
        name = self.report["packages"][int(chosen[0])]["name"]
        self.shown("behind a score", "fail", "warn", "suppressed", package=name, category=chosen[1] or None)
        self.browser.click("#clear")

    def use_keyboard(self):
        self.browser.press("/")
        self.expect("a slash", self.browser.run(FOCUS), "text")
        self.browser.press("sample")
        self.expect("typed", self.browser.run("return document.getElementById('text').value"), "sample")
        seen = [self.browser.run(FOCUS)]
        for _ in range(6):
            self.browser.press("\ue004")  # Tab
            seen.append(self.browser.run(FOCUS))
        self.expect("tabs", seen[1:], ["fail", "warn", "suppressed", "pass", "skip", "clear"])
        self.browser.press("\ue007")  # Enter
        self.shown("reset by key", "fail", "warn", "suppressed")

    def look(self, name, screenshots):
        for scheme in ("light", "dark"):
            self.browser.prefer(scheme)
            ratio, where = self.browser.run(CONTRAST)
            self.expect(f"contrast when {scheme}, {where}", ratio >= 4.5, True)
            for width in (1200, 420):
                self.browser.resize(width, 1000)
                self.expect(
                    f"{width} wide, {scheme}",
                    self.browser.run("return document.documentElement.scrollWidth <= innerWidth"),
                    True,
                )
                if screenshots:
                    self.browser.screenshot(os.path.join(screenshots, f"{name}-{scheme}-{width}.png"))
        self.browser.resize(1200, 1000)

    def harmless(self):
        self.expect("scripts of the repository", self.browser.run("return String(window.hostile)"), "undefined")
        loaded = "return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('data:'))"
        self.expect("loaded", self.browser.run(loaded), [])
        self.expect("console", self.browser.log(), [])


def main():
    program, example, *options = sys.argv[1:]
    screenshots = options[options.index("--screenshots") + 1] if "--screenshots" in options else None
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        trees = {"example": example, "hostile": os.path.join(folder, "hostile")}
        hostile.write(trees["hostile"])
        with Browser(os.path.join(folder, "profile")) as browser:
            for name, root in trees.items():
                command = [program, "lint", "--root", root, "--all", "--output-format"]
                page = pathlib.Path(folder, name + ".html")
                page.write_bytes(subprocess.run([*command, "html"], stdout=subprocess.PIPE).stdout)
                report = json.loads(subprocess.run([*command, "json"], stdout=subprocess.PIPE).stdout)
                browser.open(page.as_uri())
                reader = Reader(browser, report)
                reader.use_filters()
                reader.use_scores()
                reader.use_keyboard()
                reader.look(name, screenshots)
                reader.harmless()
                passed += reader.passed
                failed += reader.failed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
