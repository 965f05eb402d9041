package import Formatting
package import Pixels
import RenderTransition
import SceneFormat

/// Independent pieces of work, one a scene: what each needs, and about what it costs.
package struct TaskPlan: Hashable, Sendable {
  /// One scene.
  package struct Task: Hashable, Sendable {
    /// The scene's path, as it was named or found.
    package var id: String
    /// The files that it is made of, and its lock.
    package var inputs: [Input]
    /// How many frames it has; 0 if the scene cannot be read.
    package var frames: Int
    /// What it costs: seconds with the timings of an earlier test, else millions of pixels drawn.
    package var cost: Double
  }

  /// A file.
  package struct Input: Hashable, Sendable {
    /// Its path, relative to the current folder if it lies beneath.
    package var path: String
    /// The hash of its bytes.
    package var hash: FrameHash
  }

  /// The tasks, in the order in which scenes were named or found.
  package let tasks: [Task]

  /// Reads `scenes`; those that cannot be read are tasks, too.
  package init(of scenes: [String], _ options: RegressionOptions) throws(Failure) {
    let seen = try options.timings.map { (path) throws(Failure) in try SeenReport(path) }
    var tasks: [Task] = []
    for scene in scenes {
      guard SceneAddress(scene) == .file(scene) else {
        throw Failure(.usage, "only a file can be a task, not \(Escaped.quoted(scene))")
      }
      let animation = try? Animation(testing: scene, options)
      var paths = animation?.inputs ?? [PathName.identity(scene)]
      let lock = SceneLock.path(ofScene: scene)
      if try Failure.wrapping({ try FileStatus(lock) })?.isRegular == true {
        paths.append(PathName.identity(lock))
      }
      let inputs = try Set(paths).sorted().map { (path) throws(Failure) in
        Input(path: Self.shown(path), hash: try Self.hash(ofFile: path, options.limits))
      }
      tasks.append(
        Task(
          id: scene, inputs: inputs.sorted { $0.path < $1.path },
          frames: animation?.frameTimes.count ?? 0, cost: (animation?.work ?? 0) / 1e6))
    }
    self.tasks = seen.map { Self.costed(tasks, $0.seconds) } ?? tasks
  }

  /// `tasks` with the seconds that they took before as costs; those that were not tested take as long as
  /// is usual for their number of pixels.
  static func costed(_ tasks: [Task], _ seconds: [String: Double]) -> [Task] {
    let known = tasks.compactMap { task in
      seconds[task.id].flatMap { task.cost > 0 ? $0 / task.cost : nil }
    }.sorted()
    let usual = known.isEmpty ? 1 : known[known.count / 2]
    return tasks.map { task in
      var task = task
      task.cost = seconds[task.id] ?? task.cost * usual
      return task
    }
  }

  /// The plan of the scenes and folders that `paths` name.
  package init(beneath paths: [String], _ options: RegressionOptions) throws(Failure) {
    try self.init(of: TestSelection(paths, options).scenes, options)
  }

  /// The hash of everything that decides which machine does what.
  package var hash: FrameHash {
    FrameHash(ofBytes: Array(JSONValue.list(tasks.map(Task.record.json)).text(.compact).utf8))
  }

  /// The tasks of one machine, in order.
  ///
  /// The costliest first, each to the machine that has least to do so far: no machine has more than
  /// 4/3 of what it would have in the best partition (Graham, 1969).
  package func tasks(of shard: Shard) -> [Task] {
    var loads = [Double](repeating: 0, count: shard.count)
    var own: Set<Int> = []
    let order = tasks.indices.sorted { (-tasks[$0].cost, $0) < (-tasks[$1].cost, $1) }
    for place in order {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      // Tasks of no known cost count, too, so that they are spread over the machines.
      loads[least] += max(tasks[place].cost, 1e-6)
      if least == shard.index - 1 { own.insert(place) }
    }
    return own.sorted().map { tasks[$0] }
  }

  private static func hash(ofFile path: String, _ limits: Limits) throws(Failure) -> FrameHash {
    do {
      let most = max(limits.count(.fileBytes), limits.count(.imageBytes), LockReader.byteLimit)
      return FrameHash(ofBytes: try TextFile.read(path, limit: most))
    } catch {
      throw Failure(reading: error, called: path)
    }
  }

  private static func shown(_ path: String) -> String {
    let here = PathName.identity(".")
    return path.hasPrefix(here + "/") ? String(path.dropFirst(here.utf8.count + 1)) : path
  }
}

extension TaskPlan {
  /// The plan for programs, with the tasks of `shard`.
  package static func record(of shard: Shard) -> Record<TaskPlan> {
    Record(
      "Scenes as pieces of work.",
      members: [
        .init(schema: "render-transition/plan-1"), .program,
        .init(
          "hash", .text("Changes with every file, and with the costs."), from: { "\($0.hash)" }),
        .init(
          "shard", .whole("Which machine these tasks are for, from 1."), from: { _ in shard.index }),
        .init("shards", .whole("How many machines there are."), from: { _ in shard.count }),
        .init(
          "tasks", .list(.object(Task.record), "The tasks, in the order of the scenes."),
          from: { $0.tasks(of: shard) }),
      ])
  }

  /// The plan for people: a line for each task, and for `shard` its share.
  package func text(of shard: Shard) -> String {
    let own = tasks(of: shard)
    let whole = tasks.reduce(0) { $0 + $1.cost }
    let column = own.map { Escaped.columns(Escaped.text($0.id)) }.max() ?? 0
    let lines = own.map { task in
      let name = Escaped.text(task.id)
      let gap = String(repeating: " ", count: column - Escaped.columns(name) + 2)
      let share = whole > 0 ? NumberFormat.fixed(100 * task.cost / whole, decimals: 1) : "0"
      return "\(name)\(gap)\(NumberFormat.count(task.frames, "frame")), \(share) % of the cost\n"
    }
    let summary = "\(NumberFormat.count(own.count, "scene")) of \(tasks.count), plan \(hash)\n"
    return lines.joined() + summary
  }
}

extension TaskPlan.Task {
  fileprivate static let record = Record<TaskPlan.Task>(
    "A scene.",
    members: [
      .init("id", .text("Its path."), \.id),
      .init(
        "inputs",
        .list(.object(TaskPlan.Input.record), "The files that it needs, its lock included."),
        from: \.inputs),
      .init("frames", .whole("0 if the scene is invalid."), \.frames),
      .init("cost", .number("Seconds with --timings, else millions of pixels."), \.cost),
    ])
}

extension TaskPlan.Input {
  fileprivate static let record = Record<TaskPlan.Input>(
    "A file.",
    members: [
      .init("path", .text("Relative to the current folder if it is beneath."), \.path),
      .init("hash", .text("The hash of its bytes."), from: { "\($0.hash)" }),
    ])
}
