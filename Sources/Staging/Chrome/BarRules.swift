import Geometry
import Motion
import SceneFormat

// What a track of `bars.json` says holds for any two bars. Three things depend on the two that meet.

extension RunBuilder {
  /// What a part does only where the other screen has no such part.
  private static let alone: [ScreenPart: Set<Property>] = [
    .barSearch: [.opacity], .barChevron: [.x, .scaleX, .scaleY],
  ]

  /// The tracks of `bars` that have something to move here.
  static func tracks(
    of bars: Side, beneath side: Side, _ screens: PlacedScreens, _ chrome: Chrome
  ) -> [Track] {
    bars.tracks.left(by: side.tracks).compactMap { track in
      guard case .part(let role, let part) = track.target, chrome.owns(track.target) else {
        return nil
      }
      // A search field overtakes screens that slide; by any other motion it is a part of its screen.
      if part == .barSearch, !side.slidesScreens { return nil }
      let other = role == .from ? screens.to : screens.from
      guard let reserved = alone[part], other.find(.part(role.opposite, part)) != nil else {
        return track
      }
      var both = track
      both.properties.removeAll { reserved.contains($0.property) }
      return both.properties.isEmpty ? nil : both
    }
  }

  /// The bars' tracks, in which the title of the upper screen is seen only where the others leave it
  /// room: it fades in later, or out sooner, if it would overlap with another text of which more than
  /// a tenth is seen.
  func barTracks(keepingTitlesApart tracks: ResolvedTracks, _ motions: [SharedMotion]) -> [Track] {
    let isForward = side.operation.isForward
    let title = Target.part(isForward ? .to : .from, .barTitle)
    let texts = BarTexts(screens, tracks, motions.filter(\.isInChrome), chrome)
    let moments = (0...100).map { Double($0) / 100 }
    guard
      let clear = moments.last(where: { share in
        texts.overlap(title, at: Progress(fraction: isForward ? share : 1 - share, isShaped: false))
      })
    else { return barTracks }
    // Under a finger a tenth is seen after a tenth of the window; by the curve, later.
    let start = min(0.9, (clear + 0.01 - 0.1) / (1 - 0.1))
    return barTracks.map { track in
      let through = isForward ? track.through : track.through.mirrored
      guard track.target == title, track.properties.first?.property == .opacity,
        through.start < start
      else { return track }
      var later = track
      later.through = isForward ? Window(start, 1) : Window(start, 1).mirrored
      return later
    }
  }
}

/// The texts of the bars of two screens that stay, at any moment.
private struct BarTexts {
  private let texts: LayerIndex
  private let others: LayerIndex
  private let tracks: ResolvedTracks
  private let motions: [SharedMotion]
  private let chrome: Chrome

  init(
    _ screens: PlacedScreens, _ tracks: ResolvedTracks, _ motions: [SharedMotion], _ chrome: Chrome
  ) {
    (texts, others) = (LayerIndex([screens.from]), LayerIndex([screens.to]))
    (self.tracks, self.motions, self.chrome) = (tracks, motions, chrome)
  }

  /// Whether `title` meets a text of which more than a tenth is seen.
  func overlap(_ title: Target, at progress: Progress) -> Bool {
    guard let own = frame(title, at: progress)?.frame else { return false }
    let names = [Role.from, .to].flatMap { role in
      [ScreenPart.barTitle, .barLabel].map { Target.part(role, $0) }
    }
    let seen =
      names.filter { $0 != title }.compactMap { frame($0, at: progress) }
      + motions.flatMap { $0.textFrames(at: progress) }
    return seen.contains { other in
      let common = own.intersection(other.frame)
      return other.opacity > 0.1 && common.width > 0 && common.height > 0
    }
  }

  private func frame(_ target: Target, at progress: Progress) -> (frame: Rect, opacity: Double)? {
    guard chrome.find(target)?.layer.isHidden == false,
      let (element, context) = texts.found[target] ?? others.found[target]
    else { return nil }
    let moved = tracks.apply(to: element, at: progress)
    return (
      moved.matrix().flattened.then(context.parent).bounds(of: moved.bounds), moved.layer.opacity
    )
  }
}

extension SharedMotion {
  /// Where its two contents are at `progress`, and how much is seen of each.
  fileprivate func textFrames(at progress: Progress) -> [(frame: Rect, opacity: Double)] {
    let element = element(at: progress)
    let share = min(1, max(0, fade.progress(at: progress)))
    return [(source, 1 - share), (destination, share)].map { end, opacity in
      let inside = fitting(end, in: element.size).bounds(of: end.pose.frame)
      let (x, y) = (element.layer.frame.x, element.layer.frame.y)
      return (
        Rect(x: inside.x + x, y: inside.y + y, width: inside.width, height: inside.height), opacity
      )
    }
  }
}

extension Side {
  /// Whether its screens move sideways, and are whole while they do.
  fileprivate var slidesScreens: Bool {
    slices.isEmpty
      && tracks.allSatisfy { track in
        guard case .screen = track.target else { return true }
        return track.properties.allSatisfy {
          $0.property == .x || Property.shadow.contains($0.property)
        }
      }
  }
}
