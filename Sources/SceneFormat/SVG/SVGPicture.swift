import Formatting
import Geometry

/// A picture that an SVG names, as far as it is seen, in user space.
struct SVGPicture {
  /// What a layer calls its file.
  let source: JSONNode
  /// Where what is seen of it goes.
  private(set) var rect: Rect
  /// The part of it that is seen, in unit coordinates.
  private(set) var part = Rect(x: 0, y: 0, width: 1, height: 1)
  /// The radius of its corners.
  private(set) var radius = 0.0

  /// All of it in `whole`, as far as that is in `rect`.
  init(_ source: JSONNode, _ whole: Rect, in rect: Rect) {
    (self.source, self.rect) = (source, whole)
    let seen = whole.intersection(rect)
    if !rect.contains(whole), !seen.isEmpty { cut(to: seen, radius: 0) }
  }

  /// Cuts it to a rectangle in it.
  mutating func cut(to box: Rect, radius: Double) {
    // Rounding must not lead out of it.
    let seen = Transform.mapping(rect, to: part).bounds(of: box).intersection(part)
    (rect, part, self.radius) = (box, seen, radius)
  }

  /// Where an upright `map` leads.
  func placed(by map: Transform) -> SVGPicture {
    var picture = self
    picture.rect = map.bounds(of: rect)
    return picture
  }

  /// The keys of its layer.
  func members(scale: Double, at place: Place) -> [(String, JSONNode?)] {
    let isWhole = part == Rect(x: 0, y: 0, width: 1, height: 1)
    let crop = [part.x, part.y, part.width, part.height]
    return [
      ("src", source), ("crop", isWhole ? nil : .numbers(crop, at: place)),
      ("cornerRadius", radius > 0 ? .number(radius * scale, at: place) : nil),
    ]
  }
}

/// A file that an SVG names as a picture.
struct SVGPictureFile {
  /// Seen from the SVG: `#1` for the first one that is in it, else a path.
  var path: String
  /// Its size; a square for one that is not known.
  let size: Size

  init(path: String, pixels: (width: Int, height: Int)?) {
    self.path = path
    size = Size(width: Double(pixels?.width ?? 1), height: Double(pixels?.height ?? 1))
  }

  /// How files end of the kinds of data that pictures are.
  static let endings = [
    "data:image/png": "png", "data:image/jpeg": "jpg", "data:image/jpg": "jpg",
    "data:image/webp": "webp",
  ]

  /// The picture that the address `data:` is, and how its file would end; nil for another address, or
  /// another kind of data.
  static func embedded(in address: String) -> (bytes: [UInt8], ending: String)? {
    guard let comma = address.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let head = address[..<comma].lowercased().split(separator: ";").map(String.init)
    guard let ending = head.first.flatMap({ endings[$0] }), head.last == "base64" else {
      return nil
    }
    return Base64.bytes(address.utf8[address.utf8.index(after: comma)...]).map { ($0, ending) }
  }

  /// Its path, seen from who calls the SVG `name`.
  func path(from name: String) -> String {
    if path.hasPrefix("#") { return name + path }
    guard !path.hasPrefix("/"), let slash = name.lastIndex(of: "/") else { return path }
    return name[...slash] + path
  }
}

/// How something is put into a rectangle of another shape: `preserveAspectRatio`.
struct SVGFit {
  private let isStretched: Bool
  private let isSlice: Bool
  /// The share of the room that is left over before it.
  private let (left, top): (Double, Double)

  init(_ text: String) {
    func share(_ axis: String) -> Double {
      text.contains("\(axis)Min") ? 0 : text.contains("\(axis)Max") ? 1 : 0.5
    }
    (isStretched, isSlice) = (text.contains("none"), text.contains("slice"))
    (left, top) = (share("x"), share("Y"))
  }

  init(of node: XMLNode) { self.init(node["preserveAspectRatio"]?.text ?? "") }

  /// Where all of something of `size` goes that is put into `rect`.
  func place(_ size: Size, in rect: Rect) -> Rect {
    guard !isStretched, size.width > 0, size.height > 0 else { return rect }
    let (across, down) = (rect.width / size.width, rect.height / size.height)
    let scale = isSlice ? max(across, down) : min(across, down)
    let (width, height) = (size.width * scale, size.height * scale)
    return Rect(
      x: rect.x + (rect.width - width) * left, y: rect.y + (rect.height - height) * top,
      width: width, height: height)
  }
}

extension SVGElement {
  /// A group that is nothing but a picture, and cut to a part of it, as that picture.
  var cutPicture: SVGElement? {
    guard let clip = cuts.clip, case .group(var children) = kind else { return nil }
    var map = Transform.identity
    while children.count == 1 {
      map = children[0].transform.then(map)
      switch children[0].kind {
      case .group(let inner):
        guard children[0].isPlain else { return nil }
        children = inner
      case .image(let picture):
        let (child, picture) = (children[0], picture.placed(by: map))
        guard map.isUpright, child.name == nil, child.effects.isNone, child.cuts.isNone,
          picture.rect.contains(clip.rect)
        else { return nil }
        var (element, part) = (self, picture)
        part.cut(to: clip.rect, radius: clip.radius)
        (element.kind, element.cuts.clip) = (.image(part), nil)
        return element
      case .shape, .text: return nil
      }
    }
    return nil
  }
}

// Pictures, and patterns.
extension SVGScreen {
  mutating func picture(_ node: XMLNode) -> SVGElement.Kind? {
    guard let file = document.pictures[node.place], let href = node.href else {
      notes.note(.image, at: node.place)
      return nil
    }
    let size = file.size
    var rect = rect(
      of: node, document.units(), usual: ["0", "0", "\(size.width)", "\(size.height)"])
    let (hasWidth, hasHeight) = (node["width"] != nil, node["height"] != nil)
    if hasWidth, !hasHeight { rect.height = rect.width * size.height / size.width }
    if hasHeight, !hasWidth { rect.width = rect.height * size.width / size.height }
    guard !rect.isEmpty else { return nil }
    let source = JSONNode(.text(file.path(from: fileName)), at: href.place)
    let whole = SVGFit(of: node).place(size, in: rect)
    return .image(SVGPicture(source, whole, in: rect))
  }

  /// A shape that is filled with the pattern `first`, in its own user space: a group of a tile that is
  /// cut to the shape, and of its stroke; nil where the pattern draws nothing.
  mutating func tiled(
    _ element: SVGElement, _ shape: SVGShape, _ first: XMLNode, alpha: Double
  ) -> SVGElement? {
    let node = document.inherited(first, &notes)
    namePrefix = nil
    let style = document.style(of: node)
    let content = elements(of: node, in: style)
    guard !content.isEmpty,
      let tile = rect(of: node, in: "patternUnits", of: element, usual: ["0", "0", "0", "0"]),
      let units = space(of: node, "patternContentUnits", usual: "userSpaceOnUse", element)
    else { return nil }
    var inner = SVGElement(place: node.place, style: style, kind: .group(content))
    inner.transform = .scaling(x: units.a, y: units.d).then(.translation(x: tile.x, y: tile.y))
    if let box = notes.value(node["viewBox"], SVGUnits.viewBox) {
      inner.transform = .mapping(
        box, to: SVGFit(of: node).place(box.size, in: tile))
    }
    var whole = SVGElement(place: node.place, style: style, kind: .group([inner]))
    whole.transform = transform(node["patternTransform"])
    whole.effects.opacity = alpha
    let isCovered = whole.transform.inverse.map { tile.contains($0.bounds(of: shape.bounds)) }
    if isCovered != true {
      whole.cuts.clip = (tile, 0)
      notes.note(.pattern, at: first.place)
    }
    var (body, line) = (element.content, element.content)
    body.kind = .group([whole])
    if let box = shape.box {
      body.cuts.clip = box
    } else {
      body.cuts.add(element.content.silhouette(.fillRule), isLuminance: false)
    }
    var result = element
    result.transform = .identity
    if stroke(of: element).width > 0 {
      line.style[.fill] = JSONNode(.text("none"), at: element.place)
      result.kind = .group([body, line])
    } else if element.cuts.isNone {
      (result.kind, result.cuts) = (body.kind, body.cuts)
    } else {
      result.kind = .group([body])
    }
    return result
  }
}
