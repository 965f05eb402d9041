import RenderTransition
import SceneFormat

/// The studio that really renders: a thin adapter around the library.
struct LibraryStudio: Studio {
  func open(_ scene: String, _ settings: Settings) async throws(Failure) -> any OpenScene {
    do throws(LoadFailure) {
      let animation = try Animation(
        at: SceneAddress(scene), scale: settings.scale, assetRoot: settings.assetRoot,
        limits: settings.limits, jobs: settings.jobs)
      // Of a moment it does not matter how many frames there are.
      if settings.moments == nil {
        // Other outputs than the scene's own say themselves what they take.
        let isGIF =
          settings.outputs.isEmpty && settings.formats.isEmpty
          && animation.scene.output.formats.contains(.gif)
        try animation.checkLength(fps: settings.fps, toGIF: isGIF)
      }
      return StagedScene(animation: animation, path: scene)
    } catch {
      throw Failure(error, scene: scene)
    }
  }

  func list(_ topic: Topic) -> [CatalogueEntry] {
    switch topic {
    case .recipes:
      RecipeLibrary.names.map { name in
        let recipe = RecipeLibrary.recipe(named: name)
        return CatalogueEntry(
          name: name, summary: recipe?.summary ?? "", parameters: recipe?.parameters ?? [])
      }
    case .curves:
      CurveLibrary.names.map { CatalogueEntry(name: $0, summary: CurveLibrary.summary(of: $0)) }
    }
  }

  var schema: String { SceneSchema.text(for: .scene) }
}

extension Failure {
  /// The same, in the words of the command line.
  init(_ failure: LoadFailure, scene: String) {
    switch failure {
    case .mistakes(let mistakes, let sources):
      let isAboutFiles = mistakes.allSatisfy { $0.severity == .warning || $0.problem.isAboutAsset }
      self.init(
        isAboutFiles ? .badAsset : .invalidScene, mistakes.map { Diagnostic($0, in: sources) })
    case .unreadable(let error): self.init(reading: error, called: scene)
    case .memory: self.init(.failure, [Diagnostic(.error, .file(scene), "\(failure)")])
    }
  }

  /// There is no repository, or no git, for `flag`.
  init(noRepositoryFor flag: String) {
    let message = "\(flag) needs a git repository, and the program git"
    // Git itself would say so, but in a container people rarely run it by hand. The system's
    // configuration is not read.
    let hint = "a repository of another user: git config --global --add safe.directory \"$PWD\""
    self.init(.missingTool, [Diagnostic(.error, .program, message, hint: hint)])
  }

  /// A failure to read what the command line names as `name`: one cause has one code, whatever the
  /// verb.
  init(reading error: FileError, called name: String) {
    switch error.reason {
    case .noRepository: self.init(noRepositoryFor: "\"git:\"")
    case .noRevision: self.init(.usage, "\(error)")
    case .otherRepository: self.init(.noScene, [Diagnostic(.error, .file(name), "\(error)")])
    case .noFolder:
      self.init(.noScene, [Diagnostic(.error, .file(error.path), "there is no such folder")])
    case _ where error.isAboutMissing:
      self.init(.noScene, [Diagnostic(.error, .file(name), "there is no such file")])
    case .system, .tooLarge, .notRegular, .outsideRoot, .foreignFolder, .link, .input, .noObject:
      self.init(.invalidScene, [Diagnostic(.error, .file(name), "\(error)")])
    }
  }
}

extension Diagnostic {
  /// A scene's mistake with the line that it is in.
  init(_ mistake: SceneError, in sources: [SourceText]) {
    let source = sources.first { $0.file == mistake.place.file }
    self.init(
      mistake.severity == .error ? .error : .warning, .place(mistake.place),
      mistake.problem.message, hint: mistake.problem.hint,
      sourceLine: source?.line(mistake.place.line))
  }
}
