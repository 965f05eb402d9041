import Formatting
import Regression
import RenderTransition

/// A first scene that was written.
struct FirstScene: Recorded {
  var path: String

  static let record = Record<FirstScene>(
    "A first scene.",
    members: [
      .init(schema: "render-transition/init-1"),
      .init("scene", .text("The scene's path."), from: \.path),
    ])
}

/// An SVG that was written as a screen file.
struct WrittenScreen: Recorded {
  var path: String
  var pictures: [String]

  static let record = Record<WrittenScreen>(
    "An imported SVG.",
    members: [
      .init(schema: "render-transition/import-1"),
      .init("screen", .text("The screen file's path."), from: \.path),
      .init(
        "pictures", .list(.text("A path."), "The files of the pictures that were in it."),
        from: \.pictures),
    ])
}

extension Command {
  /// Writes a first scene, where there is no such file yet.
  func initialize(_ paths: [String]) async throws(Failure) -> ExitCode {
    let path = paths.first ?? "scene.json"
    if console.exists(path) {
      let reason = "it is there already, and nothing was written"
      throw Failure(.failure, [Diagnostic(.error, .file(path), reason)])
    }
    try Failure.wrapping { try TextFile.write(Array(Self.firstScene.utf8), to: path) }
    if settings.isJSON { try print(FirstScene(path: path).json.text(.rows) + "\n") }
    reporter.note("\(path)  a first scene; \(Catalogue.program) \(path) renders it")
    return .done
  }

  /// Writes an SVG as a screen file, where there is no such file yet.
  func importScreen(_ paths: [String]) async throws(Failure) -> ExitCode {
    let path = settings.outputs.first ?? "\(PathName.stem(paths[0])).json"
    let screen: ImportedScreen
    do {
      screen = try ImportedScreen(
        svg: paths[0], to: path == "-" ? nil : path, picturesIn: settings.pictureFolder,
        limits: settings.limits)
    } catch {
      throw Failure(error, scene: paths[0])
    }
    reporter.report(screen.warnings.map { Diagnostic($0, in: screen.sources) })
    try Failure.wrapping { try screen.write() }
    let pictures = screen.pictures.map(\.path)
    guard let path = screen.path else {
      try print(screen.text)
      return .done
    }
    if settings.isJSON {
      try print(WrittenScreen(path: path, pictures: pictures).json.text(.rows) + "\n")
    }
    for file in pictures + [path] { reporter.note(file) }
    return .done
  }

  private static let firstScene = """
    // Two screens and a transition. "render-transition help guide" explains what else there is.
    {
      // For your editor: render-transition schema > scene.schema.json
      "$schema": "scene.schema.json",
      "version": 1,
      "canvas": { "width": 320, "height": 480 },
      "from": {
        "background": "#F2F2F7",
        "statusBar": true,
        "navigationBar": { "title": "Teas" },
        "layers": [
          {
            "id": "card", "frame": [16, 16, 288, 72], "fill": "#FFF", "cornerRadius": 12,
            "layers": [
              { "id": "leaf", "type": "shape", "path": "ellipse", "frame": [16, 16, 40, 40], "fill": "#2E7D4F" },
              { "type": "text", "frame": [72, 24, 200, null], "text": "Sencha" }
            ]
          }
        ]
      },
      "to": {
        "background": "#FFF",
        "statusBar": true,
        "navigationBar": { "title": "Sencha", "back": "Teas" },
        "layers": [
          { "id": "leaf", "type": "shape", "path": "ellipse", "frame": [110, 32, 100, 100], "fill": "#2E7D4F" },
          {
            "type": "text", "frame": [24, 156, 272, null], "align": "center",
            "text": "Green tea from Shizuoka, steeped for a minute at 70 degrees."
          }
        ]
      },
      // Others: present, flip, sharedImage; "render-transition list recipes" names all.
      "transition": "push"
    }

    """
}
