import RenderTransition

/// A request.
enum Request: Hashable, Sendable {
  /// Render scenes.
  case render(scenes: [String])
  /// Encode a recording or pictures.
  case encode(frames: [String])
  /// Render moments of a scene as one picture.
  case frame(scene: String, FrameView)
  /// Read scenes and report every mistake.
  case check(scenes: [String])
  /// Print what a scene comes to.
  case inspect(scene: String, InspectView, at: Moment, asJSON: Bool)
  /// List what is built in.
  case list(Topic, asJSON: Bool)
  /// Print a JSON Schema.
  case schema(SchemaTopic)
  /// Tell how two inputs differ.
  case diff(expected: String, actual: String)
  /// List scenes, or those beneath folders, as pieces of work.
  case plan(scenes: [String])
  /// Compare scenes, or those beneath folders, with their baselines.
  case test(scenes: [String])
  /// Make the reports of a test that ran on several machines.
  case merge(blobs: [String])
  /// Make what is rendered the baseline of scenes, or of those beneath folders.
  case approve(scenes: [String])
  /// Tell what the program consists of, and whether it draws what it draws elsewhere.
  case doctor
  /// Explain the program, or the verb of this name.
  case help(verb: String?)
  /// Print the manual in another form.
  case publish(Publication)
  /// Print what makes a shell complete our command lines.
  case completions(Shell)
  /// Print the version.
  case version
}

/// What `frame` shows.
enum FrameView: Hashable, Sendable {
  /// Moments side by side.
  case moments([Moment])
  /// So many moments on a sheet.
  case sheet(SheetKind, Int)
}

/// A moment of a run.
enum Moment: Hashable, Sendable {
  /// Counted from the start.
  case seconds(Double)
  /// A share of the whole, 0 to 1.
  case fraction(Double)
}

/// A view that `inspect` prints.
enum InspectView: String, Hashable, Sendable, CaseIterable {
  case timeline, tree, recipe
  case displayList = "display-list"

  /// One sentence for the manual.
  var summary: String {
    switch self {
    case .timeline: "Prints where everything is in every frame."
    case .tree: "Prints the layers with all defaults filled in."
    case .recipe: "Prints the transition expanded into a custom one."
    case .displayList: "Prints the draw commands of a moment."
    }
  }

  /// Whether it shows one moment.
  var hasMoment: Bool { self == .tree || self == .displayList }
}

/// What `list` lists.
enum Topic: String, Hashable, Sendable, CaseIterable { case recipes, curves }

/// Another form of the manual.
enum Publication: String, Hashable, Sendable, CaseIterable { case man, markdown, json, guide }

/// A shell that can complete our command lines.
enum Shell: String, Hashable, Sendable, CaseIterable { case bash, zsh, fish }

extension Request {
  /// The request of an `inspect` command.
  static func inspect(_ scene: String, _ settings: Settings) throws(UsageMistake) -> Request {
    guard let view = settings.views.first else {
      let views = InspectView.allCases.map { "--\($0.rawValue)" }.joined(separator: ", ")
      throw UsageMistake(.missingFlag("one of \(views)", verb: "inspect"))
    }
    guard settings.views.count == 1 else {
      throw UsageMistake(.conflict(settings.views.prefix(2).map { "--\($0.rawValue)" }))
    }
    guard settings.moments == nil || view.hasMoment else {
      throw UsageMistake(.conflict(["--at", "--\(view.rawValue)"]))
    }
    guard (settings.moments?.count ?? 1) == 1 else {
      throw UsageMistake(.conflict(["several moments", "\"inspect\""]))
    }
    return .inspect(
      scene: scene, view, at: settings.moments?.first ?? .seconds(0), asJSON: settings.isJSON)
  }

  /// The request of a `help` command.
  static func help(_ verb: String?, _ settings: Settings) throws(UsageMistake) -> Request {
    let forms = settings.publications.map { "--\($0.rawValue)" }
    let asked =
      forms + (settings.isJSON ? ["--json"] : []) + (settings.shell == nil ? [] : ["--completions"])
    guard asked.count <= 1 else { throw UsageMistake(.conflict(Array(asked.prefix(2)))) }
    if let verb, let form = asked.first { throw UsageMistake(.extraOperand(verb, verb: form)) }
    if let shell = settings.shell { return .completions(shell) }
    if let publication = settings.publications.first { return .publish(publication) }
    if settings.isJSON { return .publish(.json) }
    guard let verb else { return .help(verb: nil) }
    if verb == Publication.guide.rawValue { return .publish(.guide) }
    guard Catalogue.verb(verb) != nil else { throw UsageMistake(.unknownVerb(verb)) }
    return .help(verb: verb)
  }
}
