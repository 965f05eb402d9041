import Codecs
import Formatting
import Pixels
import RenderTransition
import SceneFormat
import Typeface

/// What the program consists of on this machine, and what it found there.
struct Installation: Hashable, Sendable {
  /// A font that scenes can use without naming a file.
  struct Font: Hashable, Sendable {
    /// The name that scenes give it.
    var name: String
    /// Which font it is.
    var font: String
    /// The hash of its bytes, as in locks; nil if it is not installed.
    var hash: FrameHash?
    /// Why it cannot be read.
    var problem: String?
  }

  /// The fonts that scenes can use without naming a file.
  var fonts: [Font]
  /// The programs that this one may run.
  var programs: [InstalledProgram]
  /// All libraries, with their versions.
  var libraries: [(name: String, version: String)] {
    (TextLibraries.versions + CodecLibraries.versions + [("expat", XMLReader.libraryVersion)])
      .sorted { $0.name < $1.name }
  }
  /// The formats that can be written.
  var formats: [String] { (OutputFormat.allCases + [.png]).map(\.rawValue) }

  /// Finds the fonts and programs of this machine.
  init() {
    fonts = Self.installedFonts
    programs = [
      InstalledProgram("git", askedBy: "--version"),
      InstalledProgram("ffmpeg", askedBy: "-version"),
    ]
  }

  private static var installedFonts: [Font] {
    var emoji = Font(name: "emoji", font: Emoji.fontName)
    do {
      emoji.hash = try Emoji.installedFont().map { FrameHash(ofBytes: $0) }
    } catch {
      emoji.problem = "\(error)"
    }
    return [
      Font(name: "system", font: Inter.name, hash: FrameHash(ofBytes: Inter.bytes)), emoji,
    ]
  }
}

// What is printed of it.
extension Installation {
  /// A line for each thing, with what it is in front of it.
  var rows: [(name: String, words: String)] {
    let memory = ProcessMemory.leftBytes.map { "\($0 >> 20) MiB left (ulimit -v)" } ?? "no limit"
    let kernels = Machine.hasAVX2 ? "with AVX2" : "without AVX2"
    let head = [
      ("system", Machine.system),
      ("processor", "\(Machine.architecture) \(kernels), \(Threads.defaultJobs) cores"),
      ("memory", "\(Machine.memoryBytes >> 20) MiB, \(memory)"),
      ("look", "\(RenderEnvironment.currentRenderingVersion)"),
      ("formats", formats.joined(separator: ", ")),
    ]
    return head + libraries.map { ($0.name, $0.version) } + programs.map { ($0.name, $0.words) }
      + fonts.map { ("font", "\($0.name): \($0.words)") }
  }
}

extension InstalledProgram {
  fileprivate var words: String {
    path.map { "\($0)  \(version ?? "does not say its version")" } ?? "not found"
  }
}

extension Installation.Font {
  fileprivate var words: String {
    hash.map { "\(font)  \($0)" } ?? problem
      ?? "not installed; Debian's package is \(Emoji.package)"
  }
}
