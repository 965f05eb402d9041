import SceneFormat

extension Limits {
  /// The same limits, as the library knows them.
  var ofScenes: SceneFormat.Limits {
    var limits = SceneFormat.Limits()
    limits[.fileBytes] = Double(sceneBytes)
    limits[.jsonDepth] = Double(jsonDepth)
    limits[.layers] = Double(layers)
    limits[.canvasSide] = Double(canvasSide)
    limits[.canvasPixels] = Double(canvasArea)
    limits[.frames] = Double(frames)
    limits[.seconds] = durationSeconds
    limits[.imageBytes] = Double(imageBytes)
    limits[.imagePixels] = Double(imageArea)
    limits[.assets] = Double(assets)
    limits[.blurSigma] = Double(blurSigma)
    limits[.memoryBytes] = Double(memoryBytes)
    return limits
  }
}
