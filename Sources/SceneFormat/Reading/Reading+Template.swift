import Geometry

// The layer keys of recipes.
extension Reading {
  /// The template that `node` says, checked with the parameters' defaults on the usual canvas.
  mutating func template(
    _ node: JSONNode, _ kind: LayerTemplate.Kind, _ owner: Owner
  ) -> LayerTemplate {
    let template = LayerTemplate(node, kind: kind, owner: owner.name, files: files(in: node))
    var check = StructureCheck()
    // What is wrong with the structure has been noted before.
    guard check.check(node, .template(template.definition.shape)) else { return template }
    checkAssets(in: node)
    let arguments = parameters.map { Argument(name: $0.name, value: $0.defaultValue) }
    let canvas = Canvas()
    let environment = ExpressionEnvironment(
      canvas: Size(width: canvas.width, height: canvas.height),
      slice: owner.isSliced ? .init(row: 0, column: 0, rows: 2, columns: 2) : nil,
      arguments: arguments)
    var resolution = TemplateResolution(template, in: environment)
    let layer = resolution.layer()
    // Files that are missing have been noted with the names that are nearest.
    mistakes += resolution.mistakes.filter { !$0.problem.isAboutAsset }
    layerCount += layer.count
    return template
  }

  /// The files that the images and fonts of `node` name, as far as they are there.
  private func files(in node: JSONNode) -> TemplateFiles {
    var files = TemplateFiles()
    files.namedBy = openFiles.last ?? ""
    files.fonts = fonts
    let folder = RelativePath.folder(of: files.namedBy)
    for name in Self.fileNames(in: node).compactMap(\.text) {
      guard let path = try? RelativePath.resolve(name, in: folder) else { continue }
      let paths = [path] + [2, 3].map { RelativePath.enlarged(path, by: $0) }
      files.paths.formUnion(paths.filter { assets.hasFile(at: $0) })
    }
    return files
  }

  private mutating func checkAssets(in node: JSONNode) {
    for name in Self.fileNames(in: node) { _ = asset(name) }
  }

  /// Every text that names an image.
  private static func fileNames(in node: JSONNode) -> [JSONNode] {
    if let elements = node.elements { return elements.flatMap(fileNames) }
    return (node.members ?? []).flatMap { member in
      member.key == "src" ? [member.value] : fileNames(in: member.value)
    }
  }
}

extension Layer {
  /// How many layers it is, with all inside of it.
  fileprivate var count: Int {
    (layers + mask).reduce(1) { $0 + $1.count }
  }
}
