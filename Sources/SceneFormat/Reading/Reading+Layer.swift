import Geometry

// Layers, as screens and recipes write them.
extension Reading {
  mutating func layers(_ node: JSONNode?, ofScreen: Bool = false) -> [Layer] {
    (node?.elements ?? []).compactMap { layer($0, ofScreen: ofScreen) }
  }

  /// A layer with its children; nil for what is none.
  mutating func layer(_ node: JSONNode, ofScreen: Bool = false) -> Layer? {
    var resolution = TemplateResolution(ExpressionEnvironment(canvas: .zero), limits)
    return layerTemplate(node, nil, ofScreen: ofScreen).map { resolution.layer($0, in: .zero) }
  }

  /// The template that `node` says, worked out once with the parameters' defaults on the usual
  /// canvas, so that all mistakes of it are told.
  mutating func template(_ node: JSONNode, _ definition: Definition, _ owner: Owner)
    -> LayerTemplate
  {
    let ids = layerIDs
    layerIDs = [:]
    defer { layerIDs = ids }
    let template =
      definition == .settings
      ? settingsTemplate(node, owner, isOfTarget: true)
      : layerTemplate(node, owner) ?? LayerTemplate(node)
    var check = StructureCheck()
    // What is wrong with the structure has been noted before.
    guard check.check(node, .template(definition.shape)) else { return template }
    let canvas = Canvas()
    let environment = ExpressionEnvironment(
      canvas: canvas.size,
      slice: owner.isSliced ? .init(row: 0, column: 0, rows: 2, columns: 2) : nil,
      arguments: parameters.map { Argument(name: $0.name, value: $0.defaultValue) })
    var resolution = TemplateResolution(environment, limits)
    _ = resolution.layer(template, in: environment.target)
    mistakes += resolution.mistakes
    return template
  }

  /// A layer that may have expressions where there is an owner for them; nil for what is none.
  private mutating func layerTemplate(
    _ written: JSONNode, _ owner: Owner?, ofScreen: Bool = false
  ) -> LayerTemplate? {
    let node = drawn(written)
    if let above = node.member("above"), !ofScreen { note(.structure(.aboveBars), at: above.place) }
    guard node.members != nil, countLayer(at: node.place) else {
      hasAllIDs = false
      return nil
    }
    var template = settingsTemplate(node, owner)
    template.base.id = layerID(node["id"])
    template.base.content = content(node) ?? .box
    if case .text = template.base.content { template.base.textPlace = node["text"]?.place }
    if let frame = node["frame"],
      let value = value(frame, Grammar.textFrame, owner?.at("frame"))
    {
      template.properties.insert(SpecifiedProperty(property: .frame, value: value), at: 0)
    }
    template.layers = (node["layers"]?.elements ?? []).enumerated().compactMap { index, child in
      layerTemplate(child, owner?.at("layers").at(index))
    }
    return template
  }

  /// The properties and the mask that `node` says.
  ///
  /// `isOfTarget` is false for a layer, whose frame may be open at the bottom.
  private mutating func settingsTemplate(
    _ node: JSONNode, _ owner: Owner?, isOfTarget: Bool = false
  ) -> LayerTemplate {
    var template = LayerTemplate(node)
    var seen: Set<String> = []
    for member in node.members ?? [] where seen.insert(member.key).inserted {
      let inner = owner?.at(member.key)
      if member.key == "frame", isOfTarget, let value = value(member.value, .frame, inner) {
        template.properties.append(SpecifiedProperty(property: .frame, value: value))
      } else if member.key == "mask" {
        template.mask = mask(member.value, inner)
      } else if member.key == "shadows" {
        template.shadows = (member.value.elements ?? []).enumerated().map { index, shadow in
          PropertyGroup.shadow.properties.map { entry($0, of: shadow, inner?.at(index)) }
        }
      } else if let group = PropertyGroup(rawValue: member.key) {
        template.properties += group.properties.map { entry($0, of: member.value, inner) }
      } else if let property = Property.byKey[member.key],
        let value = value(member.value, property, inner)
      {
        template.properties.append(SpecifiedProperty(property: property, value: value))
      }
    }
    return template
  }

  /// A property of an object such as `transform`: as it is written there, else at rest.
  private mutating func entry(
    _ property: Property, of node: JSONNode, _ owner: Owner?
  ) -> SpecifiedProperty {
    let key = property.row.key
    var member = node.member(key)
    if ["scaleX", "scaleY"].contains(key), let both = node.member("scale") {
      if let member { note(.structure(.conflictingKeys("scale", key)), at: member.place) }
      member = member ?? both
    }
    let written = member.flatMap { value($0.value, property, owner?.at($0.key)) }
    return SpecifiedProperty(
      property: property, value: written ?? property.rest.map(SpecifiedValue.init))
  }

  /// The changes of what is behind that `node` says.
  mutating func backdrop(_ node: JSONNode) -> LayerFilters {
    var layer = Property.opacity.resting
    for property in Property.backdrop {
      property.set(entry(property, of: node, nil).value?.plain, of: &layer)
    }
    return layer.backdrop
  }

  /// Whether one more layer is allowed; notes the first that is not.
  private mutating func countLayer(at place: Place) -> Bool {
    layerCount += 1
    let limit = limits.count(.layers)
    if layerCount == limit + 1 { note(.limit(.layers, allowed: limits[.layers]), at: place) }
    return layerCount <= limit
  }

  /// Notes a text that is too long, and the first that is too much.
  private mutating func countLetters(of text: String, at place: Place) {
    let count = text.unicodeScalars.count
    if count > limits.count(.letters) {
      return note(.limit(.letters, allowed: limits[.letters]), at: place)
    }
    let before = letterCount
    letterCount += count
    let most = limits.count(.allLetters)
    if before <= most, letterCount > most {
      note(.limit(.allLetters, allowed: limits[.allLetters]), at: place)
    }
  }

  private mutating func layerID(_ node: JSONNode?) -> String? {
    guard let node else { return nil }
    guard let id = node.text, !id.isEmpty else {
      hasAllIDs = false
      return nil
    }
    if ScreenPart(rawValue: id) != nil { note(.structure(.partName(id)), at: node.place) }
    if let line = layerIDs[id] {
      note(.structure(.duplicateID(id, firstLine: line)), at: node.place)
    } else {
      layerIDs[id] = node.place.line
    }
    return id
  }

  /// A mask as layers; notes one that is nested too deep, for painting takes some of the stack for
  /// each.
  private mutating func mask(_ node: JSONNode, _ owner: Owner?) -> [LayerTemplate] {
    guard maskDepth < limits.count(.masks) else {
      note(.limit(.masks, allowed: limits[.masks]), at: node.place)
      return []
    }
    maskDepth += 1
    defer { maskDepth -= 1 }
    return layerTemplate(node, owner).map { [$0] } ?? []
  }
}

// What a layer shows, but for the numbers and names that are properties.
extension Reading {
  /// nil for what cannot be read.
  private mutating func content(_ node: JSONNode) -> Layer.Content? {
    switch node["type"]?.text ?? "box" {
    case "box": .box
    case "image": image(node["src"]).map { .image(ImageContent(source: $0)) }
    case "text": .text(textContent(node))
    case "shape": outline(node["path"]).map { .shape(ShapeContent($0)) }
    default: nil
    }
  }

  private mutating func textContent(_ node: JSONNode) -> TextContent {
    var content = TextContent(node["text"]?.text ?? "")
    countLetters(of: content.text, at: node["text"]?.place ?? node.place)
    content.font = font(node["font"]) ?? .system
    return content
  }

  private mutating func outline(_ node: JSONNode?) -> ShapeContent.Outline? {
    guard let node, let text = node.text else { return nil }
    return text == "ellipse" ? .ellipse : path(node).map { .path($0) }
  }

  /// SVG path data.
  mutating func path(_ node: JSONNode) -> Path? {
    do {
      return try Path(svg: node.text ?? "")
    } catch {
      note(.structure(.badPathData(error)), at: node.place(ofCharacter: error.offset))
      return nil
    }
  }
}

extension Property {
  /// Those that are keys of a layer itself, by these keys.
  fileprivate static let byKey: [String: Property] = Dictionary(
    uniqueKeysWithValues: all.filter {
      $0.row.group == nil && $0 != .frame && $0.row.uses != .track
    }.map { ($0.row.key, $0) })
}
