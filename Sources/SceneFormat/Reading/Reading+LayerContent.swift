import Geometry
import Pixels

// What a layer shows.
extension Reading {
  /// nil for what cannot be read.
  mutating func content(_ node: JSONNode) -> Layer.Content? {
    switch node["type"]?.text ?? "box" {
    case "box": .box
    case "image": imageContent(node).map(Layer.Content.image)
    case "text": .text(textContent(node))
    case "shape": shapeContent(node).map(Layer.Content.shape)
    default: nil
    }
  }

  private mutating func imageContent(_ node: JSONNode) -> ImageContent? {
    guard let source = image(node["src"]) else { return nil }
    var content = ImageContent(source: source)
    content.fit = node["fit"]?.choice() ?? content.fit
    content.crop = rect(node["crop"]) ?? content.crop
    return content
  }

  private mutating func textContent(_ node: JSONNode) -> TextContent {
    var content = TextContent(node["text"]?.text ?? "")
    content.font = font(node["font"]) ?? .system
    content.size = node["size"]?.number ?? content.size
    content.weight = node["weight"]?.number ?? content.weight
    content.color = node["color"].flatMap { color($0) } ?? content.color
    content.alignment = node["align"]?.choice()
    content.lineHeight = node["lineHeight"]?.number
    content.letterSpacing = node["letterSpacing"]?.number ?? content.letterSpacing
    content.maxLines = node["maxLines"]?.whole
    content.truncation = node["truncate"]?.choice() ?? content.truncation
    return content
  }

  private mutating func shapeContent(_ node: JSONNode) -> ShapeContent? {
    guard let outline = outline(node["path"]) else { return nil }
    return ShapeContent(
      outline, stroke: node["stroke"].map { stroke($0) },
      rule: node["rule"]?.choice() ?? .nonzero)
  }

  private func stroke(_ node: JSONNode) -> ShapeContent.Stroke {
    var stroke = ShapeContent.Stroke()
    stroke.color = node["color"].flatMap { color($0) } ?? stroke.color
    stroke.width = node["width"]?.number ?? stroke.width
    stroke.cap = node["cap"]?.choice() ?? stroke.cap
    stroke.join = node["join"]?.choice() ?? stroke.join
    stroke.dash = node["dash"]?.numbers ?? stroke.dash
    return stroke
  }

  private mutating func outline(_ node: JSONNode?) -> ShapeContent.Outline? {
    guard let node, let text = node.text else { return nil }
    guard text != "ellipse" else { return .ellipse }
    do {
      return .path(try Path(svg: text))
    } catch {
      note(.structure(.badPathData(error)), at: node.place(ofCharacter: error.offset))
      return nil
    }
  }
}
