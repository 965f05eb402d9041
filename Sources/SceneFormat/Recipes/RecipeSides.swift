import Motion

extension Recipe {
  /// The side that plays for `operation`, from the first of these that is written: the operation;
  /// one that stands in for it (push and present for each other and for a replace, pop and dismiss
  /// for each other); the reverse of one that it undoes.
  public func side(for operation: Operation) -> Side {
    let (written, isReversed) = writtenOperation(for: operation)
    guard var side = sides.first(where: { $0.operation == written }) else {
      return Side(place: place, operation: operation)
    }
    if isReversed { side = side.reversed }
    side.operation = operation
    return side
  }

  /// Where the incoming screen moves as the tracks are written.
  public var trackDirection: Direction { writtenFor ?? direction ?? .left }

  /// Whether what plays for `operation` is the reverse of a side that is written.
  public func isReversed(for operation: Operation) -> Bool {
    writtenOperation(for: operation).isReversed
  }

  /// The side that plays for `operation`, and whether it plays backward.
  func writtenOperation(for operation: Operation) -> (Operation, isReversed: Bool) {
    let written = Set(sides.map(\.operation))
    if let found = operation.playable.first(where: written.contains) { return (found, false) }
    if let found = operation.reversible.first(where: written.contains) { return (found, true) }
    return (operation, false)
  }
}

extension Side {
  /// The same motion undone: `from` and `to` are exchanged everywhere, the order in which the
  /// screens lie stays, values and windows are mirrored in time, and curves still run forward.
  public var reversed: Side {
    var side = self
    side.operation = operation.opposite ?? operation
    side.order = order?.map(\.exchanged)
    side.settings = settings.map {
      TargetSettings(target: $0.target.exchanged, template: $0.template)
    }
    side.layers = layers.map {
      RecipeLayer(id: $0.id, parent: $0.parent.exchanged, template: $0.template)
    }
    side.snapshots = snapshots.map {
      Snapshot(id: $0.id, source: $0.source.exchanged, rect: $0.rect)
    }
    side.slices = slices.map(\.exchanged)
    side.tracks = tracks.map(\.reversed)
    side.shared = shared.reversed
    side.sharedElements = sharedElements.map(\.reversed)
    side.gesture?.follow = gesture?.follow?.exchanged
    // Going back, the screen that is seen again decides.
    side.statusBar = nil
    return side
  }
}

extension Target {
  /// The same part of the other screen.
  var exchanged: Target {
    switch self {
    case .screen(let role): .screen(role.opposite)
    case .part(let role, let part): .part(role.opposite, part)
    case .layer(let role, let id): .layer(role.opposite, id)
    case .mask(let role): .mask(role.opposite)
    case .pair, .container, .dim, .shared, .sharedLayer, .own, .slice: self
    }
  }
}

extension Slices {
  fileprivate var exchanged: Slices {
    var slices = self
    slices.source = source.exchanged
    slices.stagger.isReversed.toggle()
    return slices
  }
}

extension Track {
  /// The same motion undone.
  fileprivate var reversed: Track {
    var track = self
    track.target = target.exchanged
    track.stagger?.isReversed.toggle()
    track.during = during.mirrored
    track.through = through.mirrored
    track.properties = properties.map { property in
      interpolation == .discrete || property.property.isSwitch
        ? property.switchedBack : property.reversed
    }
    return track
  }
}

extension PropertyTrack {
  /// The keyframes mirrored; the curve of the way from one to the next stays with that way, and
  /// still runs forward.
  fileprivate var reversed: PropertyTrack {
    var track = self
    guard keyframes.count > 1 else {
      // A constant holds everywhere; the position of its only keyframe has no effect.
      return track
    }
    let backward = Array(keyframes.reversed())
    track.keyframes = backward.indices.map { index in
      TrackKeyframe(
        position: 1 - backward[index].position, value: backward[index].value,
        curve: index + 1 < backward.count ? backward[index + 1].curve : nil)
    }
    return track
  }

  /// The same for values that switch: each holds from its keyframe to the next, so that on the way
  /// back it holds from where the next one was.
  fileprivate var switchedBack: PropertyTrack {
    var track = self
    track.keyframes = []
    let ends = keyframes.dropFirst().map(\.position) + [1]
    for (keyframe, end) in zip(keyframes, ends).reversed() {
      let start = track.keyframes.isEmpty ? 0 : 1 - end
      // A value without a duration is left out of the reverse.
      if track.keyframes.last?.position == start { track.keyframes.removeLast() }
      track.keyframes.append(TrackKeyframe(position: start, value: keyframe.value))
    }
    return track
  }
}
