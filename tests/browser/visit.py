"""A person at a browser: opens a page in Chromium, clicks one button, or closes the window.

    python visit.py CHROMIUM URL USER BUTTON|close

Runs in the environment `browser`. Prints the title of every page that the person saw.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

QUIET = [
    "--headless=new",
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def main(chromium: str, url: str, user: str, button: str) -> None:
    playwright: Any = import_module("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=QUIET)
        context = browser.new_context()
        context.add_cookies([{"name": "user", "value": user, "url": url}])  # signed in there before
        page = context.new_page()
        page.goto(url)
        print(page.title(), flush=True)
        if button != "close":
            page.get_by_role("button", name=button).click()
            page.wait_for_url(url)
            page.wait_for_function("document.title !== 'Calendar'")
            print(page.title(), flush=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
