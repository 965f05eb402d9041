import Geometry
import Pixels

/// A layer, or some of a layer's keys, as a recipe writes them: numbers may be expressions and
/// percents.
///
/// It becomes ordinary values once the canvas and the parameters are known; where it was read, that
/// has been tried with the parameters' defaults.
public struct LayerTemplate: Hashable, Sendable {
  /// Where it is written.
  public var place: Place { base.place }
  /// The layer with its name and its content, all properties at rest, and nothing in it.
  @Boxed var base: Layer
  /// The properties in the order in which they are written; of an object such as `shadow`, all of
  /// them.
  var properties: [SpecifiedProperty] = []
  /// Its children.
  var layers: [LayerTemplate] = []
  /// A layer whose alpha multiplies its own: at most one.
  var mask: [LayerTemplate] = []
  /// Its further shadows, each with all of its properties.
  var shadows: [[SpecifiedProperty]] = []
  /// Its keys as they are written, for printing.
  var source: JSONNode

  init(_ source: JSONNode) {
    self.source = source
    base = Layer(
      place: source.place, frame: LayerFrame(x: 0, y: 0, width: 0, height: 0))
  }
}

/// A property with the value that is written for it.
struct SpecifiedProperty: Hashable, Sendable {
  let property: Property
  /// nil for no value at all, as that of a shadow's path which is not written.
  let value: SpecifiedValue?
}

/// A property with its value.
public struct ResolvedProperty: Hashable, Sendable {
  /// The property.
  public var property: Property
  /// Its value; nil for none.
  public var value: PropertyValue?

  /// A property with its value.
  public init(_ property: Property, _ value: PropertyValue?) {
    (self.property, self.value) = (property, value)
  }
}

/// What a recipe sets of a target, every number worked out.
public struct LayerSettings: Hashable, Sendable {
  /// In the order in which they are written; of an object such as `shadow`, all of its properties.
  public var properties: [ResolvedProperty]
  /// The mask that is given; nil for none.
  @Boxed public var mask: Layer?
}

extension LayerTemplate {
  /// The layer that a recipe owns, in the coordinates of `environment.target`, in which it is.
  ///
  /// A percent is of that target; in a frame of a layer that is in another one, or masks it, of that one.
  ///
  /// - Throws: The first mistake that only these values show, such as a division by zero.
  public func layer(
    in environment: ExpressionEnvironment, within limits: Limits?
  ) throws(SceneError) -> Layer {
    var resolution = TemplateResolution(environment, limits)
    let layer = resolution.layer(self, in: environment.target)
    if let mistake = resolution.mistakes.first { throw mistake }
    return layer
  }

  /// What `set` says of `environment.target`: a percent is of that, or in a frame of what it is in.
  ///
  /// - Throws: The first mistake that only these values show, such as a division by zero.
  public func settings(
    in environment: ExpressionEnvironment, within limits: Limits?
  ) throws(SceneError) -> LayerSettings {
    var resolution = TemplateResolution(environment, limits)
    let properties = resolution.resolved(properties)
    let mask = mask.map { resolution.layer($0, in: environment.target) }.first
    if let mistake = resolution.mistakes.first { throw mistake }
    return LayerSettings(properties: properties, mask: mask)
  }
}

extension LayerTemplate {
  /// It and the layers in it, one after the other, as far as they are known without an environment.
  public var plainLayers: [Layer] {
    var layer = base
    for written in properties {
      if let value = written.value?.plain { written.property.set(value, of: &layer) }
    }
    return [layer] + (layers + mask).flatMap(\.plainLayers)
  }
}

/// Works out the numbers of templates, and notes all mistakes that they show.
struct TemplateResolution {
  private var environment: ExpressionEnvironment
  /// nil where they are held elsewhere.
  private let limits: Limits?
  private(set) var mistakes: [SceneError] = []

  init(_ environment: ExpressionEnvironment, _ limits: Limits?) {
    (self.environment, self.limits) = (environment, limits)
  }

  /// The layer, which is in something as large as `parent`; of a template with mistakes, what can be
  /// made of it.
  mutating func layer(_ template: LayerTemplate, in parent: Size) -> Layer {
    environment.parent = parent
    var layer = template.base
    for shadow in template.shadows {
      for entry in resolved(shadow) { entry.property.set(entry.value, of: &layer) }
      layer.shadows += layer.shadow.map { [$0] } ?? []
    }
    layer.shadow = nil
    for entry in resolved(template.properties) { entry.property.set(entry.value, of: &layer) }
    let size = Size(width: layer.frame.width, height: layer.frame.height ?? 0)
    layer.layers = template.layers.map { self.layer($0, in: size) }
    layer.mask = template.mask.map { self.layer($0, in: size) }
    return layer
  }

  /// The properties with their values, without those that have mistakes.
  mutating func resolved(_ properties: [SpecifiedProperty]) -> [ResolvedProperty] {
    properties.compactMap { entry in
      do throws(SceneError) {
        let value = try entry.value?.value(of: entry.property, in: environment)
        if let value { try entry.check(value, limits) }
        return ResolvedProperty(entry.property, value)
      } catch {
        mistakes.append(error)
        return nil
      }
    }
  }
}

extension SpecifiedProperty {
  /// Holds numbers that had to be worked out against what the property may be.
  fileprivate func check(_ value: PropertyValue, _ limits: Limits?) throws(SceneError) {
    switch (self.value, value) {
    case (.numbers(let quantities), .numbers(let numbers)):
      for (index, quantity) in quantities.enumerated() {
        try quantity.check(numbers[index], property.row.range(of: index))
        if let limit = property.row.limit, let most = limits?[limit], let place = quantity.place,
          numbers[index] > most
        {
          throw SceneError(place: place, problem: .limit(limit, allowed: most))
        }
      }
    case (.paint(_, let quantities), .paint(.gradient(let gradient))) where !quantities.isEmpty:
      try gradient.check(quantities)
    default: break
    }
  }
}

extension Quantity {
  fileprivate func check(_ number: Double, _ range: NumberRange) throws(SceneError) {
    guard case .expression(let expression) = self else { return }
    if let problem = range.problem(with: number) {
      throw SceneError(place: expression.place, problem: .structure(problem))
    }
  }
}

extension Gradient {
  /// Holds its places, of which `quantities` are as they are written, against what they may be.
  fileprivate func check(_ quantities: [Quantity]) throws(SceneError) {
    let (kinds, numbers) = (formRanges, places)
    for (index, quantity) in quantities.enumerated() {
      try quantity.check(numbers[index], index < kinds.count ? kinds[index] : .fraction)
    }
    for (index, pair) in zip(stops, stops.dropFirst()).enumerated()
    where pair.1.position < pair.0.position {
      let place = quantities[(kinds.count + index)...].prefix(2).compactMap(\.place).last
      if let place { throw SceneError(place: place, problem: .structure(.stopsOutOfOrder)) }
    }
  }
}

extension Quantity {
  /// Where it is written; nil for one that needs no working out.
  fileprivate var place: Place? {
    if case .expression(let expression) = self { expression.place } else { nil }
  }
}

extension Gradient {
  /// What the numbers of its form may be.
  var formRanges: [NumberRange] {
    var ranges = [NumberRange](repeating: .any, count: form.count)
    if case .radial = kind { ranges[2] = .positive }
    return ranges
  }
}
