import Drawing
import Geometry
import Motion
import Pixels
import SceneFormat

/// Where a stack of screens lives: all of the canvas, or a part of it that a resting side left to
/// its incoming screen.
package struct Slot: Hashable, Sendable {
  /// The size in which the stack's screens are laid out.
  var size: Size
  /// The way from its coordinates to the canvas.
  var transform = Transform.identity
  /// What is painted before the stack's screens: what the presentation left behind them, and the
  /// beginnings of the groups that cut them to the slot's outline.
  var behind: [DrawCommand] = []
  /// What is painted after them, which ends those groups.
  var front: [DrawCommand] = []
  /// What the presentation left, without the slot.
  var outside: [DrawCommand] = []
  /// How the presentation left its screen: its corners, border, shadow, and the recipe's layers on
  /// it; nil for the canvas.
  fileprivate var frame: Element?

  /// All of a canvas.
  init(canvas: Size) { size = canvas }

  /// All of the canvas, with what this slot's presentation left behind it.
  func canvas(_ size: Size) -> Slot {
    var canvas = Slot(canvas: size)
    canvas.behind = outside
    return canvas
  }
}

extension Slot {
  /// How far the screens on a slot go on behind its outline, which cuts them: at least a pixel.
  static let margin = 4.0

  /// `screen`, which the slot's outline cuts.
  func filled(with screen: Element) -> Element {
    frame == nil ? screen : screen.filling(screen.bounds.inset(by: -Self.margin))
  }

  /// `screen`, laid out in the slot's size, as it rests there.
  func resting(_ screen: Element) -> Element {
    guard let frame else { return screen }
    var screen = screen
    screen.home = transform
    (screen.layer.cornerRadii, screen.layer.cornerStyle) = (
      frame.layer.cornerRadii, frame.layer.cornerStyle
    )
    (screen.layer.border, screen.layer.shadow) = (frame.layer.border, frame.layer.shadow)
    screen.layer.backdrop = frame.layer.backdrop
    screen.children += frame.children
    return screen
  }
}

extension Run {
  /// The slot that the run leaves to its incoming screen, where it comes to rest.
  var slotLeft: Slot? {
    let all = presentedLayers(at: .settled)
    let screen = all.filter { $0.animated.target == .screen(.to) }
    guard var hole = screen.first else { return nil }
    hole.own = screen.flatMap(\.own)
    hole.isHole = true
    hole.element.layer.isHidden = false
    if hole.element.layer.opacity == 0 { hole.element.layer.opacity = 1 }
    // The shadow of an opaque sheet is that of its outline, whatever moves on it.
    if hole.element.layer.fill.isOpaque, hole.element.layer.shadow?.caster == .alpha {
      hole.element.layer.shadow?.caster = .bounds
    }
    var layers: [PresentedLayer] = []
    for layer in all {
      if !layer.animated.belongsToIncomingScreen { layers.append(layer) }
      if layer == screen[0] { layers.append(hole) }
    }
    let painted = resting(layers)
    guard let (index, transform) = painted.hole else { return nil }
    var left = Slot(canvas: hole.element.size)
    left.transform = transform
    left.behind = Array(painted.commands[..<index])
    left.front = Array(painted.commands[(index + 1)...])
    left.outside = resting(layers.filter { !$0.isHole }).commands
    var frame = hole.element
    frame.children = hole.own
    left.frame = frame
    return left
  }

  /// Whether parts of the incoming screen rest where its side moved them, or copies of it.
  var movesPartsOfIncomingScreen: Bool {
    !sharedMotions.isEmpty || table.layers.filter(\.belongsToIncomingScreen).count > 1
  }

  private func resting(_ layers: [PresentedLayer]) -> DisplayListBuilder {
    var builder = DisplayListBuilder()
    paint(into: &builder, layers, at: .settled)
    builder.append(slot.front)
    return builder
  }
}

extension AnimatedLayer {
  /// Whether it is the incoming screen, or a part or a copy of it.
  var belongsToIncomingScreen: Bool {
    ([target] + ancestors).contains(.screen(.to)) || cutout?.source.target == .screen(.to)
      || target == .shared
  }
}
