"""How long a preview takes to show what is new: preview.py PROGRAM SAVES SEEKS SCENE…

For each scene at 1x, in headless Chromium: from the rename of a save to its picture on the canvas, and from
a seek to its picture, in random order right after a build. Both in milliseconds.
"""
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

program, saves, seeks, scenes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]

# Resolves when the page shows another picture, with the clock of the machine in milliseconds.
SHOWN = """last => new Promise((done, failed) => {
  setTimeout(() => failed("it is not shown within 5 seconds"), 5000);
  const root = document.documentElement;
  const look = () => root.dataset.build !== last && root.dataset.hash ? done(Date.now()) : requestAnimationFrame(look);
  look();
})"""
SEEK = """place => new Promise((done, failed) => {
  setTimeout(() => failed("it is not shown within 5 seconds"), 5000);
  const slider = document.querySelector('input[type=range][aria-label=Frame]');
  const root = document.documentElement;
  const start = performance.now();
  slider.value = place;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  const look = () => +root.dataset.frame === place && root.dataset.hash
    ? done(performance.now() - start) : setTimeout(look, 0);
  look();
})"""


def words(values):
    values = sorted(values)
    share = lambda part: values[min(len(values) - 1, int(part * len(values)))]
    return f"median {share(.5):6.1f}   p95 {share(.95):6.1f}   most {values[-1]:6.1f}"


def measure(browser, scene):
    folder = pathlib.Path(tempfile.mkdtemp())
    copy = folder / "scenes"
    shutil.copytree(pathlib.Path(scene).resolve().parent, copy, ignore=shutil.ignore_patterns("output"))
    path = copy / pathlib.Path(scene).name
    line = [program, "preview", str(path), "--json", "--scale", "1"]
    server = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(json.loads(server.stdout.readline())["url"])
        page.locator("html[data-hash]").wait_for(state="attached")
        text = path.read_text()
        count = int(page.get_by_label("Frame", exact=True).get_attribute("max")) + 1
        shown = []
        for number in range(saves):
            time.sleep(0.6)
            last = page.evaluate("document.documentElement.dataset.build")
            draft = path.with_suffix(".new")
            # Mirrored, nothing is where it was: all is laid out and drawn again.
            draft.write_text(text.replace("{", "{" + number * " " + f'"rtl": {["true", "false"][number % 2]},', 1))
            start = time.time() * 1000
            draft.rename(path)
            shown.append(page.evaluate(SHOWN, last) - start)
        sought = []
        page.reload()
        page.locator("html[data-hash]").wait_for(state="attached")
        for _ in range(seeks):
            sought.append(page.evaluate(SEEK, random.randrange(count)))
        page.close()
        return shown, sought
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder)


with sync_playwright() as play:
    browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    for scene in scenes:
        shown, sought = measure(browser, scene)
        print(f"{pathlib.Path(scene).stem:10} save  {words(shown)}")
        print(f"{'':10} seek  {words(sought)}")
