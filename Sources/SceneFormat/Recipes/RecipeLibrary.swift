import Motion
import Synchronization

/// The recipes that are built in.
public enum RecipeLibrary {
  /// Their names, in the order in which they are listed.
  public static let names = files.map(\.name)

  /// The recipe called `name`; nil where there is none.
  ///
  /// It is read when it is first asked for: a scene uses one or two of them.
  public static func recipe(named name: String) -> Recipe? {
    if let known = read.withLock({ $0[name] }) { return known }
    guard let file = files.first(where: { $0.name == name }),
      let recipe = reading(file.bytes, name: name).recipe
    else { return nil }
    read.withLock { $0[name] = recipe }
    return recipe
  }

  /// Those that have been read.
  private static let read = Mutex<[String: Recipe]>([:])

  /// The file of each; its name is that of the recipe.
  static let files: [(name: String, bytes: [UInt8])] = [
    ("recede", PackageResources.recede_json),
    ("rise", PackageResources.rise_json),
    ("shift", PackageResources.shift_json),
    ("pairedBars", PackageResources.pairedBars_json),
    ("cover", PackageResources.cover_json),
    ("zoom", PackageResources.zoom_json),
    ("bounce", PackageResources.bounce_json),
    ("collapse", PackageResources.collapse_json),
    ("shrinkFade", PackageResources.shrinkFade_json),
    ("sharedImage", PackageResources.sharedImage_json),
    ("plain", PackageResources.plain_json),
    ("push", PackageResources.push_json),
    ("present", PackageResources.present_json),
    ("halfSheet", PackageResources.halfSheet_json),
    ("fullScreen", PackageResources.fullScreen_json),
    ("fade", PackageResources.fade_json),
    ("none", PackageResources.none_json),
    ("moveIn", PackageResources.moveIn_json),
    ("reveal", PackageResources.reveal_json),
    ("slide", PackageResources.slide_json),
    ("flip", PackageResources.flip_json),
    ("cube", PackageResources.cube_json),
    ("cards", PackageResources.cards_json),
    ("doors", PackageResources.doors_json),
    ("fold", PackageResources.fold_json),
    ("turn", PackageResources.turn_json),
    ("explode", PackageResources.explode_json),
    ("iris", PackageResources.iris_json),
    ("wipe", PackageResources.wipe_json),
    ("blinds", PackageResources.blinds_json),
    ("sharedAxisX", PackageResources.sharedAxisX_json),
    ("sharedAxisY", PackageResources.sharedAxisY_json),
    ("sharedAxisZ", PackageResources.sharedAxisZ_json),
    ("fadeThrough", PackageResources.fadeThrough_json),
    ("containerTransform", PackageResources.containerTransform_json),
  ]

  /// What plays for an operation where no type is written.
  static func defaultName(for operation: Operation) -> String {
    switch operation {
    case .push, .pop: "push"
    case .present, .dismiss: "present"
    case .replace: "none"
    }
  }

  /// Names of another recipe's way back.
  static let aliases = backward.map(\.rawValue)

  private static let backward: [Operation] = [.pop, .dismiss]

  /// The recipe whose way back `alias` is; nil for any other name.
  static func source(of alias: String) -> String? { operation(of: alias).map(defaultName) }

  /// The side that an alias is; nil for any other name.
  static func operation(of alias: String) -> Operation? {
    backward.first { $0.rawValue == alias }
  }

  /// What a built-in recipe is called in the places of its parts.
  private static func placeName(of name: String) -> String { "recipe \(name)" }

  /// Whether something is written in a built-in recipe, and in no file.
  public static func holds(_ place: Place) -> Bool {
    names.contains { placeName(of: $0) == place.file }
  }

  /// A recipe of our own and its mistakes, of which there should be none.
  static func reading(
    _ bytes: [UInt8], name: String
  ) -> (recipe: Recipe?, mistakes: [SceneError]) {
    var reading = Reading(assets: NoFiles(), limits: Limits())
    do {
      let node = try JSONParser.parse(bytes, file: placeName(of: name), limits: Limits())
      _ = reading.check(node, .recipe)
      let recipe = reading.recipe(node)?.recipe
      return (recipe, reading.mistakes.kept)
    } catch {
      return (nil, [error])
    }
  }
}

/// What built-in recipes can name: nothing.
private struct NoFiles: AssetSource {
  func bytes(of path: String, limit: Int) throws(AssetFailure) -> [UInt8] { throw .missing }

  func hasFile(at path: String) -> Bool { false }

  func fileNames(in folder: String) -> [String] { [] }

  func imageSize(of path: String) throws(AssetFailure) -> (width: Int, height: Int) {
    throw .missing
  }
}

/// What bars do that stay in place, and what the system's parts do: the recipe `bars.json`, beneath
/// every side as if the side extended it.
public enum BarsRecipe {
  private static let recipe =
    RecipeLibrary.reading(PackageResources.bars_json, name: "bars").recipe ?? .empty(at: .nowhere)

  private static let sides = Dictionary(
    uniqueKeysWithValues: Operation.allCases.map { operation in
      var side = recipe.side(for: operation)
      if recipe.writtenOperation(for: operation).0 == .pop {
        side = side.extending(recipe.side(for: .push).reversed.withMirroredCurves)
      }
      return (operation, side)
    })

  /// The tracks of each side as they are printed: without the places where they are written.
  private static let printedTracks = sides.mapValues { Set($0.tracks.map(\.node)) }

  /// What bars do in `operation`; going back, they do the reverse.
  public static func side(for operation: Operation) -> Side {
    sides[operation] ?? recipe.side(for: operation)
  }

  /// Whether `track`, wherever it is written, says what this recipe says, as the printed form of a
  /// transition does.
  public static func has(_ track: Track, for operation: Operation) -> Bool {
    guard let part = track.target.part, part != .content else { return false }
    return printedTracks[operation]?.contains(track.node) == true
  }
}

extension BarsRecipe {
  /// How the backdrop that both halves of a part share turns from one half's into the other's.
  public static func backdropTrack(
    of part: ScreenPart, from: LayerFilters, to: LayerFilters, _ place: Place
  ) -> Track {
    let values: [(name: String, ends: [Double])] = [
      ("backdrop.blur", [from.blur, to.blur]),
      ("backdrop.saturation", [from.saturation, to.saturation]),
    ]
    return Track(
      place: place, target: .pair(part),
      properties: values.compactMap { name, ends in
        guard let property = Property(named: name) else { return nil }
        let keyframes = ends.enumerated().map { index, end in
          TrackKeyframe(position: Double(index), value: .numbers([.number(end)]))
        }
        return PropertyTrack(place: place, property: property, keyframes: keyframes)
      })
  }
}

extension Side {
  /// The same with what eases out easing in, as a film backward has it, and the other way round.
  fileprivate var withMirroredCurves: Side {
    var side = self
    for index in side.tracks.indices {
      side.tracks[index].properties = tracks[index].properties.map { property in
        var property = property
        for key in property.keyframes.indices {
          property.keyframes[key].curve = property.keyframes[key].curve?.mirrored
        }
        return property
      }
    }
    return side
  }
}

extension Curve {
  /// A Bézier curve as it is when time goes backward.
  fileprivate var mirrored: Curve {
    guard case .bezier(x1: let x1, y1: let y1, x2: let x2, y2: let y2) = self else { return self }
    return .bezier(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1)
  }
}

extension Transition {
  /// `side` on top of what its bars do, as far as that depends on the transition alone.
  func withBars(_ side: Side) -> Side {
    var bars = BarsRecipe.side(for: operation)
    bars.tracks.removeAll { track in track.target.part?.bar.map { !stays($0, side) } ?? false }
    if !stays(.bar, side) { bars.sharedElements = [] }
    return side.extending(bars)
  }
}
