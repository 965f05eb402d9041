import Geometry
import Pixels
import SceneFormat

extension BarLayout {
  /// The keyboard at the lower edge: a shape for all keys of a colour, and what is written on them.
  func keyboard(_ keyboard: Keyboard, hasIndicator: Bool) throws(SceneError) -> Element {
    let rows = KeyRows(keyboard, on: layout.size, hasIndicator: hasIndicator)
    let colors = KeyColors.of(keyboard.style)
    func shape(_ keys: [KeyRows.Key], _ color: Color, below y: Double = 0) -> Element {
      var layer = Layer.box(Rect(rows.frame.size), place: place)
      layer.fill = .color(color)
      var path = Path()
      for key in keys {
        path.append(
          RoundedRect(key.rect.offset(x: 0, y: y), radii: RoundedRect.Radii(all: 5)).path)
      }
      return element("keyboard.keys", layer, mark: .shape(ShapeContent(.path(path))))
    }
    var children = [shape(rows.keys.filter { $0.kind.isKey }, colors.shadow, below: 1)]
    for (kind, color) in colors.fills {
      let keys = rows.keys.filter { $0.kind == kind }
      if !keys.isEmpty { children.append(shape(keys, color)) }
    }
    for key in rows.keys where !key.face.isEmpty {
      children.append(
        try face(key, key.kind == .action ? .white : colors.ink, isWide: rows.isWide))
    }
    var layer = Layer.box(rows.frame, place: place)
    layer.fill = .color(colors.background)
    return element("", layer, .keyboard, children: children)
  }

  /// What is written or drawn on a key.
  private func face(
    _ key: KeyRows.Key, _ color: Color, isWide: Bool
  ) throws(SceneError) -> Element {
    let (rect, name) = (key.rect, "keyboard.\(key.face)")
    let middle = rect.y + rect.height / 2
    guard let icon = KeyRows.icons[key.face] else {
      let isLetter = key.kind == .letter && key.face.utf8.count == 1
      var text = TextContent(key.face)
      text.size = isLetter ? (isWide || rect.width < 28 ? 22 : 25) : 16
      (text.weight, text.color) = (BarMetrics.keyWeight, color)
      // Small letters have their middle below that of their line.
      return try line(
        text, in: rect, at: 0.5, target: nil, name: name, centredAt: middle - (isLetter ? 1 : 0))
    }
    let size = key.kind.isKey ? 22.0 : 28
    let frame = Rect(
      x: rect.x + (rect.width - size) / 2, y: middle - size / 2, width: size, height: size)
    let path = ((try? Path(svg: icon)) ?? Path()).applying(.scaling(x: size / 24, y: size / 24))
    let stroke = ShapeContent.Stroke(color: color, width: 1.6, cap: .round, join: .round)
    return element(
      name, .box(frame, place: place), mark: .shape(ShapeContent(.path(path), stroke: stroke)))
  }
}

/// The keys of a keyboard, of which ten columns are as wide as the canvas.
private struct KeyRows {
  enum Kind {
    case letter, function, action
    /// A line, and what is written or drawn beside the keys.
    case line, plain

    var isKey: Bool { self != .line && self != .plain }
  }

  struct Key {
    /// Its text, or the name of its icon.
    var face: String
    var kind: Kind
    /// Where it lies on the keyboard.
    var rect: Rect
  }

  /// Where the keyboard lies on the canvas.
  let frame: Rect
  let isWide: Bool
  private(set) var keys: [Key] = []

  init(_ keyboard: Keyboard, on size: Size, hasIndicator: Bool) {
    isWide = size.width > size.height
    let top = keyboard.suggestions.isEmpty ? 0.0 : 44
    let rows = isWide ? 162.0 : 226
    let height = top + rows + (hasIndicator ? (isWide ? 21 : 65) : 0)
    frame = Rect(x: 0, y: size.height - height, width: size.width, height: height)
    // In a row of four, 43 points are keys and 11.5 are free.
    let (column, point) = (size.width / 10, rows / 226)
    func key(
      _ face: String, _ kind: Kind, row: Int, at start: Double, columns: Double = 1
    ) -> Key {
      Key(
        face: face, kind: kind,
        rect: Rect(
          x: start * column + 3, y: top + (10 + Double(row) * 54.5) * point,
          width: columns * column - 6, height: 43 * point))
    }
    for (row, letters) in ["qwertyuiop", "asdfghjkl", "zxcvbnm"].enumerated() {
      for (index, letter) in letters.enumerated() {
        let start = 5 - Double(letters.count) / 2 + Double(index)
        keys.append(key("\(letter)", .letter, row: row, at: start))
      }
    }
    let action = keyboard.returnKey
    keys += [
      key("shift", .function, row: 2, at: 0, columns: 1.3),
      key("delete", .function, row: 2, at: 8.7, columns: 1.3),
      key(
        action.rawValue, action == .return ? .function : .action, row: 3, at: 7.5, columns: 2.5),
    ]
    // Beside a home indicator, two icons have a row of their own.
    keys +=
      hasIndicator && !isWide
      ? [
        key("123", .function, row: 3, at: 0, columns: 2.5),
        key("space", .letter, row: 3, at: 2.5, columns: 5),
        key("globe", .plain, row: 4, at: 0.2, columns: 1.6),
        key("microphone", .plain, row: 4, at: 8.2, columns: 1.6),
      ]
      : [
        key("123", .function, row: 3, at: 0, columns: 1.25),
        key("globe", .function, row: 3, at: 1.25, columns: 1.25),
        key("microphone", .function, row: 3, at: 2.5, columns: 1.25),
        key("space", .letter, row: 3, at: 3.75, columns: 3.75),
      ]
    for (index, word) in keyboard.suggestions.enumerated() {
      let width = size.width / Double(keyboard.suggestions.count)
      let x = Double(index) * width
      keys.append(
        Key(face: word, kind: .plain, rect: Rect(x: x + 8, y: 2, width: width - 16, height: top)))
      guard index > 0 else { continue }
      keys.append(Key(face: "", kind: .line, rect: Rect(x: x - 0.5, y: 12, width: 1, height: 24)))
    }
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
  let background, shadow, ink: Color
  let fills: [(KeyRows.Kind, Color)]

  static func of(_ style: Keyboard.Style) -> KeyColors {
    let hex: [UInt32] =
      switch style {
      case .light: [0xD1D3D9, 0x898B8F, 0x000000, 0xFFFFFF, 0xABB0BA, 0x007AFF, 0xB4B7BF]
      case .dark: [0x2B2B2D, 0x1B1B1D, 0xFFFFFF, 0x6B6B6D, 0x474749, 0x0A84FF, 0x4C4C4F]
      }
    let colors = hex.map {
      Color(red: UInt8($0 >> 16), green: UInt8($0 >> 8 & 255), blue: UInt8($0 & 255))
    }
    return KeyColors(
      background: colors[0], shadow: colors[1], ink: colors[2],
      fills: [
        (.letter, colors[3]), (.function, colors[4]), (.action, colors[5]), (.line, colors[6]),
      ])
  }
}
