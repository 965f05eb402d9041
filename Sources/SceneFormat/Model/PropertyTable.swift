import Geometry
import Pixels

/// A row of the table: everything that is known of one property.
///
/// To add a property, give `Layer` a place for its value and the table a row. Everything but the
/// drawing follows: the schema and the reader of layers, of `set` and of tracks, the timeline, and
/// the docs' table.
struct PropertyRow: Sendable {
  /// The object of a layer that has it, such as `shadow`; nil for a key of the layer itself.
  let group: PropertyGroup?
  /// Its key in a layer or in that object.
  let key: String
  /// Its name among tracks.
  let name: String
  /// What it may be.
  let shape: ValueSchema
  /// What it says, in a sentence.
  let doc: String
  let unit: Unit
  /// The layers that have it; nil for all.
  let kind: Kind?
  let uses: Uses
  let turn: Turn
  let isSwitch: Bool
  let redraw: Redraw
  /// The bound that holds besides its range.
  let limit: Limit?
  let access: PropertyAccess<Layer>
  private let ranges: [NumberRange]

  /// What one of its numbers is.
  enum Unit: String, Sendable { case points, degrees, share, number, none }
  /// What a layer shows.
  enum Kind: Sendable { case image, text, shape }

  /// Where it may be written: in layers, `set`, tracks.
  struct Uses: OptionSet, Sendable {
    let rawValue: Int
    /// A layer.
    static let layer = Uses(rawValue: 1)
    /// `set` of a recipe.
    static let setting = Uses(rawValue: 2)
    /// A track.
    static let track = Uses(rawValue: 4)
    static let all: Uses = [.layer, .setting, .track]
  }

  init(
    _ key: String, in group: PropertyGroup? = nil, of kind: Kind? = nil, _ shape: ValueSchema,
    unit: Unit = .none, _ doc: String, _ access: PropertyAccess<Layer>,
    uses: Uses = [.layer, .setting], turn: Turn = .none, isSwitch: Bool = false,
    redraw: Redraw = .never, limit: Limit? = nil
  ) {
    (self.key, self.group, self.kind, self.shape) = (key, group, kind, shape)
    name = group.map { $0.isNamed ? "\($0.rawValue).\(key)" : key } ?? key
    (self.unit, self.doc, self.access, self.uses) = (unit, doc, access, uses)
    (self.turn, self.isSwitch, self.redraw, self.limit) = (turn, isSwitch, redraw, limit)
    ranges = shape.numberRanges
  }

  /// What its number `index` may be.
  func range(of index: Int) -> NumberRange {
    ranges.isEmpty ? .any : ranges[min(index, ranges.count - 1)]
  }
}

extension PropertyRow {
  /// Every property: the timeline prints them in this order.
  static let table = transforms + places + surfaces + shadows + backdrops + others + contents

  private static let transforms: [PropertyRow] = [
    PropertyRow(
      "x", in: .transform, .number(.x), unit: .points, "The shift to the right, in points.",
      .number(\.transform.x), uses: .all, turn: .displacement(.horizontal)),
    PropertyRow(
      "y", in: .transform, .number(.y), unit: .points, "The shift down, in points.",
      .number(\.transform.y), uses: .all, turn: .displacement(.vertical)),
    PropertyRow(
      "z", in: .transform, .number(.any), unit: .points, "The shift toward the viewer, in points.",
      .number(\.transform.z), uses: .all),
    PropertyRow(
      "scaleX", in: .transform, .number(.any), unit: .share, "The scale along x.",
      .number(\.transform.scaleX), uses: .all, turn: .scale(.horizontal)),
    PropertyRow(
      "scaleY", in: .transform, .number(.any), unit: .share, "The scale along y.",
      .number(\.transform.scaleY), uses: .all, turn: .scale(.vertical)),
    PropertyRow(
      "rotate", in: .transform, .number(.any), unit: .degrees, "The turn on screen, in degrees.",
      .number(\.transform.rotate), uses: .all, turn: .spin),
    PropertyRow(
      "rotateX", in: .transform, .number(.any), unit: .degrees,
      "The turn about the x axis, in degrees.",
      .number(\.transform.rotateX), uses: .all, turn: .rotation(.horizontal)),
    PropertyRow(
      "rotateY", in: .transform, .number(.any), unit: .degrees,
      "The turn about the y axis, in degrees.",
      .number(\.transform.rotateY), uses: .all, turn: .rotation(.vertical)),
    PropertyRow(
      "skewX", in: .transform, .number(.any), unit: .degrees, "The slant along x, in degrees.",
      .number(\.transform.skewX), uses: .all, turn: .skew(.horizontal)),
    PropertyRow(
      "skewY", in: .transform, .number(.any), unit: .degrees, "The slant along y, in degrees.",
      .number(\.transform.skewY), uses: .all, turn: .skew(.vertical)),
  ]

  private static let places: [PropertyRow] = [
    PropertyRow(
      "anchor", .tuple([.number(.any), .number(.any), .number(.any)], required: 2), unit: .number,
      "What transforms turn around: fractions of its size, and a depth in points.",
      .numbers(\.anchor), uses: .all, turn: .unitPoint),
    PropertyRow(
      "frame", Grammar.rect, unit: .points, "x, y, width and height in the parent.",
      .numbers(\.frame),
      uses: .track, turn: .rect, redraw: .always),
    PropertyRow(
      "opacity", .number(.fraction), unit: .share, "Of it and its children as one.",
      .number(\.opacity), uses: .all),
    PropertyRow(
      "hidden", .flag, "Whether it is not drawn.", .flag(\.isHidden), uses: [.layer, .track],
      isSwitch: true),
    PropertyRow(
      "order", .number(.any), unit: .number, "Its paint order among siblings.", .number(\.order),
      uses: [.layer, .track], isSwitch: true),
    PropertyRow(
      "dim", .number(.fraction), unit: .share, "Black over what is drawn of it.", .number(\.dim),
      uses: .track),
  ]

  private static let surfaces: [PropertyRow] = [
    PropertyRow(
      "fill", .defined(.paint), "What it is filled with.", .paint(\.fill), uses: .all,
      redraw: .always),
    PropertyRow(
      "cornerRadius", .either([.number(.notNegative), .row(.number(.notNegative), 4)]),
      unit: .points,
      "In points; one for all corners, or clockwise from the top left.",
      .numbers(\.cornerRadii), uses: .all, turn: .corners, redraw: .ofLayers),
    PropertyRow(
      "inset", .row(.number(.fraction), 4), unit: .share,
      "Fractions cut off its picture: left, top, right, bottom.", .numbers(\.inset), uses: .all,
      turn: .edges),
    PropertyRow(
      "blur", .number(.notNegative), unit: .points, "The Gaussian's sigma in points.",
      .number(\.filters.blur), uses: .all, limit: .blurSigma),
    PropertyRow(
      "saturation", .number(.notNegative), unit: .share, "0 is grey.",
      .number(\.filters.saturation),
      uses: .all),
    PropertyRow(
      "brightness", .number(.from(-1, to: 1)), unit: .share, "Added to every colour.",
      .number(\.filters.brightness), uses: .all),
    PropertyRow(
      "perspective", .number(.positive), unit: .points, "The eye's distance for its children.",
      .number(\.perspective), uses: .all, redraw: .always),
  ]

  private static let shadows: [PropertyRow] = [
    PropertyRow(
      "opacity", in: .shadow, .number(.fraction), unit: .share, "On top of the colour's.",
      .shadow(.number(\.opacity)), uses: .all),
    PropertyRow(
      "radius", in: .shadow, .number(.notNegative), unit: .points, "The Gaussian's sigma.",
      .shadow(.number(\.radius)), uses: .all, limit: .blurSigma),
    PropertyRow(
      "offset", in: .shadow, .tuple([.number(.x), .number(.y)], required: 2), unit: .points,
      "How far it is moved.", .shadow(.numbers(\.offset)), uses: .all, turn: .vector),
    PropertyRow(
      "color", in: .shadow, Grammar.color, "Its colour.", .shadow(.color(\.color)), uses: .all),
    PropertyRow(
      "spread", in: .shadow, .number(.any), unit: .points,
      "How far it reaches beyond its path, which then is the bounds if none is written.",
      .shadow(.number(\.spread))),
    PropertyRow(
      "inset", in: .shadow, .flag, "Whether it falls into the layer, from its edges.",
      .shadow(.flag(\.isInset))),
    PropertyRow(
      "path", in: .shadow, .either([.choice(subject: "path", names: ["bounds"]), Grammar.rect]),
      unit: .points, "What casts it, if not the layer's own alpha.", .shadow(.caster)),
  ]

  private static let backdrops: [PropertyRow] = [
    PropertyRow(
      "blur", in: .backdrop, .number(.notNegative), unit: .points,
      "The Gaussian's sigma in points.", .number(\.backdrop.blur), uses: .all, limit: .blurSigma),
    PropertyRow(
      "saturation", in: .backdrop, .number(.notNegative), unit: .share, "0 is grey.",
      .number(\.backdrop.saturation), uses: .all),
    PropertyRow(
      "brightness", in: .backdrop, .number(.from(-1, to: 1)), unit: .share,
      "Added to every colour.", .number(\.backdrop.brightness)),
    PropertyRow(
      "contrast", in: .backdrop, .number(.notNegative), unit: .share,
      "Spread about the middle grey.", .number(\.backdrop.contrast)),
    PropertyRow(
      "tint", in: .backdrop, Grammar.color, "The colour that white becomes.",
      .color(\.backdrop.tint)),
  ]

  private static let others: [PropertyRow] = [
    PropertyRow(
      "contrast", .number(.notNegative), unit: .share, "Spread about the middle grey.",
      .number(\.filters.contrast)),
    PropertyRow(
      "tint", Grammar.color, "The colour that white becomes.", .color(\.filters.tint)),
    PropertyRow(
      "ownPerspective", .number(.positive), unit: .points, "The eye's distance for itself alone.",
      .number(\.ownPerspective)),
    PropertyRow(
      "above", .choice(of: Layer.Above.self, "part"),
      "bars: it is painted above its screen's bars.",
      .choice(\.above), uses: .layer),
    PropertyRow(
      "doubleSided", .flag, "Whether it is drawn while it shows its back.",
      .flag(\.isDoubleSided)),
    PropertyRow(
      "corners", .choice(of: RoundedRect.Style.self, "corners"), "The shape of its corners.",
      .choice(\.cornerStyle)),
    PropertyRow(
      "width", in: .border, .number(.notNegative), unit: .points, "In points.",
      .border(.number(\.width))),
    PropertyRow(
      "color", in: .border, Grammar.color, "Its colour.", .border(.color(\.color))),
    PropertyRow(
      "clip", .flag, "Whether its children are cut to its bounds.", .flag(\.clipsChildren)),
    PropertyRow(
      "maskBy", .choice(of: Layer.MaskBy.self, "mask"),
      "What of its mask counts: the alpha, or how bright it is, times its alpha.",
      .choice(\.maskBy)),
    PropertyRow(
      "blend", .choice(of: BlendMode.self, "blend mode"), "How it meets what is behind it.",
      .choice(\.blend)),
    PropertyRow(
      "isolate", .flag, "Whether what blends in it meets nothing behind it.",
      .flag(\.isIsolated)),
    PropertyRow(
      "bleed", .number(.whole(0...1)), unit: .number,
      "1 if its edge pixels fill what an overshoot uncovers, else 0.", .number(\.bleed),
      uses: .setting),
  ]

  private static let contents = images + texts + shapes

  private static let images: [PropertyRow] = [
    PropertyRow(
      "fit", of: .image, .choice(of: ImageContent.Fit.self, "fit"),
      "How it meets a frame of another shape.", .part(\.image, .choice(\.fit)), uses: .layer),
    PropertyRow(
      "crop", of: .image, .row(.number(.fraction), 4), unit: .share,
      "The part that is shown, in unit coordinates.", .part(\.image, .numbers(\.crop)),
      uses: .layer),
  ]

  private static let texts: [PropertyRow] = [
    PropertyRow(
      "size", of: .text, .number(.positive), unit: .points, "In points.",
      .part(\.text, .number(\.size)), uses: [.layer, .track], redraw: .always),
    PropertyRow(
      "weight", of: .text, .number(.from(100, to: 900)), unit: .number, "400 is regular.",
      .part(\.text, .number(\.weight)), uses: .layer),
    PropertyRow(
      "color", of: .text, Grammar.color, "Its colour.", .part(\.text, .color(\.color)),
      uses: [.layer, .track], redraw: .always),
    PropertyRow(
      "align", of: .text, .choice(of: TextContent.Alignment.self, "alignment"),
      "The side on which lines begin.", .part(\.text, .choice(\.alignment)), uses: .layer),
    PropertyRow(
      "lineHeight", of: .text, .number(.positive), unit: .points,
      "The distance of baselines in points.", .part(\.text, .number(\.lineHeight)), uses: .layer),
    PropertyRow(
      "letterSpacing", of: .text, .number(.any), unit: .points,
      "Extra room between letters in points.", .part(\.text, .number(\.letterSpacing)),
      uses: .layer),
    PropertyRow(
      "maxLines", of: .text, .number(.whole(1...100_000)), unit: .number, "The most lines.",
      .part(\.text, .count(\.maxLines)), uses: .layer),
    PropertyRow(
      "truncate", of: .text, .choice(of: TextContent.Truncation.self, "truncation"),
      "What happens to what does not fit.", .part(\.text, .choice(\.truncation)), uses: .layer),
    PropertyRow(
      "at", of: .text, .choice(of: TextContent.Origin.self, "place"),
      "Where the frame's x and y are: its corner, or its first baseline, on the side of align.",
      .part(\.text, .choice(\.origin)), uses: .layer),
  ]

  private static let shapes: [PropertyRow] = [
    PropertyRow(
      "color", in: .stroke, of: .shape, .defined(.paint),
      "Its colour, or a gradient over the frame.",
      .stroke(.paint(\.color)), uses: .layer),
    PropertyRow(
      "width", in: .stroke, of: .shape, .number(.notNegative), unit: .points, "In points.",
      .stroke(.number(\.width)), uses: [.layer, .track], redraw: .always),
    PropertyRow(
      "cap", in: .stroke, of: .shape, .choice(of: LineCap.self, "cap"),
      "The shape of its ends.", .stroke(.choice(\.cap)), uses: .layer),
    PropertyRow(
      "join", in: .stroke, of: .shape, .choice(of: LineJoin.self, "join"),
      "The shape of its corners.", .stroke(.choice(\.join)), uses: .layer),
    PropertyRow(
      "miterLimit", in: .stroke, of: .shape, .number(NumberRange(minimum: 1)), unit: .number,
      "How many half widths a mitre may reach.", .stroke(.number(\.miterLimit)), uses: .layer),
    PropertyRow(
      "dash", in: .stroke, of: .shape, .list(.number(.notNegative), count: 0...64), unit: .points,
      "Lengths of dashes and gaps in turn.", .stroke(.numbers(\.dash)), uses: .layer),
    PropertyRow(
      "dashOffset", in: .stroke, of: .shape, .number(.any), unit: .points,
      "How far into the dashes the line begins.", .stroke(.number(\.dashOffset)), uses: .layer),
    PropertyRow(
      "viewBox", of: .shape,
      .tuple(
        [.number(.any), .number(.any), .number(.positive), .number(.positive)], required: 4),
      unit: .number,
      "The part of the path's coordinates that fills the frame; the stroke stays in points.",
      .part(\.shape, .numbers(\.viewBox)), uses: .layer),
    PropertyRow(
      "rule", of: .shape, .choice(of: ShapeContent.Rule.self, "rule"), "What counts as inside.",
      .part(\.shape, .choice(\.rule)), uses: .layer),
  ]
}

/// An object of a layer whose keys are properties.
enum PropertyGroup: String, Sendable, CaseIterable {
  case transform, shadow, backdrop, border, stroke

  /// Whether tracks call its properties by its name as well.
  var isNamed: Bool { self != .transform }

  var definition: Definition {
    switch self {
    case .transform: .transform
    case .shadow: .shadow
    case .backdrop: .backdrop
    case .border: .border
    case .stroke: .stroke
    }
  }

  /// What a layer's key says of it.
  var doc: String {
    switch self {
    case .transform: "How it is moved, turned and scaled."
    case .shadow: "What it casts."
    case .backdrop: "How it shows what is behind it, inside its rounded rectangle."
    case .border: "A line inside its edge."
    case .stroke: "A line along the outline."
    }
  }

  /// Its properties, in the order of the table.
  var properties: [Property] { Self.properties[self] ?? [] }

  private static let properties: [PropertyGroup: [Property]] = Dictionary(
    grouping: Property.all.filter { $0.row.group != nil }, by: { $0.row.group ?? .transform })
}

// The parts of a layer that may be missing.
extension PropertyAccess where Root == Layer {
  /// As in Core Animation, a layer whose shadow moves has one, invisible until then.
  fileprivate static func shadow(_ access: PropertyAccess<LayerShadow>) -> Self {
    .part(\.shadow, orElse: LayerShadow(opacity: 0), access)
  }

  fileprivate static func stroke(_ access: PropertyAccess<ShapeContent.Stroke>) -> Self {
    .part(\.shape, .part(\.stroke, orElse: ShapeContent.Stroke(), access))
  }

  fileprivate static func border(_ access: PropertyAccess<Border>) -> Self {
    .part(\.border, orElse: Border(), access)
  }
}

extension PropertyAccess where Root == LayerShadow {
  fileprivate static let caster = PropertyAccess(
    get: { shadow in
      switch shadow.caster {
      case .alpha: nil
      case .bounds: .name("bounds")
      case .rect(let rect): .numbers(rect.numbers)
      }
    },
    set: { shadow, value in
      switch value {
      case .numbers(let numbers): shadow.caster = Rect(numbers: numbers).map { .rect($0) } ?? .alpha
      case .name: shadow.caster = .bounds
      case .flag, .paint, nil: shadow.caster = .alpha
      }
    })
}

extension Layer {
  /// Its image; a layer that shows something else has none, and takes none.
  fileprivate var image: ImageContent? {
    get { if case .image(let image) = content { image } else { nil } }
    set { if let newValue { content = .image(newValue) } }
  }

  /// Its text.
  fileprivate var text: TextContent? {
    get { if case .text(let text) = content { text } else { nil } }
    set { if let newValue { content = .text(newValue) } }
  }

  /// Its shape.
  fileprivate var shape: ShapeContent? {
    get { if case .shape(let shape) = content { shape } else { nil } }
    set { if let newValue { content = .shape(newValue) } }
  }
}

// What a property is where nothing is said of it.
extension Property {
  /// Whether it says something of what a layer shows, as a text's size does.
  public var isOfContent: Bool { row.kind != nil }

  /// Its value at rest; nil for none.
  public var rest: PropertyValue? { row.access.get(resting) }

  /// A layer at rest that has everything of which this is a part.
  var resting: Layer {
    switch row.kind {
    case nil: Self.box
    case .image: Self.image
    case .text: Self.text
    case .shape: Self.shape
    }
  }

  /// The value at rest as it is written; nil for none.
  var defaultText: String? { rest?.defaultText(row.shape) }

  private static let box: Layer = {
    var layer = Layer(place: .nowhere, frame: LayerFrame(x: 0, y: 0, width: 0, height: 0))
    (layer.border, layer.shadow) = (Border(), LayerShadow())
    return layer
  }()
  private static let image = showing(
    .image(ImageContent(source: ImageSource(file: AssetPath(path: "", place: .nowhere)))))
  private static let text = showing(.text(TextContent("")))
  private static let shape = showing(
    .shape(ShapeContent(.ellipse, stroke: ShapeContent.Stroke())))

  private static func showing(_ content: Layer.Content) -> Layer {
    var layer = box
    layer.content = content
    return layer
  }
}
