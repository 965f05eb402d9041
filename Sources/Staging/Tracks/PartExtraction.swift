import Drawing
import Geometry
import Pixels
import SceneFormat

/// Extracts parts of a tree of elements so that each can follow its own tracks.
///
/// The plain way, painting a part in front of what it came from, would bring a bar's background in
/// front of its title. So what stays behind is cut in two: the elements that are painted before the
/// part, and those that are painted after it.
struct PartExtraction {
  /// The parts to extract.
  let parts: Set<Target>
  /// What has a place of its own in the container's order.
  let listed: Set<Target>
  /// The extracted parts that have a place of their own.
  private(set) var elsewhere: [AnimatedLayer] = []

  init(parts: Set<Target>, listed: Set<Target>) {
    (self.parts, self.listed) = (parts, listed)
  }

  /// The layers that `element` becomes, in paint order; `parent` leads from its parent to the
  /// canvas, and `ancestors` are what it is in, the innermost first.
  mutating func layers(
    _ element: Element, parent: Transform, eye: Transform3D? = nil, ancestors: [Target]
  ) -> [AnimatedLayer] {
    var isForeground = false
    return pieces(element, parent: parent, eye: eye, ancestors: ancestors).map { piece in
      switch piece {
      case .stays(let element):
        var animated = AnimatedLayer(
          element: element, parent: parent, eye: eye, ancestors: ancestors)
        animated.isForeground = isForeground
        isForeground = true
        return animated
      case .extracted(let animated): return animated
      }
    }
  }

  private enum Piece {
    /// A part of the element that stays with it.
    case stays(Element)
    case extracted(AnimatedLayer)
  }

  private mutating func pieces(
    _ element: Element, parent: Transform, eye: Transform3D?, ancestors: [Target]
  ) -> [Piece] {
    guard element.holds(parts) else { return [.stays(element)] }
    let transform = element.matrix(seenFrom: eye).flattened.then(parent)
    let inside = (element.target.map { [$0] } ?? []) + ancestors
    var cut = Cut(element)
    for child in element.children {
      if let target = child.target, parts.contains(target) {
        let extracted = layers(child, parent: transform, eye: element.eye, ancestors: inside)
        if listed.contains(target) {
          elsewhere += extracted
        } else {
          cut.take(extracted)
        }
      } else {
        let pieces = pieces(child, parent: transform, eye: element.eye, ancestors: inside)
        for piece in pieces { cut.take(piece) }
      }
    }
    return cut.finished()
  }

  /// An element that is being cut into what is behind extracted parts and what is in front of them.
  private struct Cut {
    private var pieces: [Piece] = []
    private var current: Element
    private let bare: Element
    private let border: Border?

    init(_ element: Element) {
      border = element.layer.border
      current = element
      current.children = []
      var bare = current
      bare.layer.fill = .color(.clear)
      (bare.layer.shadow, bare.layer.shadows) = (nil, [])
      bare.layer.backdrop = LayerFilters()
      (bare.mark, bare.layer.border) = (nil, nil)
      self.bare = bare
    }

    mutating func take(_ extracted: [AnimatedLayer]) {
      guard !extracted.isEmpty else { return }
      current.layer.border = nil
      if pieces.isEmpty || !current.children.isEmpty { pieces.append(.stays(current)) }
      pieces += extracted.map(Piece.extracted)
      current = bare
    }

    mutating func take(_ piece: Piece) {
      switch piece {
      case .stays(let element): current.children.append(element)
      case .extracted(let animated): take([animated])
      }
    }

    consuming func finished() -> [Piece] {
      // The border is in front of the children, so it belongs to the last piece.
      current.layer.border = border
      if pieces.isEmpty || border != nil || !current.children.isEmpty {
        pieces.append(.stays(current))
      }
      return pieces
    }
  }
}

extension Element {
  /// Whether any of `targets` is in it.
  fileprivate func holds(_ targets: Set<Target>) -> Bool {
    !targets.isEmpty
      && children.contains { child in
        child.target.map(targets.contains) ?? false || child.holds(targets)
      }
  }
}
