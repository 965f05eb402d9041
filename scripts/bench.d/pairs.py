"""Draws pairs of screens that encoders find hard in different ways, and a scene for each pair.

Usage: pairs.py PROGRAM FOLDER. The same pairs on every machine: lists of flat colours, light and dark,
pages of text, gradients, something like photographs, and noise, each 780 x 1688 under `recede`.
Prints the scenes' paths.
"""

import json
import os
import random
import subprocess
import sys

import numpy
from PIL import Image

WIDTH, HEIGHT = 390, 844
WORDS = (
    "the a river light over stone quiet morning window letter paper garden north road house salt "
    "small long green heavy before after never often water glass iron field voice number seven "
    "under bridge winter silver bright open close early late").split()
COLORS = "#FF3B30 #FF9500 #FFCC00 #34C759 #5AC8FA #007AFF #5856D6 #FF2D55 #8E8E93 #00C7BE".split()


def words(count):
    return " ".join(random.choice(WORDS) for _ in range(count)).capitalize()


def text(content, x, y, width, **more):
    return {"type": "text", "text": content, "frame": [x, y, width, None], **more}


def box(x, y, width, height, fill, radius=0, **more):
    return {"frame": [x, y, width, height], "fill": fill, "cornerRadius": radius, **more}


def list_of_rows(is_dark):
    ground, card, ink, faint = (
        ("#000", "#1C1C1E", "#FFF", "#98989F") if is_dark else ("#F2F2F7", "#FFF", "#000", "#8A8A8E"))
    layers = [text(words(1), 20, 56, 350, size=32, weight=700, color=ink)]
    for group in range(3):
        top = 112 + 244 * group
        layers.append(box(16, top, 358, 224, card, 12))
        for row in range(4):
            y = top + 56 * row
            layers += [
                box(28, y + 12, 32, 32, random.choice(COLORS), 8),
                text(words(2), 74, y + 8, 240, size=16, color=ink),
                text(words(4), 74, y + 30, 240, size=12, color=faint),
                text(str(random.randint(1, 99)), 320, y + 16, 40, color=faint, align="right"),
                box(74, y + 55, 300, 1, faint, opacity=0.3)]
    return {"background": ground, "layers": layers}


def details(is_dark):
    ground, ink = ("#1C1C1E", "#FFF") if is_dark else ("#FFF", "#111")
    layers = [
        text(words(4), 20, 90, 350, size=28, weight=700, color=ink),
        box(20, 170, 350, 160, "#007AFF", 20),
        text("72%", 20, 210, 350, size=60, weight=700, color="#FFF", align="center"),
        text(words(40), 20, 350, 350, size=15, color=ink, opacity=0.8)]
    for place in range(7):
        layers.append(box(20 + 50 * place, 540, 42, random.randint(40, 140), COLORS[place], 6))
    layers += [box(20, 720, 350, 50, "#34C759", 14),
               text("Continue", 20, 734, 350, weight=600, color="#FFF", align="center")]
    return {"background": ground, "layers": layers}


def page():
    layers = [text(words(4), 22, 50, 346, size=26, weight=700)]
    layers += [
        text(words(46), 22, 100 + 122 * part, 346, size=15, lineHeight=21, color="#1A1A1A",
             maxLines=6, truncate="none")
        for part in range(6)]
    return {"background": "#FFFDF8", "layers": layers}


def gradient(first, second, angle):
    turn = numpy.deg2rad(angle)
    x, y = numpy.cos(turn) / 2, numpy.sin(turn) / 2
    return {"gradient": "linear", "from": [0.5 - x, 0.5 - y], "to": [0.5 + x, 0.5 + y],
            "stops": [[first, 0], [second, 1]]}


def gradients():
    layers = []
    for place in range(5):
        first, second = random.sample(COLORS, 2)
        layers += [
            box(20, 80 + 140 * place, 350, 116, gradient(first, second, random.randint(0, 359)), 18,
                shadow={"opacity": 0.3, "radius": 12, "offset": [0, 8]}),
            text(words(3), 36, 96 + 140 * place, 300, weight=600, color="#FFF")]
    return {"background": gradient(*random.sample(COLORS, 2), 70), "layers": layers}


def cloud(numbers):
    """Something like a photograph: noise of many sizes."""
    picture = numpy.zeros((2 * HEIGHT, 2 * WIDTH, 3))
    for cell, strength in ((240, 60), (80, 40), (24, 24), (8, 12), (2, 5), (1, 2)):
        size = (2 * WIDTH // cell + 2, 2 * HEIGHT // cell + 2)
        for channel in range(3):
            part = Image.fromarray(numbers.normal(0, strength, size[::-1]).astype("float32"))
            large = part.resize((size[0] * cell, size[1] * cell), Image.BICUBIC)
            picture[..., channel] += numpy.asarray(large)[: 2 * HEIGHT, : 2 * WIDTH]
    return (picture + 120).clip(0, 255).astype("uint8")


def main():
    program, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    random.seed(7)
    numbers = numpy.random.Generator(numpy.random.PCG64(7))
    drawn = {
        "flat": (list_of_rows(False), details(False)), "dark": (list_of_rows(True), details(True)),
        "text": (page(), page()), "gradients": (gradients(), gradients())}
    for name, screens in drawn.items():
        for place, screen in enumerate(screens):
            still = f"{folder}/still.json"
            scene = {"version": 1, "canvas": {"width": WIDTH, "height": HEIGHT, "scale": 2},
                     "from": screen, "to": screen, "transition": "fade"}
            with open(still, "w") as file:
                json.dump(scene, file)
            picture = f"{folder}/{name}{place}.png"
            subprocess.run([program, "frame", still, "--at", "0%", "-q", "-o", picture], check=True)
    for place in range(2):
        Image.fromarray(cloud(numbers)).save(f"{folder}/photo{place}.png")
        noise = numbers.integers(0, 256, (2 * HEIGHT, 2 * WIDTH, 3), dtype="uint8")
        Image.fromarray(noise).save(f"{folder}/noise{place}.png")
    for name in (*drawn, "photo", "noise"):
        scene = {"version": 1, "from": f"{name}0.png", "to": f"{name}1.png",
                 "transition": {"type": "recede", "duration": 0.6}, "output": {"fps": 50}}
        with open(f"{folder}/{name}.json", "w") as file:
            json.dump(scene, file)
        print(f"{folder}/{name}.json")


main()
