import Drawing
import Geometry
import Pixels
import SceneFormat

extension BarLayout {
  /// The keyboard at the lower edge: a few shapes that hold all keys, and what is written on them.
  func keyboard(_ keyboard: Keyboard, hasIndicator: Bool) throws(SceneError) -> Element {
    let keys = KeyRows(keyboard, on: layout.size, hasIndicator: hasIndicator)
    let colors = KeyColors(keyboard.style)
    let name = ScreenPart.keyboard.rawValue
    var children = try suggestions(keyboard.suggestions, colors)
    let shadow = keys.outline(of: keys.all).applying(.translation(x: 0, y: 1))
    children.append(shape("\(name).shadow", shadow, colors.shadow, keys.frame.size))
    for (kind, color) in [
      (KeyRows.Kind.letter, colors.key), (.function, colors.function), (.action, colors.action),
    ] {
      let outline = keys.outline(of: keys.all.filter { $0.kind == kind })
      guard !outline.isEmpty else { continue }
      children.append(shape("\(name).\(kind)", outline, color, keys.frame.size))
    }
    for key in keys.all + keys.foot {
      let ink = key.kind == .action ? Color.white : key.kind == .foot ? colors.foot : colors.text
      children.append(try face(key, ink, keys))
    }
    var layer = Layer.box(keys.frame, place: place)
    layer.fill = .color(colors.background)
    return element("", layer, .keyboard, children: children)
  }

  /// What is written or drawn on a key.
  private func face(
    _ key: KeyRows.Key, _ color: Color, _ keys: KeyRows
  ) throws(SceneError) -> Element {
    let name = "keyboard.\(key.face)"
    let rect = keys.rect(of: key)
    guard let icon = KeyRows.icons[key.face] else {
      var text = TextContent(key.face)
      (text.size, text.weight) = (keys.textSize(of: key), BarMetrics.keyWeight)
      text.color = color
      // Letters sit a little higher than their lines: their own middle is that of the key.
      return try line(
        text, in: rect, at: 0.5, target: nil, name: name,
        centredAt: rect.y + rect.height / 2 - (key.face.utf8.count == 1 ? 1 : 0))
    }
    let size = key.kind == .foot ? 28.0 : 22
    let frame = Rect(
      x: rect.x + (rect.width - size) / 2, y: rect.y + (rect.height - size) / 2, width: size,
      height: size)
    let path = ((try? Path(svg: icon)) ?? Path()).applying(.scaling(x: size / 24, y: size / 24))
    let stroke = ShapeContent.Stroke(color: color, width: 1.6, cap: .round, join: .round)
    return element(
      name, .box(frame, place: place), mark: .shape(ShapeContent(.path(path), stroke: stroke)))
  }

  /// The words above the keys, in thirds with lines between them.
  private func suggestions(_ words: [String], _ colors: KeyColors) throws(SceneError) -> [Element] {
    var elements: [Element] = []
    let width = layout.size.width / Double(max(1, words.count))
    for (index, word) in words.enumerated() {
      let x = Double(index) * width
      if index > 0 {
        let line = Path([.move(Point(x: x, y: 11)), .line(Point(x: x, y: 34))])
        let stroke = ShapeContent.Stroke(color: colors.separator, width: 1)
        let layer = Layer.box(Rect(layout.size), place: place)
        elements.append(
          element(
            "keyboard.separator", layer, mark: .shape(ShapeContent(.path(line), stroke: stroke))))
      }
      var text = TextContent(word)
      (text.size, text.weight, text.color) = (17, BarMetrics.keyWeight, colors.text)
      let room = Rect(
        x: x + 8, y: 2, width: max(1, width - 16), height: Keyboard.suggestionHeight)
      elements.append(
        try line(text, in: room, at: 0.5, target: nil, name: "keyboard.suggestion[\(index)]"))
    }
    return elements
  }

  private func shape(_ name: String, _ path: Path, _ color: Color, _ size: Size) -> Element {
    var layer = Layer.box(Rect(size), place: place)
    layer.fill = .color(color)
    return element(name, layer, mark: .shape(ShapeContent(.path(path))))
  }
}

/// The keys of a keyboard in columns, of which the width holds ten.
private struct KeyRows {
  enum Kind { case letter, function, action, foot }

  struct Key {
    /// Its text, or the name of its icon.
    var face: String
    var row: Int
    /// Where its columns begin, and how many they are.
    var column: Double
    var columns = 1.0
    var kind = Kind.letter
  }

  /// Where the keyboard lies on the canvas.
  let frame: Rect
  /// The keys, row by row.
  let all: [Key]
  /// What is below them: no keys, but icons alone.
  let foot: [Key]
  private let top: Double
  private let keysHeight: Double
  private let footHeight: Double

  init(_ keyboard: Keyboard, on size: Size, hasIndicator: Bool) {
    top = keyboard.suggestions.isEmpty ? 0 : Keyboard.suggestionHeight
    keysHeight = Keyboard.keysHeight(on: size)
    footHeight = Keyboard.footHeight(on: size, hasIndicator: hasIndicator)
    let height = top + keysHeight + footHeight
    frame = Rect(x: 0, y: size.height - height, width: size.width, height: height)
    var keys: [Key] = []
    for (row, letters) in ["qwertyuiop", "asdfghjkl", "zxcvbnm"].enumerated() {
      let start = 5 - Double(letters.count) / 2
      keys += letters.enumerated().map {
        Key(face: String($1), row: row, column: start + Double($0))
      }
    }
    let hasFoot = hasIndicator && !size.isLandscape
    let action = keyboard.returnKey == .return ? Kind.function : .action
    keys += [
      Key(face: "shift", row: 2, column: 0, columns: 1.3, kind: .function),
      Key(face: "delete", row: 2, column: 8.7, columns: 1.3, kind: .function),
      Key(face: "123", row: 3, column: 0, columns: hasFoot ? 2.5 : 1.25, kind: .function),
      Key(
        face: "space", row: 3, column: hasFoot ? 2.5 : 3.75, columns: hasFoot ? 5 : 3.75),
      Key(
        face: keyboard.returnKey.rawValue, row: 3, column: 7.5, columns: 2.5, kind: action),
    ]
    if hasFoot {
      foot = [
        Key(face: "globe", row: 4, column: 0.2, columns: 1.6, kind: .foot),
        Key(face: "microphone", row: 4, column: 8.2, columns: 1.6, kind: .foot),
      ]
    } else {
      foot = []
      keys += [
        Key(face: "globe", row: 3, column: 1.25, columns: 1.25, kind: .function),
        Key(face: "microphone", row: 3, column: 2.5, columns: 1.25, kind: .function),
      ]
    }
    all = keys
  }

  /// Where a key lies on the keyboard; a row of four is 43 points of key and 12 free, or in
  /// landscape as much less as there is room.
  func rect(of key: Key) -> Rect {
    guard key.kind != .foot else {
      return Rect(
        x: key.column * frame.width / 10, y: top + keysHeight - 2, width: key.columns * frame.width / 10,
        height: footHeight - 9)
    }
    let unit = keysHeight / 226
    let gap = 6.0
    return Rect(
      x: key.column * frame.width / 10 + gap / 2, y: top + (10 + Double(key.row) * 54.5) * unit,
      width: key.columns * frame.width / 10 - gap, height: 43 * unit)
  }

  func textSize(of key: Key) -> Double {
    guard key.face.utf8.count == 1 else { return 16 }
    return keysHeight < 200 || frame.width < 340 ? 22 : 25
  }

  /// The outlines of `keys` in one path.
  func outline(of keys: [Key]) -> Path {
    var path = Path()
    for key in keys {
      path.append(RoundedRect(rect(of: key), radii: RoundedRect.Radii(all: 5)).path)
    }
    return path
  }

  /// Lines in a square of 24 points.
  static let icons = [
    "shift": "M12 3.5 L20.5 12.5 H16 V19.5 H8 V12.5 H3.5 Z",
    "delete":
      "M8.2 5 H20.5 A2 2 0 0 1 22.5 7 V17 A2 2 0 0 1 20.5 19 H8.2 L1.5 12 Z M11.5 9 L17.5 15 "
      + "M17.5 9 L11.5 15",
    "globe":
      "M12 2.5 A9.5 9.5 0 0 1 12 21.5 A9.5 9.5 0 0 1 12 2.5 Z M12 2.5 A4.6 9.5 0 0 1 12 21.5 "
      + "A4.6 9.5 0 0 1 12 2.5 Z M2.5 12 H21.5 M12 2.5 V21.5 M4.4 7 Q12 9.6 19.6 7 "
      + "M4.4 17 Q12 14.4 19.6 17",
    "microphone":
      "M12 2.5 A3.4 3.4 0 0 1 15.4 5.9 V11.1 A3.4 3.4 0 0 1 8.6 11.1 V5.9 A3.4 3.4 0 0 1 12 2.5 Z "
      + "M5.6 10.5 V11.4 A6.4 6.4 0 0 0 18.4 11.4 V10.5 M12 17.8 V21.5 M8.2 21.5 H15.8",
  ]
}

/// The colours of a keyboard, as iOS has them over a plain background.
private struct KeyColors {
  let background, key, function, shadow, text, foot, separator, action: Color

  init(_ style: Keyboard.Style) {
    func color(_ hex: UInt32) -> Color {
      Color(red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
    }
    switch style {
    case .light:
      (background, key, function) = (color(0xD1D3D9), .white, color(0xABB0BA))
      (shadow, text, foot) = (color(0x898B8F), .black, color(0x50555C))
      (separator, action) = (color(0xB4B7BF), color(0x007AFF))
    case .dark:
      (background, key, function) = (color(0x2B2B2D), color(0x6B6B6D), color(0x474749))
      (shadow, text, foot) = (color(0x1B1B1D), .white, color(0xD4D4D8))
      (separator, action) = (color(0x4C4C4F), color(0x0A84FF))
    }
  }
}
