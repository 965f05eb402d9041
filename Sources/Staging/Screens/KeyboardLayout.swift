import Geometry
import Pixels
import SceneFormat

extension BarLayout {
  /// The keyboard at the lower edge: a shape for all keys of a colour, and what is written on them.
  func keyboard(_ keyboard: Keyboard, hasIndicator: Bool) throws(SceneError) -> Element {
    let rows = KeyRows(keyboard, on: layout.size, hasIndicator: hasIndicator)
    var children: [Element] = []
    func add(_ keys: [KeyRows.Key], _ color: KeyColor, below y: Double = 0) {
      var layer = Layer.box(Rect(rows.frame.size), place: place)
      layer.fill = .color(color.of(keyboard.style))
      var path = Path()
      for key in keys {
        let rect = key.rect.offset(x: 0, y: y)
        path.append(RoundedRect(rect, radii: RoundedRect.Radii(all: 5)).path)
      }
      children.append(element("keyboard.keys", layer, mark: .shape(ShapeContent(.path(path)))))
    }
    add(rows.keys.filter { $0.fill != nil && $0.fill != .line }, .shadow, below: 1)
    for color in [KeyColor.key, .function, .action, .line] {
      let keys = rows.keys.filter { $0.fill == color }
      if !keys.isEmpty { add(keys, color) }
    }
    for key in rows.keys where !key.face.isEmpty {
      let ink = key.fill == .action ? Color.white : KeyColor.ink.of(keyboard.style)
      children.append(try face(key, ink))
    }
    var layer = Layer.box(rows.frame, place: place)
    layer.fill = .color(KeyColor.background.of(keyboard.style))
    return element("", layer, .keyboard, children: children)
  }

  /// What is written or drawn on a key.
  private func face(_ key: KeyRows.Key, _ color: Color) throws(SceneError) -> Element {
    let (rect, name) = (key.rect, "keyboard.\(key.name)")
    let middle = rect.y + rect.height / 2
    guard let icon = KeyRows.icons[key.name] else {
      let isLetter = key.fill == .key && key.face.utf8.count == 1
      var text = TextContent(key.face)
      text.size = isLetter ? (min(rect.width, rect.height) < 32 ? 22 : 25) : 16
      (text.weight, text.color) = (BarMetrics.keyWeight, color)
      // Small letters have their middle below that of their line.
      return try line(
        text, in: rect, at: 0.5, target: nil, name: name, centredAt: middle - (isLetter ? 1 : 0))
    }
    let size = key.fill == nil ? 28.0 : 22
    let frame = Rect(
      x: rect.x + (rect.width - size) / 2, y: middle - size / 2, width: size, height: size)
    let path = ((try? Path(svg: icon)) ?? Path()).applying(.scaling(x: size / 24, y: size / 24))
    let stroke = ShapeContent.Stroke(color: color, width: 1.6, cap: .round, join: .round)
    return element(
      name, .box(frame, place: place), mark: .shape(ShapeContent(.path(path), stroke: stroke)))
  }
}

/// The colours of a keyboard, as iOS has them over a plain background.
private enum KeyColor: Int {
  case background, shadow, ink, key, function, action, line

  func of(_ style: Keyboard.Style) -> Color {
    let all: [UInt32] =
      style == .light
      ? [0xD1D3D9, 0x898B8F, 0x000000, 0xFFFFFF, 0xABB0BA, 0x007AFF, 0xB4B7BF]
      : [0x2B2B2D, 0x1B1B1D, 0xFFFFFF, 0x6B6B6D, 0x474749, 0x0A84FF, 0x4C4C4F]
    let hex = all[rawValue]
    return Color(red: UInt8(hex >> 16), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }
}

/// The keys of a keyboard, of which ten columns are as wide as the canvas.
private struct KeyRows {
  struct Key {
    var name: String
    /// Its text, if it has no icon; none for a line.
    var face: String
    /// nil for what is beside the keys.
    var fill: KeyColor?
    /// Where it lies on the keyboard.
    var rect: Rect
  }

  /// Where the keyboard lies on the canvas.
  let frame: Rect
  private(set) var keys: [Key] = []

  init(_ keyboard: Keyboard, on size: Size, hasIndicator: Bool) {
    let isWide = size.width > size.height
    let top = keyboard.suggestions.isEmpty ? 0.0 : 44
    let rows = isWide ? 162.0 : 226
    let height = top + rows + (hasIndicator ? (isWide ? 21 : 65) : 0)
    frame = Rect(x: 0, y: size.height - height, width: size.width, height: height)
    // Of 226 points, 43 are a key and 11.5 free.
    let (column, point) = (size.width / 10, rows / 226)
    func key(
      _ name: String, _ fill: KeyColor?, row: Int, at start: Double, columns: Double = 1,
      face: String? = nil
    ) -> Key {
      let y = top + (10 + Double(row) * 54.5) * point
      let rect = Rect(
        x: start * column + 3, y: y, width: max(1, columns * column - 6), height: 43 * point)
      return Key(name: name, face: face ?? name, fill: fill, rect: rect)
    }
    for (row, letters) in ["qwertyuiop", "asdfghjkl", "zxcvbnm"].enumerated() {
      let start = 5 - Double(letters.count) / 2
      keys += letters.enumerated().map {
        key("\($1)", .key, row: row, at: start + Double($0))
      }
    }
    // Beside a home indicator, two icons have a row of their own.
    let hasFoot = hasIndicator && !isWide
    let fill = hasFoot ? nil : KeyColor.function
    let action = keyboard.returnKey
    keys += [
      key("shift", .function, row: 2, at: 0, columns: 1.3),
      key("delete", .function, row: 2, at: 8.7, columns: 1.3),
      key("123", .function, row: 3, at: 0, columns: hasFoot ? 2.5 : 1.25),
      key("globe", fill, row: hasFoot ? 4 : 3, at: hasFoot ? 0.4 : 1.25, columns: 1.25),
      key("microphone", fill, row: hasFoot ? 4 : 3, at: hasFoot ? 8.35 : 2.5, columns: 1.25),
      key("space", .key, row: 3, at: hasFoot ? 2.5 : 3.75, columns: hasFoot ? 5 : 3.75),
      key(
        "return", action == .return ? .function : .action, row: 3, at: 7.5, columns: 2.5,
        face: action.rawValue),
    ]
    let width = size.width / Double(max(1, keyboard.suggestions.count))
    for (index, word) in keyboard.suggestions.enumerated() {
      let x = Double(index) * width
      let room = Rect(x: x + 8, y: 2, width: max(1, width - 16), height: top)
      keys.append(Key(name: "suggestion[\(index)]", face: word, rect: room))
      guard index > 0 else { continue }
      let line = Rect(x: x - 0.5, y: 12, width: 1, height: 24)
      keys.append(Key(name: "line", face: "", fill: .line, rect: line))
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
