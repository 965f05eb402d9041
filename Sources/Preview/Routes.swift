import Formatting
import RenderTransition

extension Route {
  /// All that a preview answers, in the order of the manual.
  package static let all: [Route] = [
    Route(.get, "", "The page, one file.") { (session, _) throws(Refusal) in session.page },
    Route(
      .get, "scenes",
      "The scenes: `[{ \"path\", \"title\", \"verdict\", \"headline\" }]`; the verdict is `same`, "
        + "`different`, `missing`, `invalid` or `pending`."
    ) { (session, _) throws(Refusal) in .json(.list(session.scenes.map(scene))) },
  ]

  private static func scene(_ path: String) -> JSONValue {
    .object([
      "path": .text(path), "title": .text(PathName.stem(path)), "verdict": .text("pending"),
      "headline": .text(""),
    ])
  }
}
