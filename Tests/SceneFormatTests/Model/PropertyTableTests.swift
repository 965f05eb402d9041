import Foundation
import Pixels
import Testing

@testable import SceneFormat

@Suite("the table of properties")
struct PropertyTableTests {
  @Test("a value that a layer is given is the one that it has", arguments: Property.all)
  func access(_ property: Property) throws {
    var layer = Layer(place: .nowhere, frame: LayerFrame(x: 0, y: 0, width: 0, height: 0))
    switch property.row.kind {
    case nil: break
    case .image:
      let file = AssetPath(path: "a.png", place: .nowhere)
      layer.content = .image(ImageContent(source: ImageSource(file: file)))
    case .text: layer.content = .text(TextContent(""))
    case .shape: layer.content = .shape(ShapeContent(.ellipse))
    }
    let value = try #require(Self.sample(of: property))
    #expect(property.value(of: layer) != value)
    property.set(value, of: &layer)
    #expect(property.value(of: layer) == value)
  }

  /// A value that is not the one at rest.
  private static func sample(of property: Property) -> PropertyValue? {
    for shape in property.row.shape.alternatives {
      switch shape {
      case .flag: return .flag(property.rest != .flag(true))
      case .choice(_, let names): return names.last.map(PropertyValue.name)
      case .text(.color): return .paint(.color(.white))
      case .tuple(let shapes, _): return .numbers(shapes.indices.map { 0.25 + Double($0) / 8 })
      case .list: return .numbers([1, 2])
      case .number(let range):
        guard property.value(of: property.resting)?.count == 1 || property.rest == nil else {
          continue
        }
        return .numbers([range.clamp(range.isWhole ? 3 : 0.125)])
      case .text, .constant, .object, .map, .either, .keyframes, .defined, .template: continue
      }
    }
    return nil
  }

  @Test("numbers beyond a property's range stop at its ends")
  func clamping() {
    var layer = Layer(place: .nowhere, frame: LayerFrame(x: 0, y: 0, width: 0, height: 0))
    Property.opacity.set(.numbers([1.5]), of: &layer)
    #expect(layer.opacity == 1)
    Property.frame.set(.numbers([-1, 2, -3, 4]), of: &layer)
    #expect(layer.frame == LayerFrame(x: -1, y: 2, width: 0, height: 4))
    layer.perspective = 100
    Property(named: "perspective")?.set(.numbers([0]), of: &layer)
    #expect(layer.perspective == nil)
  }

  @Test("the page has what the table has; RECORD=all writes it")
  func page() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/SceneFormat/SceneFormat.docc/Properties.md")
    let written = try String(contentsOf: file, encoding: .utf8)
    let head = written.components(separatedBy: "\n| property").first ?? ""
    let page = head + Self.table
    if ProcessInfo.processInfo.environment["RECORD"] == "all", page != written {
      try page.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(page == written)
  }

  private static var table: String {
    let rows = Property.all.map { property in
      let row = property.row
      let key = row.group.map { "\($0.rawValue).\(row.key)" } ?? row.key
      let cells = [
        "`\(property)`", place(of: row, key), row.uses.contains(.setting) ? "yes" : "",
        property.isAnimated ? (property.isSwitch ? "switches" : "yes") : "", value(of: row),
        property.defaultText.map { "`\($0)`" } ?? "", row.doc,
      ]
      return "| \(cells.joined(separator: " | ")) |\n"
    }
    return """

      | property | in a layer | `set` | tracks | value | default | meaning |
      |---|---|---|---|---|---|---|

      """ + rows.joined()
  }

  private static func place(of row: PropertyRow, _ key: String) -> String {
    guard row.uses.contains(.layer) || row.key == "frame" else { return "" }
    switch row.kind {
    case nil: return "`\(key)`"
    case .image: return "`\(key)` of an image"
    case .text: return "`\(key)` of a text"
    case .shape: return "`\(key)` of a shape"
    }
  }

  private static func value(of row: PropertyRow) -> String {
    let noun =
      switch row.shape {
      case .number(let range): range.words
      case .choice(_, let names): names.map { "`\($0)`" }.joined(separator: ", ")
      default: row.shape.noun
      }
    switch row.unit {
    case .points, .degrees: return "\(noun), \(row.unit.rawValue)"
    case .share, .number, .none: return noun
    }
  }
}

extension PropertyValue {
  fileprivate var count: Int {
    if case .numbers(let numbers) = self { numbers.count } else { 1 }
  }
}
