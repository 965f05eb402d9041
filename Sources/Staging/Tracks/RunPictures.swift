import Drawing
import Geometry
import Motion
import Pixels
import SceneFormat

extension Run {
  /// Interns a picture of every layer that only moves, so that it is rendered once.
  mutating func internPictures(in pictureTable: inout PictureTable) {
    let canvas = container.bounds
    var cut: [CutSource: PictureID?] = [:]
    for index in table.layers.indices {
      if let shapes = shapes(of: table.layers[index], in: &pictureTable) {
        table.layers[index].element = shapes
        continue
      }
      table.layers[index].picture = intern(
        table.layers[index], canvas: canvas, cut: &cut, in: &pictureTable)
    }
    for index in chrome.bars.indices {
      internTexts(movingIn: &chrome.bars[index], slot.transform, in: &pictureTable)
    }
    for index in chrome.system.indices where chrome.system[index].target == .pair(.keyboard) {
      internTexts(movingIn: &chrome.system[index], .identity, in: &pictureTable)
    }
    // A screen from which nothing was extracted and to which nothing was set is its layer's picture.
    fromPicture = wholePicture(of: fromAlone)
    toPicture = wholePicture(of: toAlone)
    internSharedPictures(in: &pictureTable)
  }

  /// Replaces the texts and images of the bars' parts that move by pictures, so that they do not
  /// shimmer.
  private func internTexts(
    movingIn element: inout Element, _ parent: Transform, in pictureTable: inout PictureTable
  ) {
    let transform = element.matrix().flattened.then(parent)
    if let target = element.target, !tracks.properties(of: target).isEmpty {
      var inside = element
      if intern(&inside, transform, 1, in: &pictureTable) { element = inside }
      return
    }
    for index in element.children.indices {
      internTexts(movingIn: &element.children[index], transform, in: &pictureTable)
    }
  }

  private func wholePicture(of screen: Element) -> PictureID? {
    guard let animated = table.layers.first(where: { $0.target == screen.target }) else {
      return nil
    }
    return animated.pictureElement == screen ? animated.picture : nil
  }

  /// What parts are cut out of: all that have it in common show the same picture.
  private struct CutSource: Hashable {
    var target: Target?
    var whole: Rect
  }

  private func intern(
    _ animated: AnimatedLayer, canvas: Rect, cut: inout [CutSource: PictureID?],
    in pictureTable: inout PictureTable
  ) -> PictureID? {
    guard animated.rest.inverse != nil else { return nil }
    let source = animated.cutout.map { CutSource(target: $0.source.target, whole: $0.whole) }
    let known = source.flatMap { cut[$0] }
    let picture = known ?? intern(pictureOf: animated, canvas: canvas, in: &pictureTable)
    if let source, known == nil { cut[source] = .some(picture) }
    if let picture { pictureTable.enlarge(picture, to: largestScale(of: animated)) }
    return picture
  }

  private func intern(
    pictureOf animated: AnimatedLayer, canvas: Rect, in pictureTable: inout PictureTable
  ) -> PictureID? {
    let commands = animated.cutout?.commands ?? commands(of: animated)
    guard !commands.isEmpty else { return nil }
    let showsScreen = (animated.cutout?.source.target ?? animated.target).isScreen
    let whole = animated.cutout?.whole ?? animated.rest.bounds(of: animated.pictureBounds)
    let bounds = showsScreen ? whole : commands.bounds
    guard !bounds.isEmpty, bounds.width <= 4 * canvas.width, bounds.height <= 4 * canvas.height
    else { return nil }
    return pictureTable.intern(commands, bounds: bounds)
  }

  /// The commands of a layer's picture; none for a picture that changes in every frame.
  private func commands(of animated: AnimatedLayer) -> [DrawCommand] {
    guard !movesPicture(of: animated) else { return [] }
    return animated.pictureElement.commands(
      in: nil, animated.parent.then(animated.slot), eye: animated.eye)
  }

  /// Whether the picture of a layer changes in every frame.
  func movesPicture(of animated: AnimatedLayer) -> Bool {
    animated.element.showsWhatIsBehind || movesParts(of: animated)
      || tracks.properties(of: animated.target).contains {
        $0.changesPicture(ofScreen: animated.target.isScreen)
      }
  }

  // The motion is smooth, so a few samples find its largest scale closely enough; the picture that
  // is made for it is only a little too large or too small.
  private func largestScale(of animated: AnimatedLayer) -> PictureScale {
    let rest = animated.matrix(of: animated.element).flattened.largestScale(
      in: animated.element.bounds)
    let samples = !changesScale(of: animated) ? 0 : animated.cutout == nil ? 64 : 16
    var scale = PictureScale()
    for sample in 0...samples {
      let progress = Progress(fraction: Double(sample) / Double(max(1, samples)))
      let element = tracks.apply(to: animated.element, at: progress)
      let matrix = animated.matrix(of: element)
      let seen = (container.eye.map { matrix.then($0) } ?? matrix).flattened
      scale.largest = max(scale.largest, seen.largestScale(in: element.bounds) / max(1e-9, rest))
      if !seen.isAffine { scale.isProjected = true }
    }
    return scale
  }

  /// Whether a layer may be larger or smaller at some time than at others: its place alone changes
  /// that only where an eye sees it.
  private func changesScale(of animated: AnimatedLayer) -> Bool {
    let hasEye =
      container.eye != nil || animated.eye != nil || animated.element.layer.ownPerspective != nil
      || !animated.rest.isAffine
    let others: [Property] =
      [.opacity, .dim, .fill, .order, .cornerRadius] + Property.shadow
      + (hasEye ? [] : [.x, .y, .frame, .anchor])
    return tracks.properties(of: animated.target).contains { !others.contains($0) }
  }
}

extension Transform {
  /// By how much it lengthens the longer of the unit vectors; in perspective, at the corner of
  /// `rect` that is nearest, but no more than fourfold: nearer, nothing is seen for long.
  fileprivate func largestScale(in rect: Rect) -> Double {
    guard !isAffine else {
      return max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    }
    let scales = rect.corners.map { corner in
      let w = px * corner.x + py * corner.y + pw
      guard w > 0.25 else { return 4.0 }
      let place = apply(corner)
      let across = Point(x: a - px * place.x, y: b - px * place.y).length / w
      let down = Point(x: c - py * place.x, y: d - py * place.y).length / w
      return max(across, down)
    }
    return min(4, scales.max() ?? 1)
  }
}

extension Property {
  /// Whether it changes what is inside a picture, and not only how the picture is drawn.
  fileprivate func changesPicture(ofScreen isScreen: Bool) -> Bool {
    switch redraw {
    case .always: true
    case .never: false
    case .ofLayers: !isScreen
    }
  }
}

// A picture of a layer has its edges as they were at rest: turned or scaled, they would be sampled,
// and softer than they are. So a layer of few shapes is drawn anew in every frame, its edges exact;
// only its texts and images are pictures, each by itself, so that letters do not shimmer.

extension Run {
  /// The element that is drawn anew in every frame, its texts and images interned as pictures; nil
  /// for a layer that is better moved as one picture.
  func shapes(of animated: AnimatedLayer, in pictureTable: inout PictureTable) -> Element? {
    guard case .layer = animated.target, !animated.isFramed, !animated.bleeds,
      animated.rest.isAffine,
      animated.element.shapesPay, !movesPicture(of: animated)
    else { return textsInPlace(of: animated, in: &pictureTable) }
    var inside = animated.element
    let scale = largestScale(of: animated).largest
    guard intern(&inside, animated.rest, scale, in: &pictureTable) else { return nil }
    return inside
  }

  /// The element of a layer in which something moves in place, in the same way; nil for others.
  private func textsInPlace(
    of animated: AnimatedLayer, in pictureTable: inout PictureTable
  ) -> Element? {
    guard animated.cutout == nil, animated.rest.isAffine, movesInPlace(in: animated.element)
    else { return nil }
    var inside = animated.element
    let scale = largestScale(of: animated).largest
    return intern(&inside, animated.rest, scale, in: &pictureTable) ? inside : nil
  }

  /// Replaces the texts and images of `element`, which rests at `transform`, by pictures of them.
  private func intern(
    _ element: inout Element, _ transform: Transform, _ scale: Double,
    in pictureTable: inout PictureTable
  ) -> Bool {
    guard transform.isAffine, let back = transform.inverse else { return false }
    let changes = element.target.map(tracks.properties)?.contains(where: \.isOfContent) ?? false
    if element.mark?.isSampled == true, !changes {
      var alone = element
      (alone.layer.fill, alone.layer.border, alone.children) = (.color(.clear), nil, [])
      alone.layer.inset = EdgeFractions()
      alone.layer.dim = 0
      var builder = DisplayListBuilder()
      builder.paintInside(alone, transform)
      let bounds = builder.commands.bounds
      guard !bounds.isEmpty, bounds.width <= 4 * container.bounds.width,
        bounds.height <= 4 * container.bounds.height
      else { return false }
      let picture = pictureTable.intern(builder.commands, bounds: bounds)
      pictureTable.enlarge(picture, to: PictureScale(largest: scale))
      element.mark = .picture(picture, back)
    }
    for index in element.children.indices {
      let child = element.children[index]
      let place = child.matrix(seenFrom: element.eye).flattened.then(transform)
      let scale = scale * largestScale(inPlace: child)
      guard intern(&element.children[index], place, scale, in: &pictureTable) else { return false }
    }
    return true
  }

  /// How much larger than at rest an element is that moves in place; 1 for others.
  private func largestScale(inPlace element: Element) -> Double {
    guard let target = element.target, inPlace.contains(target) else { return 1 }
    func scale(_ element: Element) -> Double {
      element.matrix().flattened.largestScale(in: element.bounds)
    }
    return (0...64).reduce(1) { largest, sample in
      let moved = tracks.apply(to: element, at: Progress(fraction: Double(sample) / 64))
      return max(largest, scale(moved) / max(1e-9, scale(element)))
    }
  }
}

extension Element {
  /// Whether its edges gain by being drawn anew, and cost little.
  fileprivate var shapesPay: Bool {
    var (shapes, others) = (0, 0)
    guard count(&shapes, &others, isInner: false) else { return false }
    // A plain box on whole points is framed by its picture's own edge, which is exact.
    return (shapes > 1 || shapes == 1 && !isPlainBox) && shapes + others <= 24
  }

  /// Whether it is a box with straight sides on whole points, and nothing else.
  private var isPlainBox: Bool {
    let frame = layer.frame
    return mark == nil && children.isEmpty && layer.cornerRadii == .zero && layer.border == nil
      && [frame.x, frame.y, size.width, size.height].allSatisfy { $0 == $0.rounded() }
  }

  /// Counts what is drawn; false if something is too dear to be drawn in every frame.
  private func count(_ shapes: inout Int, _ others: inout Int, isInner: Bool) -> Bool {
    guard !layer.isHidden || !isInner else { return true }
    guard mask.isEmpty, !isInner || !needsGroup, eye == nil, layer.ownPerspective == nil || !isInner
    else { return false }
    if mark?.isSampled == true { others += 1 }
    if case .shape(let shape) = mark {
      guard shape.isSimple else { return false }
      shapes += 1
    }
    if !layer.fill.isClear || layer.border != nil { shapes += 1 }
    return children.allSatisfy { $0.count(&shapes, &others, isInner: true) }
  }
}

extension Element.Mark {
  /// Whether it is drawn from pixels or, as letters are, must not be drawn at another phase.
  fileprivate var isSampled: Bool {
    switch self {
    case .image, .text, .picture: true
    case .shape: false
    }
  }
}

extension ShapeContent {
  /// Whether its outline is short enough to be found again in every frame.
  fileprivate var isSimple: Bool {
    guard case .path(let path) = outline else { return true }
    return path.elements.count <= 64
  }
}

/// The pictures of a stage, each once.
struct PictureTable {
  private(set) var pictures: [Picture] = []
  private var known: [Content: Int] = [:]

  private struct Content: Hashable {
    var commands: [DrawCommand]
    var bounds: Rect
  }

  /// The picture of what `commands` paint inside `bounds`; an equal one that exists already is used
  /// again.
  mutating func intern(_ commands: [DrawCommand], bounds: Rect) -> PictureID {
    let content = Content(commands: commands, bounds: bounds)
    if let index = known[content] { return pictures[index].id }
    let id = PictureID(pictures.count)
    known[content] = pictures.count
    pictures.append(Picture(id: id, bounds: bounds, commands: commands))
    return id
  }

  /// Makes a picture large enough for `scale`, too.
  mutating func enlarge(_ picture: PictureID, to scale: PictureScale) {
    let index = picture.index
    pictures[index].largestScale = max(pictures[index].largestScale, scale.largest)
    pictures[index].isProjected = pictures[index].isProjected || scale.isProjected
  }
}

/// How large a run draws a picture.
struct PictureScale {
  /// At its largest, from 1 on.
  var largest = 1.0
  /// Whether it is seen in perspective at some time.
  var isProjected = false
}
