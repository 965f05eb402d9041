import Drawing
import Geometry
import Motion
import Pixels
import SceneFormat

/// The area in which a stack of screens is drawn: the canvas, or where a presented screen rests.
package struct Slot: Hashable, Sendable {
  /// The size in which the stack's screens are laid out.
  var size: Size
  /// The way from its coordinates to the canvas.
  var transform = Transform.identity
  /// The commands before the stack's screens: what lies behind, and the beginnings of the groups that
  /// clip to the slot's outline.
  var behind: [DrawCommand] = []
  /// The commands after them, which end those groups.
  var front: [DrawCommand] = []
  /// The picture at rest without the sheet.
  var outside: [DrawCommand] = []
  /// The sheet's corners, border and shadow at rest, and the recipe's layers on it; nil for the canvas.
  fileprivate var frame: Element?

  /// All of a canvas.
  init(canvas: Size) { size = canvas }

  /// A canvas over this slot's picture without the sheet.
  func canvas(_ size: Size) -> Slot {
    var canvas = Slot(canvas: size)
    canvas.behind = outside
    return canvas
  }
}

extension Slot {
  /// How far screens extend past the slot's outline, in points: no seam shows along its edge.
  static let margin = 4.0

  /// `screen`, extended past the slot's outline.
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
  /// The slot of the incoming screen, where it comes to rest.
  var restingSlot: Slot? {
    let all = presentedLayers(at: .settled)
    let screen = all.filter { $0.animated.target == .screen(.to) }
    guard var placeholder = screen.first else { return nil }
    placeholder.own = screen.flatMap(\.own)
    placeholder.isPlaceholder = true
    placeholder.element.layer.isHidden = false
    if placeholder.element.layer.opacity == 0 { placeholder.element.layer.opacity = 1 }
    // The outline of an opaque sheet casts its shadow, so that moving screens do not change it.
    if placeholder.element.layer.fill.isOpaque, placeholder.element.layer.shadow?.caster == .alpha {
      placeholder.element.layer.shadow?.caster = .bounds
    }
    var layers: [PresentedLayer] = []
    for layer in all {
      if !layer.animated.belongsToIncomingScreen { layers.append(layer) }
      if layer == screen[0] { layers.append(placeholder) }
    }
    let painted = resting(layers)
    guard let (index, transform) = painted.placeholder else { return nil }
    var left = Slot(canvas: placeholder.element.size)
    left.transform = transform
    left.behind = Array(painted.commands[..<index])
    left.front = Array(painted.commands[(index + 1)...])
    left.outside = resting(layers.filter { !$0.isPlaceholder }).commands
    var frame = placeholder.element
    frame.children = placeholder.own
    left.frame = frame
    return left
  }

  /// Whether the side moved parts of the incoming screen, or copies of them.
  var movesPartsOfIncomingScreen: Bool {
    !sharedMotions.isEmpty || inPlace.contains { to.find($0) != nil }
      || table.layers.filter(\.belongsToIncomingScreen).count > 1
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
