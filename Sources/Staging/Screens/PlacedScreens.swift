import Drawing
import Geometry
import SceneFormat

/// The two screens of a run, laid out.
struct PlacedScreens {
  /// The screens alone, filling the slot.
  let fromAlone, toAlone: Element
  /// Where the side or their slot puts them, with all bars.
  let from, to: Element
  /// Whether one of them rests on a sheet, so that its bars move with it.
  private let hasSheet: Bool

  /// Lays out two screens for `side` of `transition`, which plays in `slot`.
  init(
    _ from: StagedScreen, _ to: StagedScreen, _ transition: Transition, _ side: Side, in slot: Slot,
    _ space: RecipeSpace, _ layout: ScreenLayout
  ) throws(SceneError) {
    let alone = (
      try layout.element(for: from.screen, as: from.identity),
      try layout.element(for: to.screen, as: to.identity)
    )
    (fromAlone, toAlone) = (slot.filled(with: alone.0), slot.filled(with: alone.1))
    // The side places a sheet that comes or goes; any other sheet is in its slot.
    let rest = transition.recipe.rest(for: transition.operation)
    let homes = (rest.isFirst ? nil : from.slot, rest.isLast ? nil : to.slot)
    let frames = try side.frames(in: space)
    self.from = try layout.element(for: from, frames[.from], homes.0) ?? alone.0
    self.to = try layout.element(for: to, frames[.to], homes.1) ?? alone.1
    hasSheet = homes.0 != nil || homes.1 != nil || rest.isFirst || rest.isLast
  }

  /// The bars that stay in place: those that both screens have and `side` does not put in order.
  func stayingBars(_ transition: Transition, _ side: Side) -> Set<ScreenPart> {
    let listed = Set(side.paintOrder)
    guard !hasSheet else { return [] }
    return Set(
      ScreenPart.bars.filter { part in
        transition.stays(part, side)
          && [(from, Role.from), (to, .to)].allSatisfy { screen, role in
            screen.find(.part(role, part)) != nil && !listed.contains(.part(role, part))
          }
      })
  }

  /// Whether the transition says that the bar stays, and both screens have the same.
  func haveStillBar(_ transition: Transition, _ side: Side) -> Bool {
    guard (transition.written.bars ?? side.bars) == .stay, let bar = from.find(.part(.from, .bar))
    else { return false }
    return to.find(.part(.to, .bar))?.looksLike(bar) ?? false
  }
}

extension ScreenLayout {
  /// A screen in a frame or in its slot; nil if it fills the layout.
  fileprivate func element(
    for staged: StagedScreen, _ frame: Rect?, _ home: Slot?
  ) throws(SceneError) -> Element? {
    if let home {
      return home.resting(
        try with(size: home.size).element(for: staged.screen, as: staged.identity))
    }
    guard let frame, frame != Rect(size) else { return nil }
    var element = try with(size: frame.size).element(for: staged.screen, as: staged.identity)
    (element.layer.frame.x, element.layer.frame.y) = (frame.x, frame.y)
    return element
  }
}

extension Side {
  /// Where it lays out its screens.
  fileprivate func frames(in space: RecipeSpace) throws(SceneError) -> [Role: Rect] {
    var frames: [Role: Rect] = [:]
    for setting in settings {
      guard case .screen(let role) = setting.target else { continue }
      frames[role] = try ResolvedSettings(
        setting, of: setting.target, in: space, (space.canvas, space.canvas), within: nil
      ).frame
    }
    return frames
  }
}
