#!/usr/bin/env python3
"""Makes Signs.ttf: U+1F7E2 as layers of COLR, U+1F7E6 and the pair of U+1F1E9 U+1F1EA as PNGs of sbix."""
import io

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.sbixGlyph import Glyph
from fontTools.ttLib.tables.sbixStrike import Strike
from PIL import Image, ImageDraw


def polygon(*points):
    pen = TTGlyphPen(None)
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def empty():
    return TTGlyphPen(None).glyph()


def png(draw):
    picture = Image.new("RGBA", (64, 48))
    draw(ImageDraw.Draw(picture))
    data = io.BytesIO()
    picture.save(data, "png", optimize=True)
    return data.getvalue()


square = polygon((100, 0), (100, 700), (900, 700), (900, 0))
glyphs = {
    ".notdef": empty(),
    "space": empty(),
    "leaf": polygon((100, 350), (500, 700), (900, 350), (500, 0)),
    "leaf.back": square,
    "leaf.middle": polygon((500, 600), (800, 350), (500, 100), (200, 350)),
    "blue": empty(),
    "D": square,
    "E": square,
    "flag": empty(),
}
font = FontBuilder(1000, isTTF=True)
font.setupGlyphOrder(list(glyphs))
font.setupCharacterMap(
    {0x20: "space", 0x1F7E2: "leaf", 0x1F7E6: "blue", 0x1F1E9: "D", 0x1F1EA: "E"})
font.setupGlyf(glyphs)
font.setupHorizontalMetrics({name: (1000, getattr(glyph, "xMin", 0)) for name, glyph in glyphs.items()})
font.setupHorizontalHeader(ascent=800, descent=-200)
font.setupNameTable({"familyName": "Signs", "styleName": "Regular"})
font.setupOS2(sTypoAscender=800, sTypoDescender=-200)
font.setupPost()
font.font["COLR"] = buildCOLR({"leaf": [("leaf.back", 0), ("leaf", 1), ("leaf.middle", 0xFFFF)]}, version=0)
font.font["CPAL"] = buildCPAL([[(0.8, 0.93, 0.8, 1), (0.1, 0.6, 0.2, 1)]])
table = newTable("sbix")
table.version, table.flags, table.numStrikes = 1, 1, 1
strike = Strike(ppem=64)
strike.glyphs = {name: Glyph(glyphName=name, graphicType=None) for name in glyphs}
for name, draw in {
    "blue": lambda on: on.rounded_rectangle((2, 2, 61, 45), 12, fill=(30, 110, 230, 255)),
    "flag": lambda on: [
        on.rectangle((2, 2 + 15 * i, 61, 16 + 15 * i), fill=color)
        for i, color in enumerate([(0, 0, 0, 255), (221, 0, 0, 255), (255, 206, 0, 255)])
    ],
}.items():
    strike.glyphs[name] = Glyph(
        glyphName=name, graphicType="png ", imageData=png(draw), originOffsetX=0, originOffsetY=0)
table.strikes = {64: strike}
font.font["sbix"] = table
addOpenTypeFeaturesFromString(font.font, "feature ccmp { sub D E by flag; } ccmp;")
font.font["head"].created = font.font["head"].modified = 0
font.font.recalcTimestamp = False
font.save("Signs.ttf")
