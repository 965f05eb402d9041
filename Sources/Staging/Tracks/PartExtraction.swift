import Drawing
import Geometry
import Pixels
import SceneFormat

/// Takes parts out of a tree of elements so that each can follow its own tracks.
///
/// The plain way, painting a part in front of what it came from, would bring a bar's background in
/// front of its title. So what stays behind is cut in two: the elements that are painted before the
/// part, and those that are painted after it.
struct Lifting {
  /// What is to be lifted.
  let parts: Set<Target>
  /// What has a place of its own in the container's order.
  let listed: Set<Target>
  /// The lifted parts that have a place of their own.
  private(set) var elsewhere: [Actor] = []

  init(parts: Set<Target>, listed: Set<Target>) {
    (self.parts, self.listed) = (parts, listed)
  }

  /// The actors that `element` becomes, in paint order; `parent` leads from its parent to the
  /// canvas, and `ancestors` are what it is in, the innermost first.
  mutating func actors(
    _ element: Element, parent: Transform, eye: Transform3D? = nil, ancestors: [Target]
  ) -> [Actor] {
    var isForeground = false
    return pieces(element, parent: parent, eye: eye, ancestors: ancestors).map { piece in
      switch piece {
      case .stays(let element):
        var actor = Actor(element: element, parent: parent, eye: eye, ancestors: ancestors)
        actor.isForeground = isForeground
        isForeground = true
        return actor
      case .lifted(let actor): return actor
      }
    }
  }

  private enum Piece {
    /// A part of the element that stays with it.
    case stays(Element)
    case lifted(Actor)
  }

  private mutating func pieces(
    _ element: Element, parent: Transform, eye: Transform3D?, ancestors: [Target]
  ) -> [Piece] {
    let transform = element.matrix(seenFrom: eye).flattened.then(parent)
    let inside = (element.target.map { [$0] } ?? []) + ancestors
    var cut = Cut(element)
    for child in element.children {
      if let target = child.target, parts.contains(target) {
        let lifted = actors(child, parent: transform, eye: element.eye, ancestors: inside)
        if listed.contains(target) {
          elsewhere += lifted
        } else {
          cut.take(lifted)
        }
      } else {
        let pieces = pieces(child, parent: transform, eye: element.eye, ancestors: inside)
        for piece in pieces { cut.take(piece) }
      }
    }
    return cut.finished()
  }

  /// An element that is being cut into what is behind lifted parts and what is in front of them.
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
      bare.layer.shadow = nil
      (bare.mark, bare.layer.border) = (nil, nil)
      self.bare = bare
    }

    mutating func take(_ lifted: [Actor]) {
      guard !lifted.isEmpty else { return }
      current.layer.border = nil
      if pieces.isEmpty || !current.children.isEmpty { pieces.append(.stays(current)) }
      pieces += lifted.map(Piece.lifted)
      current = bare
    }

    mutating func take(_ piece: Piece) {
      switch piece {
      case .stays(let element): current.children.append(element)
      case .lifted(let actor): take([actor])
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
