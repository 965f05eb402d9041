import Drawing
import Geometry
import Motion
import SceneFormat

/// The snapshots of a side, the cells of its slices, and the layers that its patterns name.
struct CutoutTable {
  /// The parts, as layers of the run.
  private(set) var layers: [AnimatedLayer] = []
  /// The cells, by the names of slices and of the recipe's own layers in them.
  private(set) var grids: [String: SliceGrid] = [:]
  /// The sizes of all of these, as the recipe sees them.
  private(set) var sizes: [Target: Size] = [:]

  /// Where the part with a name is among `layers`.
  private var places: [Target: Int] = [:]
  /// The layers that each pattern names, in paint order.
  private var families: [Target: [Target]] = [:]
  /// What is on the screens, at rest.
  private let onScreens: LayerIndex
  private let space: RecipeSpace
  private let scale: Double
  let limits: Limits

  /// Cuts the snapshots and slices of `side` out of two screens.
  init(
    _ side: Side, from: Element, to: Element, in space: RecipeSpace, _ layout: ScreenLayout
  ) throws(SceneError) {
    (self.space, scale, limits) = (space, layout.scale, layout.limits)
    onScreens = LayerIndex(side.snapshots.isEmpty && side.slices.isEmpty ? [] : [from, to])
    let patterns = (side.tracks.map(\.target) + side.settings.map(\.target)).filter(\.isPattern)
    let onBoth = patterns.isEmpty ? [] : from.targets + to.targets
    guard patterns.count * onBoth.count <= limits.count(.motions) else {
      throw SceneError(beyond: .motions, of: limits, at: side.place)
    }
    for pattern in patterns where families[pattern] == nil {
      families[pattern] = onBoth.contains(pattern) ? [pattern] : onBoth.filter { $0.fits(pattern) }
    }
    for snapshot in side.snapshots { try cut(snapshot, side) }
    for slices in side.slices { try cut(slices, side) }
    for layer in side.layers {
      if case .own(let id) = layer.parent, let grid = grids[id] { grids[layer.id] = grid }
    }
  }

  /// Every target that `target` stands for, with the space in which its expressions are evaluated.
  func copies(of target: Target) -> [(target: Target, space: RecipeSpace)] {
    switch target {
    case .own(let id):
      guard let grid = grids[id] else { return [(target, space)] }
      return (0..<grid.count).map { (.slice(id, $0), space(at: grid.slice($0))) }
    case .slice(let id, let index):
      guard let grid = grids[id], index < grid.count else { return [(target, space)] }
      return [(target, space(at: grid.slice(index)))]
    case .layer:
      guard let family = families[target] else { return [(target, space)] }
      return family.indices.map { index in
        (family[index], space(at: .init(row: index, column: 0, rows: family.count, columns: 1)))
      }
    case .screen, .part, .pair, .mask, .container, .dim, .shared, .sharedLayer:
      return [(target, space)]
    }
  }

  private func space(at slice: ExpressionEnvironment.Slice) -> RecipeSpace {
    var local = space
    local.slice = slice
    return local
  }

  private mutating func cut(_ snapshot: Snapshot, _ side: Side) throws(SceneError) {
    guard let source = source(snapshot.source) else { return }
    let size = space.orientation.size(source.whole.size)
    let numbers = try snapshot.rect.values(in: space.environment(for: size))
    guard let rect = Rect(numbers: numbers)?.intersection(Rect(size)) else { return }
    guard layers.count < limits.count(.cells) else {
      throw SceneError(beyond: .cells, of: limits, at: side.place)
    }
    sizes[.own(snapshot.id)] = rect.size
    add(rect, of: source, as: .own(snapshot.id), path: snapshot.id, in: [], side)
  }

  private mutating func cut(_ slices: Slices, _ side: Side) throws(SceneError) {
    guard let source = source(slices.source) else { return }
    let size = space.orientation.size(source.whole.size)
    let environment = space.environment(for: size)
    let columns = try slices.columns.value(in: environment)
    let rows = try slices.rows.value(in: environment)
    guard columns >= 1, rows >= 1 else {
      throw SceneError(layout: .sliceCount(slices.id), at: side.place)
    }
    guard columns.rounded() * rows.rounded() <= limits[.cells] - Double(layers.count) else {
      throw SceneError(beyond: .cells, of: limits, at: side.place)
    }
    let grid = try SliceGrid(
      rows: Int(rows.rounded()), columns: Int(columns.rounded()), of: size, slices.stagger,
      in: space)
    grids[slices.id] = grid
    sizes[.own(slices.id)] = grid.cell
    for index in 0..<grid.count {
      sizes[.slice(slices.id, index)] = grid.cell
      add(
        grid.rect(index), of: source, as: .slice(slices.id, index),
        path: "\(slices.id)[\(index)]", in: [.own(slices.id)], side)
    }
  }

  /// Adds the part `rect` of a source, in its coordinates as the recipe sees them.
  private mutating func add(
    _ rect: Rect, of source: Cutout, as target: Target, path: String, in ancestors: [Target],
    _ side: Side
  ) {
    let size = space.orientation.size(source.whole.size)
    let turned = space.orientation.rect(rect, inside: size)
    var cutout = source
    cutout.rect = turned.offset(x: source.whole.x, y: source.whole.y)
    let element = Element(
      path: LayerPath(path), target: target, layer: .box(cutout.rect, place: side.place))
    var animated = AnimatedLayer(element: element, parent: .identity, ancestors: ancestors)
    animated.cutout = cutout
    if places[target] == nil { places[target] = layers.count }
    layers.append(animated)
  }

  /// All of `target`, at rest; nil where the screens do not have it.
  private func source(_ target: Target) -> Cutout? {
    if let place = places[target], var source = layers[place].cutout {
      source.whole = source.rect
      return source
    }
    guard let (element, context) = onScreens.found[target] else { return nil }
    let way = element.matrix(seenFrom: context.eye).flattened.then(context.parent)
    let whole = way.bounds(of: element.bounds)
    return Cutout(
      source: element, parent: context.parent, eye: context.eye, whole: whole, rect: whole,
      scale: scale)
  }
}

extension CutoutTable {
  /// `track`, once for every slice or layer that it moves, each in its own window.
  ///
  /// - Throws: An error for a slice that is not there.
  func copies(
    of track: Track, in space: RecipeSpace
  ) throws(SceneError) -> [(track: Track, space: RecipeSpace)] {
    if case .slice(let id, let index) = track.target, index >= grids[id]?.count ?? .max {
      let problem = LayoutProblem.noSlice(track.target.description, count: grids[id]?.count ?? 0)
      throw SceneError(layout: problem, at: track.place)
    }
    let copies = copies(of: track.target)
    // Layers count as cells in a column.
    let family = try track.stagger.map { stagger throws(SceneError) in
      try SliceGrid(rows: copies.count, columns: 1, of: space.canvas, stagger, in: space)
    }
    return copies.enumerated().map { index, copied in
      var (copy, local) = (track, space)
      (copy.target, local.slice) = (copied.target, copied.space.slice)
      if let family { copy.during = family.window(of: index, in: track.during) }
      if case .slice(let id, let index) = copy.target, let grid = grids[id] {
        copy.during = grid.window(of: index, in: track.during)
      }
      return (copy, local)
    }
  }
}

/// A part of a target's picture that moves on its own: a snapshot, or a cell of slices.
struct Cutout: Hashable, Sendable {
  /// What it is cut out of, with all that is on it.
  var source: Element
  /// The way from the source's parent to the canvas, and the eye that its parent gives it.
  var parent: Transform
  var eye: Transform3D?
  /// All of the source, on the canvas at rest.
  var whole: Rect
  /// The part, on the canvas at rest.
  var rect: Rect
  /// Pixels per point.
  var scale: Double

  /// The part at rest, its edges on whole pixels: parts side by side make the picture again,
  /// without a seam, whatever the scale is.
  var resting: Rect {
    .between(
      snapped(rect.x), snapped(rect.y), snapped(rect.maxX), snapped(rect.maxY), inside: whole)
  }

  /// The part while it moves: its edges lie where the scene has them, so that parts that turn around
  /// a shared edge still share it.
  var moving: Rect { .between(rect.x, rect.y, rect.maxX, rect.maxY, inside: whole) }

  private func snapped(_ coordinate: Double) -> Double { (coordinate * scale).rounded() / scale }

  /// What paints all of the source.
  var commands: [DrawCommand] { source.commands(in: nil, parent, eye: eye) }
}

extension Rect {
  /// The rectangle between two corners, as far as it is inside `whole`; along the edges of
  /// `whole`, it reaches them exactly.
  fileprivate static func between(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, inside whole: Rect
  ) -> Rect {
    let (x, y) = (max(left, whole.x), max(top, whole.y))
    return Rect(
      x: x, y: y, width: max(0, min(right, whole.maxX) - x),
      height: max(0, min(bottom, whole.maxY) - y))
  }
}

/// The cells of a target that is cut, and when each of them starts to move.
struct SliceGrid: Hashable, Sendable {
  /// How many there are, as the recipe sees them.
  let rows, columns: Int
  /// The size of a cell, as the recipe sees it.
  let cell: Size
  /// The share of a track's window over which the starts of the cells are spread.
  let spread: Double
  /// For each cell, when it starts: from 0 for the first ones to 1 for the last.
  private let starts: [Double]

  /// Cells of something as large as `size`.
  init(
    rows: Int, columns: Int, of size: Size, _ stagger: Stagger, in space: RecipeSpace
  ) throws(SceneError) {
    (self.rows, self.columns) = (max(1, rows), max(1, columns))
    spread = min(1, max(0, try stagger.spread.value(in: space.environment(for: size))))
    cell = Size(
      width: size.width / Double(self.columns), height: size.height / Double(self.rows))
    var places: [Double] = []
    for index in 0..<self.rows * self.columns {
      let slice = ExpressionEnvironment.Slice(
        row: index / self.columns, column: index % self.columns, rows: self.rows,
        columns: self.columns)
      places.append(slice.lateness(from: stagger.start, cell: cell, seed: space.seed))
    }
    starts = places.spreadOut.map { stagger.isReversed ? 1 - $0 : $0 }
  }

  /// The number of cells.
  var count: Int { rows * columns }

  /// The place of a cell; they are counted row by row.
  func slice(_ index: Int) -> ExpressionEnvironment.Slice {
    ExpressionEnvironment.Slice(
      row: index / columns, column: index % columns, rows: rows, columns: columns)
  }

  /// A cell in the coordinates of what is cut, as the recipe sees it.
  func rect(_ index: Int) -> Rect {
    Rect(
      x: Double(index % columns) * cell.width, y: Double(index / columns) * cell.height,
      width: cell.width, height: cell.height)
  }

  /// The window of a cell inside that of its track: with a spread, a part of it.
  func window(of index: Int, in whole: Window) -> Window {
    guard spread > 0 else { return whole }
    let length = whole.end - whole.start
    let start = whole.start + length * spread * starts[index]
    return Window(start, starts[index] == 1 ? whole.end : start + length * (1 - spread))
  }
}

extension ExpressionEnvironment.Slice {
  /// A number that is larger for the cells that start later.
  fileprivate func lateness(from start: Slices.Start, cell: Size, seed: UInt64) -> Double {
    let across = (Double(column) + 0.5 - Double(columns) / 2) * cell.width
    let down = (Double(row) + 0.5 - Double(rows) / 2) * cell.height
    return switch start {
    case .start: Double(row + column)
    case .end: -Double(row + column)
    case .center: (across * across + down * down).squareRoot()
    case .edges: -(across * across + down * down).squareRoot()
    case .random: Expression.chance(seed: seed, owner: "stagger", slice: self)
    }
  }
}

extension [Double] {
  /// The same order from 0 for the least to 1 for the greatest; 0 where all are alike.
  fileprivate var spreadOut: [Double] {
    guard let least = self.min(), let greatest = self.max(), greatest > least else {
      return map { _ in 0 }
    }
    return map { $0 == greatest ? 1 : ($0 - least) / (greatest - least) }
  }
}
