"""Opens a report in Chromium, without a network, and does what a reader does: report_page.py PAGE NAMES.

NAMES is a JSON list of what the cards must be called, in order. The first card has pictures of both
sides. Prints what is wrong, a line each; exit code 0 if nothing is.
"""
import json
import pathlib
import sys
from urllib.parse import unquote

from playwright.sync_api import TimeoutError, sync_playwright

page_path, names_path = sys.argv[1:3]
faults = []


def expect(holds, what):
    if not holds:
        faults.append(what)


def label(page):
    return page.text_content(".transport .time b")


def frame(page):
    return int(label(page).split()[1])


def colours(page, index):
    """The different colours of a canvas of the stage."""
    return page.evaluate(
        """(index) => {
          const canvas = document.querySelectorAll(".stage canvas")[index];
          const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          const seen = new Set();
          for (let i = 0; i < data.length; i += 4) seen.add(`${data[i]},${data[i+1]},${data[i+2]},${data[i+3]}`);
          return [...seen].sort();
        }""",
        index,
    )


def pixels(page, index):
    """All bytes of a canvas of the stage."""
    return page.evaluate(
        """(index) => {
          const canvas = document.querySelectorAll(".stage canvas")[index];
          return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.join();
        }""",
        index,
    )


def keyboard(page):
    count = page.evaluate("JSON.parse(document.getElementById('data').textContent).cards[0].film.frames.length")
    page.keyboard.press("Home")
    first = frame(page)
    page.keyboard.press("ArrowRight")
    expect(frame(page) == first + 1, "the right arrow does not go to the next frame")
    page.keyboard.press("ArrowLeft")
    expect(frame(page) == first, "the left arrow does not go back")
    page.keyboard.press("End")
    expect(frame(page) == first + count - 1, "End does not go to the last frame")
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    # The page's policy lets no text be run, so that waiting is done here.
    for _ in range(40):
        if frame(page) != first:
            break
        page.wait_for_timeout(25)
    expect(frame(page) != first, "the space bar does not start the film")
    page.keyboard.press(" ")
    stopped = frame(page)
    page.wait_for_timeout(600)
    expect(frame(page) == stopped, "the space bar does not stop the film")
    box = page.locator(".bars").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    expect(frame(page) == first + count - 1, "a click on the last bar does not go there")


def modes(page):
    page.keyboard.press("Home")
    page.keyboard.press("n")
    page.keyboard.press("1")
    expect(page.locator(".stage .pane").count() == 2, "side by side has no two panes")
    old, new = pixels(page, 0), pixels(page, 1)
    expect(old != new, "expected and actual look the same where they differ")
    page.keyboard.press("2")
    expect(page.locator(".stage .cut").count() == 1, "the slider has no line")
    expect("inset" in page.evaluate("document.querySelectorAll('.stage canvas')[1].style.clipPath"), "the slider cuts nothing")
    expect(pixels(page, 0) == old and pixels(page, 1) == new, "the slider shows other pictures")
    page.keyboard.press("3")
    expect(page.evaluate("document.querySelectorAll('.stage canvas')[1].style.opacity") == "0.5", "the overlay is not half clear")
    page.keyboard.press("4")
    seen = set()
    for _ in range(40):
        seen.add(page.evaluate("document.querySelectorAll('.stage canvas')[1].style.visibility || 'visible'"))
        if len(seen) == 2:
            break
        page.wait_for_timeout(50)
    expect(len(seen) == 2, "blink does not blink")
    page.keyboard.press("5")
    expect(page.locator(".stage canvas").count() == 1, "heat is not one picture")
    hot = [c for c in colours(page, 0) if int(c.split(",")[0]) > int(c.split(",")[1]) + 40]
    expect(hot, "heat shows no change")
    pressed = page.locator(".group [aria-pressed=true]").all_text_contents()
    expect("Heat" in pressed, "the button of the mode is not pressed")


def zoom(page):
    page.keyboard.press("1")
    widths = []
    for name in ["1×", "2×", "4×", "8×"]:
        page.get_by_role("button", name=name, exact=True).click()
        widths.append(page.evaluate("document.querySelector('.sheet').getBoundingClientRect().width"))
    expect(all(abs(b / a - 2) < 0.01 for a, b in zip(widths, widths[1:])), f"zoom is not 1, 2, 4, 8: {widths}")


def walk(page, names):
    """From card to card with a key, as fast as the page goes."""
    shown = page.evaluate(
        """async () => {
          const names = [];
          const cards = document.querySelectorAll("nav button").length;
          for (let i = 0; i < cards; i++) {
            if (i > 0) window.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" }));
            while (document.documentElement.dataset.shown !== String(i)) await new Promise((done) => setTimeout(done, 1));
            names.push(document.querySelector("main h2").textContent);
          }
          return names;
        }"""
    )
    expect(len(shown) == len(names), f"{len(shown)} cards, not {len(names)}")
    for index, (there, name) in enumerate(zip(shown, names)):
        expect(there == name, f"card {index} is called {there!r}, not {name!r}")


def addresses(page, names):
    """Each scene has an address, by which the page opens and goes back."""
    place = next(i for i, name in enumerate(names) if i > 0 and name.isalnum())
    page.evaluate("(name) => { location.hash = encodeURIComponent(name); }", names[place])
    page.wait_for_selector(f"html[data-shown='{place}']", state="attached")
    page.keyboard.press("PageUp")
    page.wait_for_selector(f"html[data-shown='{place - 1}']", state="attached")
    page.go_back()
    page.wait_for_selector(f"html[data-shown='{place}']", state="attached")


def parts(page):
    """The whole picture is shown with what changes outlined; that fills the view after a click."""
    page.keyboard.press("1")
    card = "JSON.parse(document.getElementById('data').textContent).cards[0]"
    zoomed = page.locator("[data-part=change]").get_attribute("aria-pressed")
    expect(zoomed == str(page.evaluate(card + ".zoomed")).lower(), f"the start is zoomed: {zoomed}")
    page.get_by_role("button", name="All of it").click()
    page.keyboard.press("Home")
    page.keyboard.press("n")
    outline = page.locator(".stage .outline").first
    sheet, box = page.locator(".stage .sheet").first.bounding_box(), outline.bounding_box()
    area = page.evaluate(card + f".areas[{frame(page)}]")
    width = page.evaluate(card + ".film.size[0]")
    if area and box:
        scale = sheet["width"] / width
        expect(abs(box["width"] - area[2] * scale) < 2, f"the outline is {box}, not {area}")
        expect(abs(box["x"] - sheet["x"] - area[0] * scale) < 2, f"the outline is at {box}, not {area}")
    else:
        expect(False, f"what differs is not outlined: {area} {box}")
    page.get_by_role("button", name="What changes").click()
    small = page.evaluate("document.querySelector('.stage canvas').width")
    page.get_by_role("button", name="All of it").click()
    whole = page.evaluate("document.querySelector('.stage canvas').width")
    expect(small < whole, f"the change is {small} pixels wide, all of it {whole}")
    page.get_by_role("button", name="What changes").click()
    expect(page.evaluate("document.querySelector('.stage canvas').width") == small, "the change is not shown again")


def worst(page):
    """The page opens on the frame in which most is seen of what differs."""
    film = page.evaluate("JSON.parse(document.getElementById('data').textContent).cards[0].film")
    expect(frame(page) == film["worst"], f"the page opens on {frame(page)}, not on {film['worst']}")


def narrow(browser, address):
    """On a phone the slider is there first, and the picture is not in the midst of emptiness."""
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-shown='0']", state="attached")
    pressed = page.locator(".group [aria-pressed=true]").all_text_contents()
    expect("Slider" in pressed, f"a phone begins with {pressed}")
    view, sheet = page.locator(".stage .view").bounding_box(), page.locator(".stage .sheet").bounding_box()
    expect(view["height"] < max(90, sheet["height"]) + 30, f"{view} has room around {sheet}")
    context.close()


def phone(page):
    """Nothing is wider than a phone, and the theme can be changed."""
    page.set_viewport_size({"width": 360, "height": 740})
    wide = page.evaluate("document.documentElement.scrollWidth")
    expect(wide <= 360, f"the page is {wide} wide on a phone")
    box = page.get_by_role("button", name="Light or dark").bounding_box()
    expect(box and 0 <= box["x"] and box["x"] + box["width"] <= 360, f"the theme button is not on a phone's screen: {box}")
    page.set_viewport_size({"width": 1280, "height": 900})


def late(page):
    """A picture that is not there yet leaves the one before, alone in a viewer, and is added to a strip when it comes."""
    seen = page.evaluate(
        """async () => {
          const [{ Viewer }, { Strip }] = await Promise.all([import("./viewer.js"), import("./strip.js")]);
          const canvas = document.createElement("canvas");
          canvas.getContext("2d").fillRect(0, 0, 9, 9);
          let count = 1;
          const film = { width: 2, height: 2, times: [0, 1], seek: (place) => place > 1 ? undefined : place < count ? canvas : null };
          const frames = [0, 1, 2].map((index) => ({ index, time: index, share: 0 }));
          const viewer = new Viewer([{ kind: "", title: "", film }], frames, { detail: null, isWhole: true, changed: () => {} });
          const strip = new Strip([film], frames, viewer.part, () => {});
          const alpha = (place) => [viewer.show(place), viewer.layers[0].getContext("2d").getImageData(0, 0, 1, 1).data[3]];
          const thumbs = () => strip.node.querySelectorAll("canvas").length;
          const before = [alpha(0), alpha(1), alpha(2), thumbs()];
          count = 2;
          strip.fill(strip.buttons[1]);
          return [before, [alpha(1), thumbs()]];
        }"""
    )
    wanted = [[[True, 255], [False, 255], [True, 0], 1], [[True, 255], 2]]
    expect(seen == wanted, f"pictures that come late: {seen}, not {wanted}")


def modules(browser, address):
    """The script is joined from modules, which a browser can also load as they are: each imports what it uses."""
    folder = pathlib.Path(__file__).resolve().parents[2] / "Sources/CPages/pages"
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("pageerror", lambda error: faults.append(f"modules: {error}"))
    page.goto(address)
    data = page.text_content("#data")
    style = "".join(file.read_text() for file in folder.glob("*.css"))
    host = "http://pages.test/"

    def answer(route):
        name = route.request.url[len(host):]
        if name.endswith(".js"):
            return route.fulfill(path=folder / name, content_type="text/javascript")
        text = f'<style>{style}</style><body><script type="application/json" id="data">{data}</script>'
        text += '<script type="module" src="report.js"></script>'
        return route.fulfill(body=f"<!doctype html><meta charset=utf-8>{text}", content_type="text/html")

    page.route(host + "**", answer)
    page.goto(host)
    try:
        page.wait_for_selector("html[data-shown='0']", state="attached", timeout=10_000)
    except TimeoutError:
        return expect(False, "modules: the page does not come")
    keyboard(page)
    modes(page)
    page.get_by_role("button", name="All of it").click()
    page.get_by_role("button", name="Light or dark").click()
    late(page)
    page.close()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.on("console", lambda message: faults.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    wanted = "file://" + page_path
    page.on("request", lambda request: unquote(request.url) == unquote(wanted) or request.url.startswith(("data:", "blob:")) or faults.append(f"request: {request.url}"))
    page.goto(wanted)
    page.wait_for_selector("html[data-shown='0']", state="attached")
    with open(names_path, encoding="utf-8") as file:
        names = json.load(file)
    expect(page.locator("script").count() == 2, "there is a script more")
    worst(page)
    keyboard(page)
    modes(page)
    zoom(page)
    parts(page)
    phone(page)
    walk(page, names)
    addresses(page, names)
    narrow(browser, wanted)
    modules(browser, wanted)
    browser.close()

print("\n".join(faults[:20]))
sys.exit(1 if faults else 0)
