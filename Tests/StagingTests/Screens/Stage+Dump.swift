import Drawing
import Pixels
import SceneFormat

@testable import Staging

extension Stage {
  /// The commands at a share of the run, as text.
  func dump(at fraction: Double) -> String { Self.text(of: frame(at: fraction * seconds).commands) }

  /// The commands of a screen that is drawn anew, as text.
  func dump(of role: String) -> String {
    let screen = role == "from" ? runs[0].from : runs[0].to
    return Self.text(of: screen.commands(in: nil))
  }

  /// The commands inside of a picture, as text.
  func dump(ofPicture index: Int) -> String { Self.text(of: pictures[index].commands) }

  private static func text(of commands: [DrawCommand]) -> String {
    let list = DisplayList(background: .clear, commands: commands)
    return "\(list)".split(separator: "\n").dropFirst().joined(separator: "\n")
  }
}
