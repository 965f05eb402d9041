import Motion

@testable import SceneFormat

// Values without where they are written, which is all that printing changes.
extension Recipe {
  var withoutPlaces: Recipe {
    var recipe = self
    recipe.place = .none
    recipe.sides = sides.map(\.withoutPlaces)
    return recipe
  }
}

extension Place {
  fileprivate static let none = Place(file: "", line: 0, column: 0)
}

extension Side {
  var withoutPlaces: Side {
    var side = self
    side.place = .none
    side.gesture?.place = .none
    side.gesture?.distance = gesture?.distance?.withoutPlaces
    side.settings = settings.map {
      TargetSettings(target: $0.target, template: $0.template.withoutPlaces)
    }
    side.layers = layers.map {
      RecipeLayer(id: $0.id, parent: $0.parent, template: $0.template.withoutPlaces)
    }
    side.snapshots = snapshots.map {
      Snapshot(id: $0.id, source: $0.source, rect: $0.rect.map(\.withoutPlaces))
    }
    side.slices = slices.map(\.withoutPlaces)
    side.tracks = tracks.map(\.withoutPlaces)
    side.sharedElements = sharedElements.map {
      SharedElement(place: .none, from: $0.from, to: $0.to, style: $0.style)
    }
    return side
  }
}

extension Slices {
  fileprivate var withoutPlaces: Slices {
    var slices = self
    slices.columns = columns.withoutPlaces
    slices.rows = rows.withoutPlaces
    slices.stagger.spread = stagger.spread.withoutPlaces
    return slices
  }
}

extension Quantity {
  fileprivate var withoutPlaces: Quantity {
    guard case .expression(let expression) = self else { return self }
    return .expression(
      Expression(
        source: expression.source, place: .none, owner: expression.owner, root: expression.root))
  }
}

extension SpecifiedValue {
  fileprivate var withoutPlaces: SpecifiedValue {
    switch self {
    case .numbers(let numbers): .numbers(numbers.map(\.withoutPlaces))
    case .paint(let paint, let numbers): .paint(paint, numbers: numbers.map(\.withoutPlaces))
    case .flag, .name: self
    }
  }
}

extension Track {
  fileprivate var withoutPlaces: Track {
    var track = self
    track.place = .none
    if let spread = stagger?.spread { track.stagger?.spread = spread.withoutPlaces }
    track.properties = properties.map { property in
      PropertyTrack(
        place: .none, property: property.property,
        keyframes: property.keyframes.map { keyframe in
          TrackKeyframe(
            position: keyframe.position, value: keyframe.value.withoutPlaces,
            curve: keyframe.curve)
        })
    }
    return track
  }
}

extension LayerTemplate {
  fileprivate var withoutPlaces: LayerTemplate {
    var template = self
    template.base.place = .none
    template.base.textPlace = template.base.textPlace.map { _ in .none }
    template.source = JSONNode(.null, at: .none)
    template.properties = properties.map {
      SpecifiedProperty(property: $0.property, value: $0.value?.withoutPlaces)
    }
    template.layers = layers.map(\.withoutPlaces)
    template.mask = mask.map(\.withoutPlaces)
    return template
  }
}
