import CFuzzer
import Codecs
import Glibc
import Pixels
import Preview
import Regression
import RenderTransition
import SceneFormat
import Typeface

// Feeds readers with what libFuzzer makes up; scripts/fuzz builds and runs it. FUZZ_TARGET names
// the reader. An input may be refused, but nothing may trap, and a PNG, a lock or a blob that was read must
// survive being written and read again.

enum Target: String {
  case png, apng, gif, jpeg, webp, profile, svg, scene, font, lock, manifest, blob, request

  func read(_ bytes: [UInt8]) {
    switch self {
    case .png: readPNG(bytes)
    case .apng: readAPNG(bytes)
    case .gif: readGIF(bytes)
    case .jpeg: _ = try? PictureFile.image(bytes, limits: imageLimits)
    case .webp: readWebP(bytes)
    case .profile: _ = try? ColorProfile(bytes)
    case .svg: readSVG(bytes)
    case .scene: readScene(bytes)
    case .font: readFont(bytes)
    case .lock: readLock(bytes)
    case .manifest: readManifest(bytes)
    case .blob: readBlob(bytes)
    case .request: readRequest(bytes)
    }
  }
}

let imageLimits = ImageLimits(fileBytes: 1 << 20, pixels: 1 << 18, frames: 20)

func readPNG(_ bytes: [UInt8]) {
  guard let image = try? StraightImage(png: bytes, limits: imageLimits) else { return }
  for compression in [PNGCompression.fast, .standard] {
    let file = try? PNGWriter(compression: compression).file(of: image)
    let copy = file.flatMap { try? StraightImage(png: $0) }
    guard copy?.bytes == image.bytes else {
      print("render-fuzz: a PNG with compression \(compression.rawValue) holds other pixels")
      abort()
    }
  }
}

func readAPNG(_ bytes: [UInt8]) {
  guard var reader = try? APNGReader(bytes, limits: imageLimits) else { return }
  while let frame = try? reader.nextFrame() { _ = frame }
}

func readGIF(_ bytes: [UInt8]) {
  guard var reader = try? GIFReader(bytes, limits: imageLimits) else { return }
  while let frame = try? reader.next() { _ = frame }
}

func readWebP(_ bytes: [UInt8]) {
  _ = try? PictureFile.image(bytes, limits: imageLimits)
  guard var reader = try? WebPReader(bytes, limits: imageLimits) else { return }
  while let frame = try? reader.next() { _ = frame }
}

func readScene(_ bytes: [UInt8]) {
  let path = "/dev/shm/render-transition-fuzz-\(getpid()).json"
  defer { unlink(path) }
  guard (try? TextFile.write(bytes, to: path)) != nil else { return }
  guard let animation = try? Animation(sceneAt: path, scale: 0.25) else { return }
  _ = animation.text(of: .timeline)
}

func readSVG(_ bytes: [UInt8]) {
  let path = "/dev/shm/render-transition-fuzz-\(getpid()).svg"
  defer { unlink(path) }
  guard (try? TextFile.write(bytes, to: path)) != nil,
    let animation = try? Animation(pictures: [path, path], scale: 0.25)
  else { return }
  _ = animation.text(of: .tree)
}

func readFont(_ bytes: [UInt8]) {
  guard let font = try? FontFile(bytes: bytes, name: "font") else { return }
  _ = try? TextLayout(
    "Affinity 12 \u{645}\u{631} \u{928}\u{92E} \u{1F600}", style: TextStyle(size: 20, weight: 600),
    fonts: FontStack(primary: font), width: 100)
}

func readBlob(_ bytes: [UInt8]) {
  let path = "/dev/shm/render-transition-fuzz-\(getpid()).blob"
  defer { unlink(path) }
  guard (try? TextFile.write(bytes, to: path)) != nil,
    let report = try? Merge(of: [path]).report
  else { return }
  _ = try? TextFile.write(Blob(report: report).bytes, to: path)
  guard (try? Merge(of: [path]).report) == report else {
    print("render-fuzz: a blob that was written again says something else")
    abort()
  }
}

// A request is the same in whatever pieces it comes.
func readRequest(_ bytes: [UInt8]) {
  let admission = RequestGuard(token: "t")
  var (whole, pieces) = (RequestReader(admission), RequestReader(admission))
  guard let request = try? whole.take(bytes) else { return }
  let last = try? bytes.dropLast().reduce(nil as Request?) { try $0 ?? pieces.take([$1]) }
  let copy = try? last ?? pieces.take(bytes.suffix(1))
  guard copy == request, request.path.first == "t" else {
    print("render-fuzz: a request that comes in pieces is another one")
    abort()
  }
}

func readLock(_ bytes: [UInt8]) {
  let path = "/dev/shm/render-transition-fuzz-\(getpid()).lock"
  defer { unlink(path) }
  guard (try? TextFile.write(bytes, to: path)) != nil,
    let lock = try? LockFile(path).read()
  else { return }
  _ = try? TextFile.write(Array(lock.text.utf8), to: path)
  guard (try? LockFile(path).read()) == lock else {
    print("render-fuzz: a lock that was written again says something else")
    abort()
  }
}

// A folder with two pictures, whose manifest is made up.
func readManifest(_ bytes: [UInt8]) {
  let folder = "/dev/shm/render-transition-fuzz-\(getpid())/"
  mkdir(folder, 0o700)
  let names = ["frame-00000.png", "frame-00001.png"]
  for (width, name) in zip([2, 3], names) {
    guard let png = try? PNGWriter().file(of: Pixmap(width: width, height: 2)) else { return }
    try? TextFile.write(png, to: folder + name)
  }
  try? TextFile.write(bytes, to: folder + "manifest.json")
  _ = try? Recording(at: folder, DiffInputOptions())?.decoded(ComparisonBudget(Limits()))
  for name in names + ["manifest.json"] { unlink(folder + name) }
  rmdir(folder)
}

guard let name = getenv("FUZZ_TARGET"), let target = Target(rawValue: String(cString: name)) else {
  print("FUZZ_TARGET must be png, apng, gif, scene, font, lock or manifest")
  exit(2)
}
exit(
  rt_fuzz(CommandLine.argc, CommandLine.unsafeArgv) { bytes, count in
    let input = UnsafeBufferPointer(start: bytes, count: count)
    Target(rawValue: String(cString: getenv("FUZZ_TARGET")))?.read(Array(input))
    return 0
  })
