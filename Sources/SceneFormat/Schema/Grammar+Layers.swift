import Formatting
import Pixels

// Layers: the keys of their properties, and those that say what they are and what is in them.
extension Grammar {
  static let layer = ObjectSchema(
    "layer", "A rectangle with something in it, and its children.", layerKeys,
    variants: layerVariants)

  static let recipeLayer = ObjectSchema(
    "layer", "A layer that a recipe owns, painted last in its target.",
    [.required("in", .text(.name), "The target that it is painted in.")]
      + layerKeys.map { $0.name == "id" ? .required("id", $0.shape, $0.doc) : $0 },
    variants: layerVariants)

  /// What a recipe's `set` may say of a target.
  static let settings = ObjectSchema(
    "layer", "Keys of a target that hold for the whole run.",
    [
      KeySchema(
        "frame", rect,
        "Where a screen is laid out in the container; of from and to alone, all of it by default.")
    ] + propertyKeys(.setting) + [mask])

  private static let layerKeys: [KeySchema] =
    [
      KeySchema("id", .text(.name), "Its name, unique within its screen."),
      KeySchema(
        "type", .choice(subject: "type", names: ["box", "image", "text", "shape"]),
        "What it shows.", default: "\"box\""),
      KeySchema("layers", .list(.defined(.layer)), "Its children, back to front."),
      KeySchema(
        "shadows", .list(.defined(.shadow), count: 0...8),
        "What else it casts, each over those before it."),
    ] + propertyKeys(.layer) + [mask]

  private static let mask = KeySchema(
    "mask", .defined(.layer), "A layer whose alpha or luminance multiplies its own.")

  /// The properties of layers of one kind, an object of several as one key.
  private static func propertyKeys(
    _ uses: PropertyRow.Uses, of kind: PropertyRow.Kind? = nil
  ) -> [KeySchema] {
    let properties = Property.all.filter { $0.row.uses.contains(uses) && $0.row.kind == kind }
    var groups: Set<PropertyGroup> = []
    return properties.compactMap { property in
      guard let group = property.row.group else { return KeySchema(property) }
      guard groups.insert(group).inserted else { return nil }
      return KeySchema(group.rawValue, .defined(group.definition), group.doc)
    }
  }
}

// The objects of a layer.
extension Grammar {
  static let transform = ObjectSchema(
    "transform", "Translate, then rotate about X, Y and Z, then skew, then scale.",
    PropertyGroup.transform.properties.map(KeySchema.init)
      + [KeySchema("scale", .number(.any), "The scale along both axes.", default: "1")],
    rules: [.with(["scale"], excluded: ["scaleX", "scaleY"])])

  static let border = ObjectSchema(
    "border", "A line inside a layer's edge.",
    PropertyGroup.border.properties.map(KeySchema.init))

  static let shadow = ObjectSchema(
    "shadow", "What a layer casts.", PropertyGroup.shadow.properties.map(KeySchema.init))

  static let backdrop = ObjectSchema(
    "backdrop", "How a layer shows what is behind it.",
    PropertyGroup.backdrop.properties.map(KeySchema.init))

  static let stroke = ObjectSchema(
    "stroke", "A line along a shape's outline.",
    PropertyGroup.stroke.properties.map(KeySchema.init))
}

extension KeySchema {
  /// The key of a layer that says a property.
  fileprivate init(_ property: Property) {
    let row = property.row
    self.init(row.key, row.shape, row.doc, default: property.defaultText)
  }
}

extension PropertyValue {
  /// The value as a default is written.
  func defaultText(_ shape: ValueSchema) -> String {
    if case .paint(let paint) = self {
      return paint == .color(.black) ? "\"#000\"" : "\"clear\""
    }
    return SpecifiedValue(self).node(of: shape).text(.line)
  }
}

// The keys that depend on what a layer shows.
extension Grammar {
  static let layerVariants = Variants(
    key: "type", absent: boxVariant,
    cases: [boxVariant, imageVariant, textVariant, shapeVariant])

  private static let boxVariant = Variant(.names(["box"]), "a box", [frame])

  private static let frame = KeySchema.required(
    "frame", rect, "x, y, width and height in the parent.")

  private static let imageVariant = Variant(
    .names(["image"]), "an image",
    [frame, .required("src", .text(.name), "The file.")]
      + propertyKeys(.layer, of: .image))

  static let textFrame: ValueSchema = .tuple(
    [.number(.x), .number(.y), .number(.width), .either([.number(.height), .constant(.null)])],
    required: 4)

  private static let textVariant = Variant(
    .names(["text"]), "a text",
    [
      .required(
        "frame", textFrame,
        "x, y, width and height in the parent; null for as high as its lines."),
      .required("text", .text(.any), "The text."),
      KeySchema(
        "font", .text(.name), "A name in fonts, a file, or system.", default: "\"system\""),
    ] + propertyKeys(.layer, of: .text))

  private static let shapeVariant = Variant(
    .names(["shape"]), "a shape",
    [frame, .required("path", .text(.name), "SVG path data, or ellipse.")]
      + propertyKeys(.layer, of: .shape))
}
