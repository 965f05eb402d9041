/// Stands where the renderer will be: a build that can explain itself, but renders nothing.
struct AbsentStudio: Studio {
  func open(_ scene: String, _ settings: Settings) async throws(Failure) -> any OpenScene {
    throw Failure(.failure, [Diagnostic(.error, .file(scene), "this build has no renderer")])
  }

  func list(_ topic: Topic) -> [CatalogueEntry] { [] }

  var schema: String { "{}\n" }
}
