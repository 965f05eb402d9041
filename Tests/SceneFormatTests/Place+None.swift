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
    return side
  }
}

extension Slices {
  fileprivate var withoutPlaces: Slices {
    var slices = self
    slices.columns = columns.withoutPlaces
    slices.rows = rows.withoutPlaces
    slices.spread = spread.withoutPlaces
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

extension Track {
  fileprivate var withoutPlaces: Track {
    var track = self
    track.place = .none
    track.properties = properties.map { property in
      PropertyTrack(
        place: .none, property: property.property,
        keyframes: property.keyframes.map { keyframe in
          guard case .numbers(let numbers) = keyframe.value else { return keyframe }
          return TrackKeyframe(
            position: keyframe.position, value: .numbers(numbers.map(\.withoutPlaces)),
            curve: keyframe.curve)
        })
    }
    return track
  }
}

extension LayerTemplate {
  fileprivate var withoutPlaces: LayerTemplate {
    var template = self
    template.place = .none
    template.node = node.withoutPlaces
    return template
  }
}

extension JSONNode {
  fileprivate var withoutPlaces: JSONNode {
    switch kind {
    case .list(let elements): JSONNode(.list(elements.map(\.withoutPlaces)), at: .none)
    case .object(let members):
      JSONNode(
        .object(
          members.filter { $0.key != "in" }.map {
            JSONMember(key: $0.key, place: .none, value: $0.value.withoutPlaces)
          }), at: .none)
    default: JSONNode(kind, at: .none)
    }
  }
}
