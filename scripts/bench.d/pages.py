"""Lets a browser draw pairs of pages that encoders find hard, and writes a scene for each pair.

Usage: pages.py FOLDER. Settings, light and dark, text, a chat, an article, code in colours, a
dashboard, a store and cards of gradients, each 780 x 1688 under `recede`. Needs Chromium; the pages are
the same on every machine, but not how it draws them. Prints the scenes' paths.
"""

import json
import os
import random
import subprocess
import sys

WORDS = (
    "the a river light over stone quiet morning window letter paper garden north road house salt "
    "small long green heavy before after never often water glass iron field voice number").split()
COLORS = "#ff3b30 #ff9500 #34c759 #007aff #5856d6 #af52de".split()
INKS = "#ff7ab2 #67b7a4 #d0bf69 #dabaff #ffffff #fc6a5d".split()


def words(count):
    return " ".join(random.choice(WORDS) for _ in range(count)).capitalize()


def many(count, make):
    return "".join(make() for _ in range(count))


def page(style, body):
    return f"<!doctype html><meta charset=utf-8><body style='margin:0;{style}'>{body}"


def settings(ground, ink, card):
    rows = many(random.randint(7, 12), lambda: (
        "<div style='display:flex;align-items:center;padding:11px 16px;border-bottom:.5px solid #8883'>"
        f"<div style='width:29px;height:29px;border-radius:7px;margin-right:12px;"
        f"background:{random.choice(COLORS)}'></div><div style='flex:1'>{words(2)}</div>"
        "<div style='color:#8e8e93'>On ›</div></div>"))
    return page(
        f"background:{ground};color:{ink};font:17px sans-serif",
        f"<h1 style='margin:60px 16px 8px'>{words(1)}</h1>"
        f"<div style='background:{card};border-radius:12px;margin:0 16px'>{rows}</div>")


def text(ground, ink, family):
    body = many(8, lambda: f"<p style='margin:0 0 12px'>{words(50)}.</p>")
    return page(
        f"background:{ground};color:{ink};font:16px/1.45 {family};padding:54px 18px",
        f"<h2>{words(4)}</h2>{body}")


def article():
    return page(
        "background:#fff;color:#111;font:16px/1.45 sans-serif;padding:50px 16px",
        f"<h2>{words(5)}</h2>" + many(6, lambda: (
            f"<p>{words(40)} <a href='#' style='color:#06c'>{words(2)}</a> {words(12)}.</p>")))


def chat():
    def bubble():
        side, ground, ink = random.choice(
            [("flex-end", "#0b84fe", "#fff"), ("flex-start", "#e9e9eb", "#000")])
        return (
            f"<div style='display:flex;justify-content:{side};margin:4px 12px'><div style='color:{ink};"
            f"max-width:260px;border-radius:18px;padding:8px 12px;background:{ground}'>"
            f"{words(random.randint(3, 14))}</div></div>")
    return page("background:#fff;font:16px sans-serif;padding-top:60px", many(12, bubble))


def code():
    def line():
        parts = many(random.randint(1, 6), lambda: (
            f"<span style='color:{random.choice(INKS)}'>{random.choice(WORDS)} </span>"))
        return f"<div style='padding-left:{random.choice([0, 16, 32, 48])}px'>{parts}</div>"
    return page(
        "background:#292a30;color:#fff;font:13px/1.35 monospace;padding:50px 12px", many(44, line))


def dashboard():
    bars = many(12, lambda: (
        f"<div style='width:18px;height:{random.randint(20, 130)}px;border-radius:4px 4px 0 0;"
        f"background:{random.choice(COLORS)}'></div>"))
    cards = many(4, lambda: (
        "<div style='background:#fff;border-radius:16px;padding:14px;margin:10px 16px;"
        f"box-shadow:0 2px 8px #0002'><div style='color:#868e96'>{words(2)}</div>"
        f"<div style='font-size:26px'>{random.randint(100, 9999)}</div></div>"))
    return page(
        "background:#f1f3f5;font-family:sans-serif;padding-top:50px",
        "<div style='display:flex;align-items:flex-end;justify-content:space-around;height:150px;"
        f"margin:0 16px;background:#fff;border-radius:16px;padding:10px'>{bars}</div>{cards}")


def gradient():
    first, second = random.randint(0, 360), random.randint(0, 360)
    return (
        f"linear-gradient({random.randint(0, 360)}deg,hsl({first} 85% 60%),hsl({second} 80% 42%))")


def store():
    return page("background:#fff;font:16px sans-serif;padding-top:50px", many(9, lambda: (
        "<div style='display:flex;padding:10px 16px;align-items:center'><div style='width:62px;"
        f"height:62px;border-radius:14px;background:{gradient()};box-shadow:0 1px 4px #0004'></div>"
        f"<div style='margin-left:12px;flex:1'><b>{words(2)}</b><div style='color:#888'>{words(4)}</div>"
        "</div><div style='background:#eee;border-radius:14px;padding:5px 16px;color:#07f'>GET</div>"
        "</div>")))


def gradients():
    return page(
        f"background:{gradient()};height:844px;padding-top:60px;box-sizing:border-box",
        many(5, lambda: (
            "<div style='height:120px;border-radius:20px;margin:14px 18px;box-shadow:0 10px 30px #0006;"
            f"background:{gradient()};color:#fff;padding:16px;box-sizing:border-box;"
            f"font:600 20px sans-serif'>{words(3)}</div>")))


PAGES = {
    "flat": lambda: settings("#f2f2f7", "#000", "#fff"),
    "dark": lambda: settings("#000", "#fff", "#1c1c1e"),
    "text": lambda: text("#fff", "#222", "serif"),
    "dark-text": lambda: text("#121212", "#e0e0e0", "sans-serif"),
    "article": article, "chat": chat, "code": code, "dashboard": dashboard, "store": store,
    "gradients": gradients}


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, make in PAGES.items():
        random.seed(name)
        for side in (0, 1):
            path = os.path.abspath(f"{folder}/{name}{side}")
            with open(path + ".html", "w", encoding="utf-8") as file:
                file.write(make())
            subprocess.run(
                ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=390,844",
                 "--force-device-scale-factor=2", f"--screenshot={path}.png", f"file://{path}.html"],
                check=True, capture_output=True)
        scene = {
            "version": 1, "from": name + "0.png", "to": name + "1.png",
            "transition": {"type": "recede", "duration": 0.6}, "output": {"fps": 50}}
        with open(f"{folder}/{name}.json", "w", encoding="utf-8") as file:
            json.dump(scene, file)
        print(f"{folder}/{name}.json")


main()
