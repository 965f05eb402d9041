"""Starts the preview of copied scenes and does in Chromium what a designer does: preview_page.py PROGRAM SCENES.

PROGRAM is render-transition, SCENES the folder of examples. Prints what is wrong, a line each; exit code 0 if
nothing is. With AXE, the path of axe.min.js, in the environment, the accessibility of the page is checked, too.
"""
import http.server
import io
import json
import os
import pathlib
import shutil
import signal
import socketserver
import subprocess
import sys
import tempfile
import threading
import urllib.request

from PIL import Image
from playwright.sync_api import TimeoutError, sync_playwright

program, examples = sys.argv[1:3]
faults = []
folder = pathlib.Path(tempfile.mkdtemp()) / "scenes"
shutil.copytree(examples, folder, symlinks=True, ignore=shutil.ignore_patterns("gallery", "strips"))
used = ["drag.json", "fade.json", "pop.json", "push.json"]
for file in folder.glob("*.json"):
    if file.name not in used:
        file.unlink()
clear = """{
  "version": 1,
  "canvas": { "width": 40, "height": 30, "background": "clear" },
  "from": { "background": "clear", "layers": [{ "id": "a", "frame": [3, 2, 20, 20], "fill": "#C8642D", "opacity": 0.37, "cornerRadius": 7 }] },
  "to": { "background": "clear", "layers": [{ "id": "b", "frame": [9, 5, 20, 20], "fill": "#1947B3", "opacity": 0.61, "cornerRadius": 9 }] },
  "transition": "fade"
}
"""
(folder / "clear.json").write_text(clear)
push = folder / "push.json"
git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
subprocess.run([program, "approve", "-q", "push.json"], cwd=folder, check=True)
for line in [["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Scenes"]]:
    subprocess.run(git + line, cwd=folder, check=True)
original = push.read_text()


def expect(holds, what):
    if not holds:
        faults.append(what)


def write(path, text):
    """Saves as editors do: beside the file, then over it."""
    beside = path.with_name(path.name + "~")
    beside.write_text(text)
    beside.rename(path)


def data(page, name):
    return page.locator("html").get_attribute("data-" + name)


def until(page, what, holds, seconds=15):
    """Waits here, since the page's policy lets no text be run."""
    for _ in range(int(seconds * 40)):
        if holds():
            return True
        page.wait_for_timeout(25)
    faults.append(f"not within {seconds} s: {what}")
    return False


def frame(page):
    return int(page.get_by_role("slider", name="Frame", exact=True).input_value())


def last(page):
    return int(page.get_by_role("slider", name="Frame", exact=True).get_attribute("max"))


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def rows(page, scene):
    """All bytes of what the canvas shows."""
    return bytes(
        page.evaluate(
            """() => {
              const canvas = document.getElementById("picture");
              return Array.from(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data);
            }"""
        )
    )


def shown(page):
    return page.locator("#picture").count() == 1 and data(page, "frame") == str(frame(page))


def open_page(context, address, scene="push.json"):
    page = context.new_page()
    page.on("console", lambda message: "status of 4" in message.text or "net::ERR" in message.text or faults.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("request", lambda request: request.url.startswith((address, "blob:", "data:")) or faults.append(f"request: {request.url}"))
    page.goto(f"{address}#scene={scene}")
    until(page, f"a picture of {scene}", lambda: data(page, "hash") and data(page, "scene") == scene)
    return page


def pixels(page, address, scene):
    """The canvas has exactly the pixels of the PNG, which are those that `frame` writes."""
    page.get_by_role("button", name=scene, exact=True).click()
    until(page, f"the picture of {scene}", lambda: data(page, "scene") == scene and data(page, "hash") and shown(page))
    for place in [0, last(page) // 2, last(page)]:
        press(page, "Home")
        page.get_by_role("spinbutton", name="Go to frame").fill(str(place))
        press(page, "Enter")
        until(page, f"frame {place} of {scene}", lambda: data(page, "frame") == str(place))
        url = f"{address}builds/{data(page, 'build')}/frame?index={place}"
        with urllib.request.urlopen(url) as answer:
            expect(answer.headers["Frame-Hash"] == data(page, "hash"), f"the hash of frame {place} of {scene}")
            picture = Image.open(io.BytesIO(answer.read())).convert("RGBA")
        there, wanted = rows(page, scene), picture.tobytes()
        off = sum(a != b for a, b in zip(there, wanted)) + abs(len(there) - len(wanted))
        expect(off == 0, f"frame {place} of {scene}: {off} of {len(wanted)} bytes of the canvas are others")
        page.get_by_role("spinbutton", name="Go to frame").evaluate("(node) => node.blur()")


def keyboard(page):
    end = last(page)
    press(page, "Home")
    expect(frame(page) == 0, "Home does not go to the first frame")
    press(page, "ArrowRight")
    expect(frame(page) == 1, "the right arrow does not go to the next frame")
    press(page, "Shift+ArrowRight")
    expect(frame(page) == 11, "Shift and the right arrow do not go ten frames")
    press(page, "ArrowLeft")
    expect(frame(page) == 10, "the left arrow does not go back")
    press(page, "End")
    expect(frame(page) == end, "End does not go to the last frame")
    # A focused control keeps no key to itself that it does not need.
    page.get_by_role("button", name="Loop").focus()
    press(page, "Home")
    expect(frame(page) == 0, "Home does nothing where a button has the focus")
    page.get_by_role("slider", name="Frame", exact=True).focus()
    press(page, "Shift+ArrowRight", " ")
    until(page, "playing", lambda: frame(page) != 10)
    press(page, "Enter")
    page.wait_for_timeout(60)
    expect(frame(page) == 10, f"Enter does not go back to where playing began, but to {frame(page)}")
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, "Play plays", lambda: frame(page) != 10)
    press(page, "k")
    there = frame(page)
    page.wait_for_timeout(150)
    expect(frame(page) == there, "K does not stop")
    press(page, "End", "j")
    until(page, "J plays backward", lambda: 0 < frame(page) < end)
    press(page, "k", "Home", "l")
    until(page, "L plays forward", lambda: 0 < frame(page) < end)
    press(page, "k", "Home", "ArrowRight", "ArrowRight", "[", "Shift+ArrowRight", "]", "l")
    seen = set()
    for _ in range(60):
        seen.add(frame(page))
        page.wait_for_timeout(20)
    press(page, "k")
    expect(min(seen) >= 2 and max(seen) <= 12, f"the loop from 2 to 12 goes over {sorted(seen)}")
    until(page, "the loop in the address", lambda: "loop=2-12" in page.url)
    press(page, "\\")
    press(page, "?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog.is_visible(), "? shows no help")
    press(page, "Escape")
    expect(not dialog.is_visible(), "Escape does not close the help")
    press(page, "o")
    onion = page.get_by_role("dialog").get_by_role("img")
    until(page, "the onion", lambda: onion.count() == 1 and onion.evaluate("(one) => one.naturalWidth > 0"))
    press(page, "Escape", "PageUp")
    until(page, "the scene before", lambda: data(page, "scene") == "pop.json")
    press(page, "PageDown")
    until(page, "the next scene", lambda: data(page, "scene") == "push.json" and shown(page))


def reloads(page):
    """A save keeps the time, the last frame stays the last, and no picture is blank; F5 keeps it all, too."""
    press(page, "Home", "Shift+ArrowRight", "+")
    until(page, "frame 10", lambda: data(page, "frame") == "10")
    build = data(page, "build")
    page.evaluate(
        """() => {
          window.blanks = 0;
          const look = () => {
            const canvas = document.getElementById("picture");
            const alpha = canvas?.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3];
            if (alpha !== 255) window.blanks += 1;
            window.looking = requestAnimationFrame(look);
          };
          look();
        }"""
    )
    write(push, original.replace('"push"', '{ "type": "push", "dim": 0.6 }'))
    until(page, "a new build after a save", lambda: data(page, "build") != build)
    expect(frame(page) == 10, f"a save moves the playhead to {frame(page)}")
    expect(page.evaluate("window.blanks") == 0, f"{page.evaluate('window.blanks')} frames are blank while a save is shown")
    press(page, "End")
    before = last(page)
    write(push, original.replace('"push"', '{ "type": "push", "curve": "easeOut", "duration": 0.9 }'))
    until(page, "more frames", lambda: last(page) != before)
    expect(frame(page) == last(page), "the last frame does not stay the last")
    press(page, "Home", "Shift+ArrowRight")
    page.wait_for_timeout(400)
    page.reload()
    until(page, "the page after F5", lambda: data(page, "hash") is not None)
    expect(frame(page) == 10, f"F5 moves the playhead to {frame(page)}")
    expect(page.get_by_role("button", name="1×", exact=True).get_attribute("aria-pressed") == "true", "F5 forgets the zoom")
    press(page, "-")


def mistakes(page):
    """The last good picture stays; the mistake is what the terminal says, and its fix is a button."""
    write(push, original)
    until(page, "the first text", lambda: data(page, "problem") == "" and last(page) == 26)
    press(page, "Home", "ArrowRight")
    until(page, "frame 1", lambda: data(page, "frame") == "1")
    good = rows(page, "push.json")
    write(push, original.replace('"push"', '"pussh"'))
    until(page, "mistakes", lambda: data(page, "problem") == "mistakes")
    region = page.get_by_role("region", name="Mistakes")
    text = region.inner_text()
    expect("push.json:5:17: error: unknown recipe" in text and "^" in text, f"the mistake is not as in the terminal: {text}")
    expect("last good picture" in text, f"no word of the last good picture: {text}")
    expect(rows(page, "push.json") == good, "the last good picture does not stay")
    region.get_by_role("button", name="push").click()
    until(page, "the fix", lambda: data(page, "problem") == "")
    expect(not region.is_visible(), "mistakes stay when there are none")
    press(page, "Control+s")
    until(page, "the fix in the file", lambda: push.read_text() == original)
    until(page, "nothing to save", lambda: page.get_by_role("button", name="Save", exact=True).is_disabled())


def compares(page):
    """With what was approved: five ways, by keys and buttons, and the bars say what differs."""
    build = data(page, "build")
    write(push, original.replace('"push"', '{ "type": "push", "dim": 0.6 }'))
    until(page, "a new build", lambda: data(page, "build") != build)
    press(page, "1")
    until(page, "two panes", lambda: page.locator(".stage .pane canvas").count() == 2)

    def differs():
        press(page, "Home", "n")
        return frame(page) > 0

    until(page, "a difference", differs)
    for key, name in zip("12345", ["Side by side", "Slider", "Overlay", "Blink", "Heat"]):
        press(page, key)
        pressed = page.get_by_role("button", name=name, exact=True).get_attribute("aria-pressed")
        expect(pressed == "true", f"{key} does not choose {name}")
    press(page, "0")
    expect(page.locator(".stage canvas").count() == 1, "0 does not end the comparison")
    write(push, original)


def approves(page):
    """The gallery shows all scenes; approval asks first, names the scene and returns the focus."""
    scenes = page.get_by_role("region", name="Scenes")
    page.get_by_role("button", name="Gallery", exact=True).click()
    cards = page.locator(".card")
    until(page, "strips", lambda: page.evaluate("[...document.querySelectorAll('.card img')].filter((one) => one.naturalWidth > 0).length") == cards.count(), 40)
    expect(cards.count() == len(used) + 1, f"the gallery has {cards.count()} scenes")
    page.locator(".card", has_text="fade.json").click()
    until(page, "fade.json", lambda: data(page, "scene") == "fade.json" and data(page, "hash"))
    build = data(page, "build")
    write(folder / "fade.json", (folder / "fade.json").read_text().replace("400ms", "300ms"))
    badge = page.locator("header .badge")
    until(page, "another verdict", lambda: data(page, "build") != build and badge.inner_text() in ["different", "missing"])
    button = page.get_by_role("button", name="Approve…", exact=True)
    button.focus()
    press(page, "Enter")
    dialog = page.get_by_role("dialog", name="Approve")
    expect("fade.json" in dialog.inner_text(), "the question does not name the scene")
    dialog.get_by_role("button", name="Cancel", exact=True).click()
    expect(button.evaluate("(node) => node === document.activeElement"), "a dialog does not return the focus")
    button.click()
    dialog.get_by_role("button", name="Approve", exact=True).click()
    until(page, "the approval", lambda: badge.inner_text() == "same")
    scenes.get_by_role("button", name="push.json", exact=True).click()
    until(page, "push.json", lambda: data(page, "scene") == "push.json" and data(page, "hash"))


def motion(page):
    """A slider is an edit; one drag is one undo; what is not valid cannot be saved; a save keeps the file's form."""
    text = original.replace('"transition": "push"', '"transition": { "type": "push", /* as in Mail */ "dim": 0.2 }')
    build = data(page, "build")
    write(push, text)
    until(page, "the text with a comment", lambda: data(page, "build") != build)
    dim = page.get_by_role("slider", name="Dim", exact=True)
    undo, redo, save = (page.get_by_role("button", name=name, exact=True) for name in ["Undo", "Redo", "Save"])
    expect(save.is_disabled() and undo.is_disabled(), "there is something to save before a change")
    build = data(page, "build")
    box = dim.bounding_box()
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    for step in range(10):
        page.mouse.move(box["x"] + (0.25 + 0.04 * step) * box["width"], box["y"] + box["height"] / 2)
    page.mouse.up()
    until(page, "a build of the edit", lambda: data(page, "build") != build and save.is_enabled())
    expect(push.read_text() == text, "an edit is written before it is saved")
    undo.click()
    until(page, "one undo for one drag", lambda: data(page, "build") == build and undo.is_disabled())
    redo.click()
    until(page, "redo", lambda: data(page, "build") != build)
    value = dim.input_value()
    page.wait_for_timeout(400)
    page.reload()
    until(page, "the edit after F5", lambda: data(page, "hash") and dim.count() == 1 and dim.input_value() == value)
    duration = page.get_by_role("spinbutton", name="Duration as a number")
    duration.fill("-3")
    press(page, "Enter")
    until(page, "a mistake", lambda: data(page, "problem") == "mistakes")
    expect(page.locator(".control", has=duration).locator(".fault").is_visible(), "the mistake is not at its control")
    expect(save.is_disabled(), "what is not valid can be saved")
    expect(page.locator("#picture").is_visible(), "a mistake takes the picture away")
    undo.click()
    until(page, "no mistake", lambda: data(page, "problem") == "" and save.is_enabled())
    expect(page.get_by_role("slider", name="Duration", exact=True).count() == 1, "there is no slider Duration")
    press(page, "Control+s")
    until(page, "a saved file", lambda: push.read_text() != text)
    wanted = text.replace('"dim": 0.2', f'"dim": {float(value):g}')
    expect(push.read_text() == wanted, f"a save changes more than the value: {push.read_text()}")
    until(page, "nothing to save", lambda: save.is_disabled())
    build = data(page, "build")
    write(push, original)
    until(page, "the first text again", lambda: data(page, "build") != build)


def finger(page):
    """The pointer drives the transition, the page says what letting go does, and the recording is an edit."""
    page.get_by_role("region", name="Scenes").get_by_role("button", name="pop.json", exact=True).click()
    until(page, "pop.json", lambda: data(page, "scene") == "pop.json" and data(page, "build"))
    press(page, "Home", "g")
    status = page.get_by_role("status", name="Gesture")
    save = page.get_by_role("button", name="Save", exact=True)
    build, first = data(page, "build"), rows(page, "pop.json")

    def drag(share, steps=12):
        box = page.locator("#picture").bounding_box()
        y = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 3, y)
        page.mouse.down()
        for step in range(steps):
            page.mouse.move(box["x"] + 3 + share * box["width"] * (step + 1) / steps, y)
            page.wait_for_timeout(16)

    drag(0.7)
    until(page, "what letting go does", lambda: "let go, and it finishes" in status.inner_text())
    until(page, "the picture under the finger", lambda: rows(page, "pop.json") != first)
    expect(data(page, "build") == build, "a finger that is down makes a build")
    page.mouse.up()
    until(page, "a recording", lambda: data(page, "build") != build and save.is_enabled())
    until(page, "the verdict", lambda: "it finishes" in status.inner_text() and "test" in status.inner_text())
    page.get_by_role("button", name="Undo", exact=True).click()
    until(page, "no recording", lambda: data(page, "build") == build)
    way = page.get_by_role("slider", name="Finger", exact=True)
    way.focus()
    for _ in range(20):
        press(page, "ArrowRight")
    until(page, "a finger by keyboard", lambda: "let go" in status.inner_text() and "%" in status.inner_text())
    press(page, "Enter")
    until(page, "the verdict by keyboard", lambda: status.inner_text().startswith("Let go"))
    press(page, "g")
    if page.get_by_role("button", name="Undo", exact=True).is_enabled():
        page.get_by_role("button", name="Undo", exact=True).click()
    until(page, "no recording by keyboard", lambda: data(page, "build") == build)
    page.get_by_role("region", name="Scenes").get_by_role("button", name="push.json", exact=True).click()
    until(page, "push.json", lambda: data(page, "scene") == "push.json" and data(page, "build"))


def values(page):
    """The values of the timeline are plotted, and shell lines can be copied."""
    press(page, "Home")
    page.get_by_text("Values", exact=True).click()
    until(page, "plots", lambda: page.locator("aside .plot").count() > 3)
    plot = page.locator("aside .plot", has_text="dim opacity")
    expect(plot.locator(".title span").inner_text() == "0", "the first value is another")
    press(page, "End")
    expect(plot.locator(".title span").inner_text() != "0", "the plot does not follow the playhead")
    page.get_by_text("Values", exact=True).click()
    page.get_by_text("Export", exact=True).first.click()
    line = page.locator(".lines code").first.inner_text()
    expect(line.startswith("render-transition render ") and "push.json" in line, f"the shell line is {line}")
    page.get_by_role("checkbox", name="APNG").check()
    page.get_by_role("button", name="Export", exact=True).click()
    until(page, "two outputs", lambda: "Exported: output/push.gif, output/push.apng" in page.locator(".notice").inner_text())
    expect(Image.open(folder / "output" / "push.gif").n_frames > 10, "the exported GIF has too few frames")
    page.get_by_text("Export", exact=True).first.click()


def layers(page):
    """A click on the picture tells its layers, a further one the next behind; a point can be typed, too."""
    press(page, "Home")
    box = page.locator("#picture").bounding_box()
    def click(x, y):
        page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    chosen = page.locator(".layers [aria-pressed=true]")
    click(0.5, 0.5)
    until(page, "layers", lambda: chosen.count() == 1)
    first = chosen.inner_text()
    click(0.5, 0.5)
    until(page, "the next layer", lambda: chosen.inner_text() != first or page.locator(".layers li").count() == 1)
    expect(".json:" in page.locator(".layers dl").inner_text(), "no place is told")
    expect(page.locator(".picked").count() == 1, "the layer is not framed")
    page.get_by_role("spinbutton", name="y", exact=True).fill("20")
    page.get_by_role("spinbutton", name="y", exact=True).press("Enter")
    until(page, "another layer", lambda: "bar" in page.locator(".layers").inner_text() or chosen.count() == 1)
    press(page, "End")
    until(page, "layers of the end", lambda: chosen.count() == 1 and page.locator(".picked").count() == 1)
    page.get_by_text("Layer", exact=True).click()
    until(page, "no frame of a closed panel", lambda: page.locator(".picked").count() == 0)


def stranger(browser, address):
    """A page of another origin that knows the address reads nothing, and writes nothing."""
    text = push.read_text()
    silent = type("Silent", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with socketserver.TCPServer(("127.0.0.1", 0), silent) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{other.server_address[1]}/")
        found = page.evaluate(
            """async (address) => {
              const tries = [
                () => fetch(address + "scenes").then((answer) => answer.text()),
                () => fetch(address + "builds", { method: "POST", body: '{"scene":"push.json"}' }).then((answer) => answer.text()),
                () => fetch(address + "builds", { method: "POST", mode: "no-cors", body: '{"scene":"push.json"}' }).then((answer) => answer.text()),
                () => new Promise((loaded, failed) => {
                  const image = new Image();
                  [image.onload, image.onerror] = [() => loaded("a picture"), failed];
                  image.src = address + "strip?scene=push.json";
                }),
                () => new Promise((loaded, failed) => {
                  const script = document.createElement("script");
                  [script.onload, script.onerror] = [() => loaded("a script"), failed];
                  script.src = address + "scenes";
                  document.body.append(script);
                }),
              ];
              const results = await Promise.all(tries.map((one) => one().catch(() => "")));
              return results.filter((one) => one);
            }""",
            address,
        )
        expect(not found, f"a page of another origin reads {found}")
        page.close()
        other.shutdown()
    expect(push.read_text() == text, "a page of another origin writes")


def ends(context, address, server):
    """When the program ends, the page says so and keeps its picture."""
    page = open_page(context, address)
    server.send_signal(signal.SIGTERM)
    server.wait()
    until(page, "the banner", lambda: data(page, "problem") == "gone" and page.get_by_role("alert").is_visible(), 30)
    expect(page.locator("#picture").count() == 1, "the picture goes when the program ends")
    page.close()


def tabs(context, address):
    """Eight tabs of one origin do not hang: only a visible one waits."""
    pages = [open_page(context, address) for _ in range(8)]
    expect(all(data(page, "hash") for page in pages), "a tab of eight has no picture")
    for page in pages:
        page.close()


def accessible(browser, address, **screen):
    """axe-core finds nothing; its text is run beside the page's policy."""
    if "AXE" not in os.environ:
        return
    context = browser.new_context(bypass_csp=True, **screen)
    page = context.new_page()
    page.goto(address)
    until(page, "a picture", lambda: data(page, "hash"))
    page.evaluate("(text) => { (0, eval)(text); }", pathlib.Path(os.environ["AXE"]).read_text())
    found = page.evaluate("async () => (await axe.run()).violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`)")
    faults.extend(f"axe: {one}" for one in found)
    context.close()


def phone(browser, address):
    """Nothing is wider than a screen, the transport stays in sight, and targets are large enough."""
    for width, height in [(390, 844), (320, 640)]:
        context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, color_scheme="dark")
        page = open_page(context, address)
        wide = page.evaluate("document.documentElement.scrollWidth")
        expect(wide <= width, f"the page is {wide} wide on a screen of {width}")
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        box = page.get_by_role("button", name="Play", exact=True).bounding_box()
        expect(box and 0 <= box["y"] and box["y"] + box["height"] <= height, f"Play is not in sight: {box}")
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, input, select, summary")].filter((node) => {
              const box = node.getBoundingClientRect();
              return box.width > 0 && (box.width < 24 || box.height < 24) && node.type !== "range" && node.type !== "checkbox";
            }).map((node) => node.title || node.ariaLabel || node.textContent)"""
        )
        expect(not small, f"targets under 24 pixels: {small}")
        page.get_by_role("button", name="Next frame").tap()
        expect(frame(page) == 1, "a tap on the next frame does nothing")
        context.close()


server = subprocess.Popen([program, "preview", "--json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
address = json.loads(server.stdout.readline())["url"]
try:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = open_page(context, address)
        keyboard(page)
        reloads(page)
        mistakes(page)
        compares(page)
        approves(page)
        motion(page)
        finger(page)
        values(page)
        layers(page)
        pixels(page, address, "push.json")
        pixels(page, address, "clear.json")
        page.close()
        tabs(context, address)
        stranger(browser, address)
        phone(browser, address)
        accessible(browser, address, viewport={"width": 1280, "height": 900}, color_scheme="light")
        accessible(browser, address, viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
        ends(context, address, server)
        browser.close()
except TimeoutError as error:
    faults.append(f"stopped: {error}")
finally:
    server.kill()
    shutil.rmtree(folder.parent)

print("\n".join(faults[:40]))
sys.exit(1 if faults else 0)
