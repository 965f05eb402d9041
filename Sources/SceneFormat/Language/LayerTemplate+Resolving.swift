extension LayerTemplate {
  /// The layer that a recipe owns, in its parent's coordinates: a percent in it is of
  /// `environment.target`, which is the parent.
  ///
  /// - Throws: The first mistake that only these values show, such as a division by zero.
  public func resolve(_ environment: ExpressionEnvironment) throws(SceneError) -> Layer {
    try resolved(environment).layer
  }

  /// The keys that `set` writes, in the order in which they are written; a percent in them is of
  /// `environment.target`.
  ///
  /// - Throws: The first mistake that only these values show, such as a division by zero.
  public func settings(
    _ environment: ExpressionEnvironment
  ) throws(SceneError) -> [LayerSetting] {
    let (layer, keys) = try resolved(environment)
    return keys.compactMap { LayerSetting($0, of: layer) }
  }

  private func resolved(
    _ environment: ExpressionEnvironment
  ) throws(SceneError) -> (layer: Layer, keys: [String]) {
    var resolution = TemplateResolution(self, in: environment)
    let layer = resolution.layer()
    if let mistake = resolution.mistakes.first { throw mistake }
    return (layer, (node.members ?? []).map(\.key))
  }
}

/// A template on its way to a layer.
struct TemplateResolution {
  private let template: LayerTemplate
  private var substitution: Substitution
  private(set) var mistakes: [SceneError] = []

  init(_ template: LayerTemplate, in environment: ExpressionEnvironment) {
    self.template = template
    substitution = Substitution(environment: environment, owner: template.owner)
  }

  /// The layer; of a template with mistakes, what can be made of it.
  mutating func layer() -> Layer {
    let plain = substitution.numbers(in: template.node, template.definition.shape)
    mistakes += substitution.mistakes
    // What an expression gives must be in range as well: the check that plain scenes go through.
    if mistakes.isEmpty {
      var check = StructureCheck()
      check.check(plain, template.definition.shape)
      mistakes += check.mistakes
    }
    var reading = Reading(assets: template.files, limits: Limits())
    reading.fonts = template.files.fonts
    let layer = reading.within(template.files.namedBy) { reading in
      reading.layer(plain)
    }
    if mistakes.isEmpty { mistakes += reading.mistakes }
    let frame = LayerFrame(x: 0, y: 0, width: 0, height: 0)
    return layer ?? Layer(place: template.place, frame: frame)
  }
}
