/// The named parts of the format: what the schema lists under `$defs`.
enum Definition: String, Hashable, Sendable, CaseIterable {
  case time, color, paint, curve, window
  case scene, canvas, output, expectations, step
  case screen, screenFile, statusBar, navigationBar
  case layer, border, shadow, transform, stroke
  case transition, sharedElement, sharedStyle, gesture, gestureRules, gestureTail
  case recipe, parameter, side, settings, recipeLayer, snapshot, slices, track

  /// What such a part may be.
  var shape: Shape {
    switch self {
    case .time, .color, .paint, .curve, .window: valueShape
    case .scene, .canvas, .output, .expectations, .step: sceneShape
    case .screen, .screenFile, .statusBar, .navigationBar: screenShape
    case .layer, .border, .shadow, .transform, .stroke: layerShape
    case .transition, .sharedElement, .sharedStyle, .gesture, .gestureRules, .gestureTail:
      transitionShape
    case .recipe, .parameter, .side, .settings, .recipeLayer, .snapshot, .slices, .track:
      recipeShape
    }
  }

  private var valueShape: Shape {
    switch self {
    case .time: Format.time
    case .color: .text(.color)
    case .paint: Format.paint
    case .curve: Format.curve
    default: Format.window
    }
  }

  private var sceneShape: Shape {
    switch self {
    case .scene: .object(Format.scene)
    case .canvas: .object(Format.canvas)
    case .output: .object(Format.output)
    case .expectations: .object(Format.expectations)
    default: .object(Format.step)
    }
  }

  private var screenShape: Shape {
    switch self {
    case .screen: .either([.text(.name), .object(Format.screen)])
    case .screenFile: .object(Format.screenFile)
    case .statusBar: .either([.flag, .object(Format.statusBar)])
    default: .object(Format.navigationBar)
    }
  }

  private var layerShape: Shape {
    switch self {
    case .layer: .object(Format.layer)
    case .border: .object(Format.border)
    case .shadow: .object(Format.shadow)
    case .transform: .object(Format.transform)
    default: .object(Format.stroke)
    }
  }

  private var transitionShape: Shape {
    switch self {
    case .transition:
      .either([.text(.recipe(allowsCustom: false)), .object(Format.transition)])
    case .sharedElement: .object(Format.sharedElement)
    case .sharedStyle: .object(Format.sharedStyle)
    case .gesture: .object(Format.gesture)
    case .gestureRules: .object(Format.gestureRules)
    default: .object(Format.gestureTail)
    }
  }

  private var recipeShape: Shape {
    switch self {
    case .recipe: .object(Format.recipe)
    case .parameter: .object(Format.parameter)
    case .side: .object(Format.side)
    case .settings: .object(Format.settings)
    case .recipeLayer: .object(Format.recipeLayer)
    case .snapshot: .object(Format.snapshot)
    case .slices: .object(Format.slices)
    default: .object(Format.track)
    }
  }
}
