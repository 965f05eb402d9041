import Formatting
import Motion

// The tables of a recipe's sides and tracks.

extension Side {
  static let fields: [Field<Side>] =
    [
      Field("curve", \.curve, .curve, "Of all tracks.", default: .easeInOut),
      Field("duration", \.duration, .seconds, "Instead of the recipe's."),
      Field(
        "order", \.order,
        ValueForm(
          .list(Grammar.target), { node, reading in node.elements.map { reading.targets($0) } },
          { .list($0.map { .text($0.description) }) }),
        "What is in the container, back to front."),
      list(
        "set", \.settings,
        ValueForm(
          .map(keys: .name, values: .template(.defined(.settings))),
          { node, reading in reading.settings(node) },
          { .object($0.map { ($0.target.description, $0.template.source.json) }) }),
        "Layer keys of targets that hold for the whole run.", merge: { $0.extending($1) }),
      list(
        "layers", \.layers,
        ValueForm(
          .list(.template(.defined(.recipeLayer))),
          { node, reading in node.elements?.compactMap { reading.recipeLayer($0) } },
          { .list($0.map(\.node)) }),
        "Layers that the recipe itself owns.", merge: { $0.replacing(in: $1, by: \.id) }),
      list(
        "snapshots", \.snapshots,
        ValueForm(
          .list(.defined(.snapshot)), { node, reading in reading.snapshots(node) },
          { .list($0.map(\.node)) }),
        "Frozen parts of a picture.", merge: { $0.replacing(in: $1, by: \.id) }),
      list(
        "slices", \.slices,
        ValueForm(
          .list(.defined(.slices)), { node, reading in reading.slices(node) },
          { .list($0.map(\.node)) }),
        "Targets that are cut into cells.", merge: { $0.replacing(in: $1, by: \.id) }),
      list(
        "tracks", \.tracks,
        ValueForm(
          .list(.defined(.track)),
          { node, reading in
            reading.elements(node, within: .tracks).compactMap { reading.track($0) }
          }, { .list($0.map(\.node)) }),
        "What moves.", merge: { $0.extending($1) }),
      shared,
      Field(
        "gesture", \.gesture,
        ValueForm(
          .defined(.gestureRules), { node, reading in reading.gestureRules(node) },
          { .object(Gesture.ruleFields.members(of: $0)) }),
        "The rules of its gesture.", merge: { $0.filled(from: $1) }),
    ] + barRules(\.bars, \.statusBar) + [
      Field(
        "isolate", \.isIsolated, .flag, "Whether the container is a group of its own.",
        default: false),
      Field(
        "rest", \.rests, .flag, "Whether the end picture is the tracks' last values.",
        default: false),
    ]

  /// A list that is empty where it is unwritten.
  private static func list<Element: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Side, [Element]> & Sendable,
    _ form: ValueForm<[Element]>, _ doc: String,
    merge: @escaping @Sendable ([Element], [Element]) -> [Element]
  ) -> Field<Side> {
    let initial = Side(place: .nowhere, operation: .push)
    return Field(key, path, form, doc, of: initial, showsDefault: false, merge: merge)
  }

  /// How elements travel, and those that travel in every scene: two values in one object.
  private static let shared = Field<Side>(
    KeySchema("shared", .defined(.sharedStyle), "How its shared elements travel."),
    read: { node, reading, side in
      SharedStyle.fields.read(node, by: &reading, into: &side.shared)
      if let elements = node["elements"] {
        let form = ValueForm.sharedElements
        side.sharedElements = form.read(elements, &reading) ?? []
      }
    },
    write: { side in
      let elements = JSONValue.list(side.sharedElements.map(\.node))
      let members =
        SharedStyle.fields.members(of: side.shared)
        + (side.sharedElements.isEmpty ? [] : [("elements", elements)])
      return members.isEmpty ? nil : .object(members)
    },
    inherit: { side, base in
      side.shared = side.shared.filled(from: base.shared)
      side.sharedElements = side.sharedElements.extending(base.sharedElements)
    })
}

extension Track {
  /// Its own keys; its target and the properties that it moves come besides.
  static let fields: [Field<Track>] = {
    let initial = Track(place: .nowhere, target: .container, properties: [])
    return [
      Field(
        "during", \.during, .window, "Its window, as fractions of the run.", of: initial),
      Field("through", \.through, .window, "A window of the eased progress.", of: initial),
      Field("curve", \.curve, .curve, "Instead of the side's."),
      Field(
        "inPlace", \.isInPlace, .flag,
        "Whether a layer or part moves where it stands, in its parent, and is not lifted out.",
        of: initial),
      Field(
        "stagger", \.stagger,
        ValueForm(
          .object(Grammar.stagger), { node, reading in reading.stagger(node, of: "track") },
          \.node),
        "When each of the layers starts that a pattern names."),
      Field(
        "additive", \.isAdditive, .flag, "Whether it adds to other tracks.", of: initial),
      Field(
        "repeat", \.repeats,
        .number(NumberRange(minimum: 0, maximum: 10_000, excludesMinimum: true)),
        "How often it runs within its window.", of: initial),
      Field(
        "autoreverse", \.autoreverses, .flag, "Whether every second run goes backward.",
        of: initial),
      Field(
        "interpolate", \.interpolation, .choice("interpolation"),
        "How values between keyframes are found.", of: initial),
    ]
  }()
}
