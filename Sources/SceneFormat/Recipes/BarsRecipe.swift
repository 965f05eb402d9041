/// What bars do that stay in place, and what the system's parts do: the recipe `bars.json`, beneath
/// every side as if the side extended it.
public enum BarsRecipe {
  private static let recipe =
    RecipeLibrary.reading(PackageResources.bars_json, name: "bars").recipe ?? .empty(at: .nowhere)

  private static let sides = Dictionary(
    uniqueKeysWithValues: Operation.allCases.map { ($0, recipe.side(for: $0)) })

  /// The tracks of each side as they are printed: without the places where they are written.
  private static let printedTracks = sides.mapValues { Set($0.tracks.map(\.node)) }

  /// What bars do in `operation`; going back, they do the reverse.
  public static func side(for operation: Operation) -> Side {
    sides[operation] ?? recipe.side(for: operation)
  }

  /// Whether `track`, wherever it is written, says what this recipe says, as the printed form of a
  /// transition does.
  public static func has(_ track: Track, for operation: Operation) -> Bool {
    track.target.isOfChrome && printedTracks[operation]?.contains(track.node) == true
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
        guard let property = Property.all.first(where: { $0.name == name }) else { return nil }
        let keyframes = ends.enumerated().map { index, end in
          TrackKeyframe(position: Double(index), value: .numbers([.number(end)]))
        }
        return PropertyTrack(place: place, property: property, keyframes: keyframes)
      })
  }
}

extension Transition {
  /// `side` on top of what its bars do, as far as that depends on the transition alone.
  func withBars(_ side: Side) -> Side {
    var bars = BarsRecipe.side(for: operation)
    bars.tracks.removeAll { track in track.target.bar.map { !stays($0, side) } ?? false }
    if !stays(.bar, side) { bars.sharedElements = [] }
    return side.extending(bars)
  }
}

extension Target {
  /// The bar that it is, or is in.
  fileprivate var bar: ScreenPart? {
    if case .part(_, let part) = self { part.bar } else { nil }
  }

  /// Whether it is a bar, a part of one, or a part of the system's.
  fileprivate var isOfChrome: Bool {
    if case .part(_, let part) = self { part != .content } else { false }
  }
}
