import Drawing
import Geometry
import SceneFormat

/// One step of a stage's play: a transition, or a screen that is looked at for a while.
package struct Act: Hashable, Sendable {
  /// What happens.
  package enum Kind: Hashable, Sendable {
    case run(Run)
    case still(Still)
  }

  /// A screen that stands still.
  package struct Still: Hashable, Sendable {
    var screen: Element
    var seconds: Double
    var picture: PictureID?
    /// What a sheet left that came to rest over another screen; nil where the screen is alone.
    var rest: [DrawCommand]?

    /// What is painted.
    var commands: [DrawCommand] { rest ?? screen.commands(in: picture) }
  }

  /// When it begins, in seconds from the start of the play.
  package var start: Double
  /// What happens.
  package var kind: Kind

  /// How long it is, in seconds.
  var seconds: Double {
    switch kind {
    case .run(let run): run.seconds
    case .still(let still): still.seconds
    }
  }

  /// When it ends, in seconds from the start of the play.
  package var end: Double { start + seconds }

  /// What is painted at `time` from the start of the play.
  func commands(at time: Double) -> [DrawCommand] {
    switch kind {
    case .run(let run): run.commands(at: time - start)
    case .still(let still): still.commands
    }
  }
}

extension Act {
  /// What it leaves if a sheet has come to rest; nil if a screen alone is left.
  var restPicture: [DrawCommand]? {
    switch kind {
    case .run(let run): run.isFinished && run.rest.isLast ? run.lastPicture : nil
    case .still(let still): still.rest
    }
  }
}

extension Element {
  /// What paints it alone: its picture, if it has one.
  func commands(in picture: PictureID?) -> [DrawCommand] {
    if let picture { return [.picture(PictureDraw(picture, layer: path))] }
    var painter = Painter()
    painter.paint(self, in: .identity)
    return painter.commands
  }
}
