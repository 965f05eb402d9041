import Codecs
import ImageDiff
import Pixels
import SceneFormat

extension Exhibit {
  /// Reads what `path` names: a PNG, an APNG, a GIF, a folder of frames, a scene, or a file of a
  /// revision as `git:REV:path`.
  public init(at path: String, options: ExhibitOptions = ExhibitOptions()) async throws {
    if let recorded = try Self.recorded(at: path, options) {
      self = recorded
    } else {
      self = try await Self.scene(at: path, options)
    }
  }

  /// Reads two exhibits; files are decoded side by side.
  public static func both(
    _ expected: String, _ actual: String, options: ExhibitOptions = ExhibitOptions()
  ) async throws -> (expected: Exhibit, actual: Exhibit) {
    let paths = [expected, actual]
    let recorded = try await FramePump(jobs: min(2, Threads.usualJobs)).inOrder(2) { index in
      try Self.recorded(at: paths[index], options)
    }
    // A scene keeps all cores busy by itself.
    var exhibits: [Exhibit] = []
    for (path, exhibit) in zip(paths, recorded) {
      if let exhibit {
        exhibits.append(exhibit)
      } else {
        exhibits.append(try await scene(at: path, options))
      }
    }
    return (exhibits[0], exhibits[1])
  }

  /// What is in a file or a folder of pictures; nil for what can only be a scene.
  private static func recorded(at path: String, _ options: ExhibitOptions) throws -> Exhibit? {
    let bytes: [UInt8]
    do {
      switch SceneAddress(path) {
      case .file:
        if FileStatus(path)?.isFolder == true { return try frames(in: path, options) }
        bytes = try TextFile.read(path, limit: options.imageLimits.fileBytes)
      case .revision(let revision, let inside):
        // Others are scenes, which are not read twice.
        guard PictureFormat(ofName: inside) != nil else { return nil }
        let folder = try RevisionFolder(of: inside, inRevision: revision, shownAs: path)
        bytes = try folder.readFile(limit: options.imageLimits.fileBytes, shownAs: path)
      case .standardInput, .stream: return nil
      }
    } catch let error as FileError {
      throw ExhibitError.file(error)
    }
    guard let format = PictureFormat(of: bytes) ?? PictureFormat(ofName: path) else { return nil }
    guard !bytes.isEmpty else {
      throw ExhibitError.content(path: path, reason: "\(format.refusal): it is empty")
    }
    switch format {
    case .png: return try Self.png(bytes, path, options)
    case .gif: return try Self.gif(bytes, path, options)
    }
  }

  private static func frames(in path: String, _ options: ExhibitOptions) throws -> Exhibit {
    let folder = PictureFolder(path: path, limits: options.imageLimits)
    let sequence = try folder.sequence(fps: options.fps ?? PictureFolder.usualRate)
    return Exhibit(path: path, kind: .footage(sequence))
  }

  private static func png(
    _ bytes: [UInt8], _ path: String, _ options: ExhibitOptions
  ) throws -> Exhibit {
    let reel: FilmReel
    do throws(PNGError) {
      let reader = try APNGReader(bytes, limits: options.imageLimits)
      guard !reader.isStill else {
        let image = try PNGImage(png: bytes, limits: options.imageLimits)
        return picture(image, path)
      }
      reel = try Self.reel(reader, options.limits)
    } catch {
      throw ExhibitError.content(path: path, reason: "\(error)")
    }
    return try footage(reel, path)
  }

  private static func reel(
    _ reader: APNGReader, _ limits: Limits
  ) throws(PNGError) -> FilmReel {
    var reader = reader
    var reel = FilmReel(width: reader.width, height: reader.height, limits: limits)
    while let frame = try reader.nextFrame() {
      guard reel.add(frame.pixels, for: frame.delaySeconds) else { break }
    }
    return reel
  }

  private static func picture(_ image: PNGImage, _ path: String) -> Exhibit {
    let straight = StraightImage(width: image.width, height: image.height, straight: image.bytes)
    return Exhibit(path: path, kind: .picture(straight ?? StraightImage(image.premultiplied)))
  }

  private static func gif(
    _ bytes: [UInt8], _ path: String, _ options: ExhibitOptions
  ) throws -> Exhibit {
    var reel: FilmReel
    do throws(GIFError) {
      var reader = try GIFReader(bytes, limits: options.imageLimits)
      reel = FilmReel(width: reader.width, height: reader.height, limits: options.limits)
      while let frame = try reader.next() {
        guard reel.add(frame.pixels, for: Double(frame.delayCentiseconds) / 100) else { break }
      }
    } catch {
      throw ExhibitError.content(path: path, reason: "\(error)")
    }
    return try footage(reel, path)
  }

  private static func footage(_ reel: FilmReel, _ path: String) throws -> Exhibit {
    try Task.checkCancellation()
    guard !reel.isFull else {
      throw ExhibitError.content(
        path: path, reason: "its frames take more memory than --limit-memory lets them")
    }
    guard let sequence = reel.sequence else {
      throw ExhibitError.content(path: path, reason: "it has no frames")
    }
    return Exhibit(path: path, kind: .footage(sequence))
  }

  private static func scene(
    at path: String, _ options: ExhibitOptions
  ) async throws -> Exhibit {
    let animation: Animation
    do throws(LoadFailure) {
      animation = try Animation(
        at: SceneAddress(path), scale: options.scale, assetRoot: options.assetRoot,
        limits: options.limits)
    } catch {
      throw ExhibitError.scene(error, path: path)
    }
    let sequence = try await animation.sequence(fps: options.fps, jobs: options.jobs)
    let fps = options.fps ?? animation.scene.output.fps
    return Exhibit(path: path, kind: .scene(animation, sequence, fps: fps))
  }
}

/// What a picture's file is.
private enum PictureFormat {
  case png, gif

  /// What the first bytes say; nil if they are no picture's.
  init?(of bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: "GIF8".utf8) {
      self = .gif
    } else {
      return nil
    }
  }

  /// What the name says, for files whose beginning is damaged; nil if it is no picture's.
  init?(ofName path: String) {
    let name = path.lowercased()
    if [".png", ".apng"].contains(where: name.hasSuffix) {
      self = .png
    } else if name.hasSuffix(".gif") {
      self = .gif
    } else {
      return nil
    }
  }

  /// What is said of a file that is something else.
  var refusal: String {
    switch self {
    case .png: "\(PNGError.notPNG)"
    case .gif: "\(GIFError.notGIF)"
    }
  }
}
