import Drawing
import Geometry
import Pixels

extension Extents {
  /// How many translucent layers are as many as eight bits can bear: each is half of a level off.
  private static let most = 2
  /// On how many pixels sixteen bits take next to no time.
  private static let smallArea = 131_072

  /// The smallest rectangle around all pixels on which more translucent layers pile up than eight
  /// bits can bear; inner groups count as one layer each.
  ///
  /// What is outside of `region` does not count.
  func pile(
    in commands: ArraySlice<DrawCommand>, inside region: PixelRect = .everywhere
  ) -> PixelRect {
    var (layers, blended): ([PixelRect], [PixelRect]) = ([], [])
    // What the groups around leave of the canvas, the innermost one last.
    var clips = [region]
    func take(_ area: PixelRect) {
      layers.append(area.intersection(clips.last ?? region))
    }
    for index in commands.indicesOutsideIsolation() {
      switch commands[index] {
      case .endGroup: _ = clips.popLast()
      case .beginGroup(let effects):
        let shadow = effects.shadow.flatMap { CastShadow($0, toPixels: grid.toPixels) }
        if let shadow, shadow.path != nil { take(area(of: shadow)) }
        guard effects.needsIsolation else {
          clips.append(rest(of: clips.last, in: effects.clip))
          break
        }
        let area = (try? bounds(of: commands[(index + 1)...])) ?? .empty
        take(area)
        if effects.blend != .normal { blended.append(layers.removeLast()) }
      case .fill, .image, .picture:
        if isTranslucent(commands[index]) { take(bounds(of: commands[index])) }
      }
    }
    layers = (layers + blended).filter { !$0.isEmpty }
    // Most blend modes make the difference larger that was rounded before: each counts twice, where
    // that is not too dear.
    let weighed = layers + blended.filter { !$0.isEmpty }
    guard weighed.count > Self.most, layers.count <= 256 else { return .empty }
    let all = Self.overlap(weighed, ofMoreThan: Self.most)
    guard all.width * all.height > Self.smallArea else { return all }
    return Self.overlap(layers, ofMoreThan: Self.most)
  }

  /// What `clip` leaves of an area.
  private func rest(of area: PixelRect?, in clip: Clip?) -> PixelRect {
    let area = area ?? .everywhere
    return clip.map { area.intersection(bounds(of: $0)) } ?? area
  }

  /// Whether what is painted over nothing until the end of a group must not be rounded before the
  /// group is faded: several translucent layers, or one that nothing is behind.
  func deservesDepth(_ commands: ArraySlice<DrawCommand>) -> Bool {
    var (count, isFirst) = (0, true)
    for index in commands.indicesOutsideIsolation() {
      switch commands[index] {
      case .endGroup: break
      case .beginGroup(let effects):
        guard effects.needsIsolation || effects.shadow != nil else { break }
        count += 1
        if isFirst { return true }
      case .fill, .image, .picture:
        if isTranslucent(commands[index]) {
          count += 1
          if isFirst { return true }
        }
        isFirst = false
      }
    }
    return count > 1
  }

  /// Whether a picture of `commands` is kept in 16 bits: rounded, it would be faded and moved with
  /// an error that can be seen to be there.
  ///
  /// Not what is opaque all over, for which 8 bits are exact; nor what is so large that it would
  /// take much memory.
  func deservesFineness(_ commands: [DrawCommand], _ bounds: PixelRect) -> Bool {
    let area = bounds.width * bounds.height
    guard area <= 4_194_304 else { return false }
    for command in commands {
      switch command {
      case .beginGroup, .endGroup: continue
      case .fill(let fill):
        guard case .rect(let outline) = fill.outline, outline.radii == .zero,
          fill.transform.isUpright, fill.paint.isOpaque
        else { return area <= 65_536 || isTranslucent(command) }
        let place = toPixels(fill.transform).bounds(of: outline.rect)
        let isBehindAll =
          place.x <= Double(bounds.x) && place.y <= Double(bounds.y)
          && place.maxX >= Double(bounds.maxX) && place.maxY >= Double(bounds.maxY)
        return !isBehindAll && area <= 65_536
      case .image, .picture: return area <= 65_536 && !isOpaque(command) || isTranslucent(command)
      }
    }
    return false
  }

  private func isOpaque(_ command: DrawCommand) -> Bool {
    switch command {
    case .image(let draw): textures.sheerness(of: draw.image) == .opaque
    case .picture(let draw): textures.sheerness(of: draw.picture) == .opaque && draw.opacity >= 1
    case .fill, .beginGroup, .endGroup: false
    }
  }

  /// Whether what is behind a command can shine through its inside.
  private func isTranslucent(_ command: DrawCommand) -> Bool {
    switch command {
    case .fill(let fill):
      switch fill.paint {
      case .color(let color): color.alpha > 0 && color.alpha < 255
      case .gradient(let gradient): gradient.stops.contains { !$0.color.isOpaque }
      }
    case .image(let draw): textures.sheerness(of: draw.image) == .translucent
    case .picture(let draw):
      draw.opacity > 0 && (draw.opacity < 1 || textures.sheerness(of: draw.picture) == .translucent)
    case .beginGroup, .endGroup: false
    }
  }

  /// The smallest rectangle around all pixels that more than `most` of `layers` have.
  private static func overlap(_ layers: [PixelRect], ofMoreThan most: Int) -> PixelRect {
    let rows = Set(layers.flatMap { [$0.y, $0.maxY] }).sorted()
    var result = PixelRect.empty
    for (top, bottom) in zip(rows, rows.dropFirst()) {
      let here = layers.filter { $0.y <= top && $0.maxY >= bottom }
      guard here.count > most else { continue }
      let steps = (here.map { ($0.x, 1) } + here.map { ($0.maxX, -1) }).sorted { $0 < $1 }
      var count = 0
      for (step, next) in zip(steps, steps.dropFirst()) {
        count += step.1
        guard count > most, next.0 > step.0 else { continue }
        result = result.union(
          PixelRect(x: step.0, y: top, width: next.0 - step.0, height: bottom - top))
      }
    }
    return result
  }
}

extension ArraySlice<DrawCommand> {
  /// The places of all commands up to the end of the group that they are in, but for the insides and
  /// the ends of groups that are composited by themselves.
  fileprivate func indicesOutsideIsolation() -> [Int] {
    var places: [Int] = []
    var (index, depth) = (startIndex, 0)
    while index < endIndex, depth >= 0 {
      places.append(index)
      switch self[index] {
      case .endGroup: depth -= 1
      case .beginGroup(let effects):
        if effects.needsIsolation {
          index = self[(index + 1)...].untilEndOfGroup.endIndex
        } else {
          depth += 1
        }
      case .fill, .image, .picture: break
      }
      index += 1
    }
    return places
  }
}
