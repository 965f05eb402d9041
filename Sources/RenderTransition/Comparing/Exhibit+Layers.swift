import Drawing
import Geometry
import ImageDiff
import Inspection
import Pixels
import Staging

/// A layer that is in neither scene.
public struct UnknownLayer: Error, Hashable, Sendable, CustomStringConvertible {
  /// As it was asked for.
  public let name: String

  /// One sentence.
  public var description: String { "neither scene has a layer \"\(name)\"" }
}

extension Exhibit {
  /// Where layers are in either exhibit, frame by frame.
  func areas(of layers: [String], beside other: Exhibit) throws(UnknownLayer) -> [IgnoredArea] {
    guard !layers.isEmpty else { return [] }
    for layer in layers where names(for: [layer]).isEmpty && other.names(for: [layer]).isEmpty {
      throw UnknownLayer(name: layer)
    }
    return areas(of: names(for: layers)) + other.areas(of: other.names(for: layers))
  }

  private func areas(of names: Set<String>) -> [IgnoredArea] {
    guard case .scene(let animation, let sequence, let fps) = kind, !names.isEmpty else {
      return []
    }
    let slack = sequence.stepSeconds / 4
    let moments = animation.stage.frameTimes(fps: fps)
    return zip(sequence.frames, moments).flatMap { frame, moment in
      let scan = LayerScan(animation.stage, at: moment)
      let rects = scan.pieces.filter { names.contains($0.layer) }.map(\.bounds)
      let seconds = frame.startSeconds - slack...max(frame.endSeconds, frame.startSeconds) - slack
      return rects.map { IgnoredArea($0, seconds: seconds) }
    }
  }

  /// The names of layers that are meant, and of all that is on them: `to#title`, or `title` for
  /// the layer of that name on any screen.
  private func names(for layers: [String]) -> Set<String> {
    guard let looks = animation?.stage.layerStates else { return [] }
    return looks.reduce(into: []) { Self.gather($1, layers, isInside: false, into: &$0) }
  }

  private static func gather(
    _ look: LayerState, _ layers: [String], isInside: Bool, into names: inout Set<String>
  ) {
    let isMeant =
      isInside || layers.contains { look.name == $0 || look.name.hasSuffix("#\($0)") }
    if isMeant { names.insert(look.name) }
    for child in look.children { gather(child, layers, isInside: isMeant, into: &names) }
  }
}
