import Formatting
import Pixels

// Layers: the keys of their properties, and those that say what they are and what is in them.
extension Format {
  static let layer = ObjectShape(
    "layer", "A rectangle with something in it, and its children.", layerKeys,
    variants: layerVariants)

  static let recipeLayer = ObjectShape(
    "layer", "A layer that a recipe owns, painted last in its target.",
    [.required("in", .text(.name), "The target that it is painted in.")]
      + layerKeys.map { $0.name == "id" ? .required("id", $0.shape, $0.doc) : $0 },
    variants: layerVariants)

  /// What a recipe's `set` may say of a target.
  static let settings = ObjectShape(
    "layer", "Keys of a target that hold for the whole run.", propertyKeys(.setting) + [mask])

  private static let layerKeys: [KeyShape] =
    [
      KeyShape("id", .text(.name), "Its name, unique within its screen."),
      KeyShape(
        "type", .choice(subject: "type", names: ["box", "image", "text", "shape"]),
        "What it shows.", default: "\"box\""),
      KeyShape("layers", .list(.defined(.layer)), "Its children, back to front."),
    ] + propertyKeys(.layer) + [mask]

  private static let mask = KeyShape(
    "mask", .defined(.layer), "A layer whose alpha multiplies its own.")

  /// The properties of layers of one kind, an object of several as one key.
  private static func propertyKeys(
    _ uses: PropertyRow.Uses, of kind: PropertyRow.Kind? = nil
  ) -> [KeyShape] {
    let properties = Property.all.filter { $0.row.uses.contains(uses) && $0.row.kind == kind }
    var groups: Set<PropertyGroup> = []
    return properties.compactMap { property in
      guard let group = property.row.group else { return KeyShape(property) }
      guard groups.insert(group).inserted else { return nil }
      return KeyShape(group.rawValue, .defined(group.definition), group.doc)
    }
  }
}

// The objects of a layer.
extension Format {
  static let transform = ObjectShape(
    "transform", "Translate, then rotate about X, Y and Z, then skew, then scale.",
    PropertyGroup.transform.properties.map(KeyShape.init)
      + [KeyShape("scale", .number(.any), "The scale along both axes.", default: "1")],
    rules: [.with(["scale"], excluded: ["scaleX", "scaleY"])])

  static let border = ObjectShape(
    "border", "A line inside a layer's edge.",
    PropertyGroup.border.properties.map(KeyShape.init))

  static let shadow = ObjectShape(
    "shadow", "What a layer casts.", PropertyGroup.shadow.properties.map(KeyShape.init))

  static let stroke = ObjectShape(
    "stroke", "A line along a shape's outline.",
    PropertyGroup.stroke.properties.map(KeyShape.init))
}

extension KeyShape {
  /// The key of a layer that says a property.
  fileprivate init(_ property: Property) {
    let row = property.row
    self.init(row.key, row.shape, row.doc, default: property.defaultText)
  }
}

extension PropertyValue {
  /// The value as a default is written.
  func defaultText(_ shape: Shape) -> String {
    switch self {
    case .flag(let flag): "\(flag)"
    case .name(let name): "\"\(name)\""
    case .paint(let paint): paint == .color(.black) ? "\"#000\"" : "\"clear\""
    case .numbers(let numbers):
      // One number, where that may stand for all.
      if shape.acceptsOneNumber {
        NumberFormat.shortest(numbers[0])
      } else {
        "[\(numbers.map(NumberFormat.shortest).joined(separator: ", "))]"
      }
    }
  }
}

// The keys that depend on what a layer shows.
extension Format {
  static let layerVariants = Variants(
    key: "type", absent: boxVariant,
    cases: [boxVariant, imageVariant, textVariant, shapeVariant])

  private static let boxVariant = Variant(.names(["box"]), "a box", [frame])

  private static let frame = KeyShape.required(
    "frame", rect, "x, y, width and height in the parent.")

  private static let imageVariant = Variant(
    .names(["image"]), "an image",
    [frame, .required("src", .text(.name), "The file.")]
      + propertyKeys(.layer, of: .image))

  static let textFrame: Shape = .tuple(
    [.number(.x), .number(.y), .number(.width), .either([.number(.height), .constant(.null)])],
    required: 4)

  private static let textVariant = Variant(
    .names(["text"]), "a text",
    [
      .required(
        "frame", textFrame,
        "x, y, width and height in the parent; null for as high as its lines."),
      .required("text", .text(.any), "The text."),
      KeyShape(
        "font", .text(.name), "A name in fonts, a file, or system.", default: "\"system\""),
    ] + propertyKeys(.layer, of: .text))

  private static let shapeVariant = Variant(
    .names(["shape"]), "a shape",
    [frame, .required("path", .text(.name), "SVG path data, or ellipse.")]
      + propertyKeys(.layer, of: .shape))
}
