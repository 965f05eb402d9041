import Drawing
import Geometry
import SceneFormat

/// What a side cuts out of the screens: its snapshots, and the cells of its slices.
struct Cutting {
  /// The parts, as actors.
  private(set) var actors: [Actor] = []
  /// The cells, by the names of slices and of the recipe's own layers in them.
  private(set) var grids: [String: SliceGrid] = [:]
  /// The sizes of all of these, as the recipe sees them.
  private(set) var sizes: [Target: Size] = [:]

  private let roots: [Element]
  private let space: RecipeSpace
  private let scenery: Scenery

  /// The most cells that one scene may cut.
  static let mostCells = 2500

  /// Cuts what `side` says out of two screens.
  init(
    _ side: Side, from: Element, to: Element, in space: RecipeSpace, _ scenery: Scenery
  ) throws(SceneError) {
    (roots, self.space, self.scenery) = ([from, to], space, scenery)
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
      return (0..<grid.count).map { (.slice(id, $0), space(grid, $0)) }
    case .slice(let id, let index):
      guard let grid = grids[id], index < grid.count else { return [(target, space)] }
      return [(target, space(grid, index))]
    default: return [(target, space)]
    }
  }

  private func space(_ grid: SliceGrid, _ index: Int) -> RecipeSpace {
    var local = space
    local.slice = grid.slice(index)
    return local
  }

  private mutating func cut(_ snapshot: Snapshot, _ side: Side) throws(SceneError) {
    guard let source = source(snapshot.source) else { return }
    let size = space.orientation.size(source.whole.size)
    let numbers = try snapshot.rect.values(in: space.environment(for: size))
    guard let rect = Rect(numbers: numbers)?.intersection(Rect(size)) else { return }
    sizes[.own(snapshot.id)] = rect.size
    add(rect, of: source, as: .own(snapshot.id), path: snapshot.id, in: [], side)
  }

  private mutating func cut(_ slices: Slices, _ side: Side) throws(SceneError) {
    guard let source = source(slices.source) else { return }
    let size = space.orientation.size(source.whole.size)
    let environment = space.environment(for: size)
    let columns = try slices.columns.value(in: environment)
    let rows = try slices.rows.value(in: environment)
    let most = Double(Self.mostCells) - Double(actors.count)
    guard columns >= 1, rows >= 1, columns.rounded() * rows.rounded() <= most else {
      throw SceneError(layout: .sliceCount(slices.id, most: Self.mostCells), at: side.place)
    }
    let grid = SliceGrid(
      rows: Int(rows.rounded()), columns: Int(columns.rounded()), of: size,
      spread: try slices.spread.value(in: environment), from: slices.start,
      isReversed: slices.isReversed,
      seed: space.seed)
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
    var actor = Actor(element: element, parent: .identity, ancestors: ancestors)
    actor.cutout = cutout
    actors.append(actor)
  }

  /// All of `target`, at rest; nil where the screens do not have it.
  private func source(_ target: Target) -> Cutout? {
    if let snapshot = actors.first(where: { $0.target == target })?.cutout {
      var source = snapshot
      source.whole = snapshot.rect
      return source
    }
    for root in roots {
      if let found = root.located(target, parent: .identity, eye: nil) {
        let way = found.element.matrix(seenFrom: found.eye).flattened.then(found.parent)
        let whole = way.bounds(of: found.element.bounds)
        return Cutout(
          source: found.element, parent: found.parent, eye: found.eye, whole: whole, rect: whole,
          scale: scenery.scale)
      }
    }
    return nil
  }
}

extension Element {
  /// The element that tracks know as `target`, here or below, and how it lies on the canvas.
  fileprivate func located(
    _ target: Target, parent: Transform, eye: Transform3D?
  ) -> (element: Element, parent: Transform, eye: Transform3D?)? {
    if self.target == target { return (self, parent, eye) }
    let way = matrix(seenFrom: eye).flattened.then(parent)
    for child in children {
      if let found = child.located(target, parent: way, eye: self.eye) { return found }
    }
    return nil
  }
}

extension Cutting {
  /// `track`, once for every slice that it moves, each in its own window.
  ///
  /// - Throws: An error for a slice that is not there.
  func copies(
    of track: Track, in space: RecipeSpace
  ) throws(SceneError) -> [(track: Track, space: RecipeSpace)] {
    if case .slice(let id, let index) = track.target, index >= grids[id]?.count ?? .max {
      let problem = LayoutProblem.noSlice(track.target.description, count: grids[id]?.count ?? 0)
      throw SceneError(layout: problem, at: track.place)
    }
    return copies(of: track.target).map { target, space in
      var copy = track
      copy.target = target
      if case .slice(let id, let index) = target, let grid = grids[id] {
        copy.during = grid.window(of: index, in: track.during)
      }
      return (copy, space)
    }
  }
}
