import Codecs
import Formatting
import Glibc
package import SceneFormat

/// An SVG as the screen file that draws the same, with files of the pictures that are in it.
package struct ImportedScreen: Sendable {
  /// Where the screen file goes; nil for the standard output.
  package let path: String?
  /// The screen file.
  package let text: String
  /// The files of the pictures, by their paths.
  package let pictures: [(path: String, bytes: [UInt8])]
  /// What is not drawn as the SVG says.
  package let warnings: [SceneError]
  /// The text of the SVG.
  package let sources: [SourceText]

  /// Reads the SVG at `svg` for a screen file at `path`, nil for the standard output; the pictures in it
  /// go to `folder`, or beside the screen file.
  package init(
    svg: String, to path: String?, picturesIn folder: String?, limits: Limits
  ) throws(LoadFailure) {
    let home = path.map(PathName.folder) ?? "."
    let stem = path.map(PathName.stem) ?? PathName.stem(svg)
    let toPictures = folder.map { PathName.way(from: home, to: $0) } ?? ""
    var files: SceneFiles
    do {
      files = SceneFiles(try AssetFolder(scene: svg, wider: nil), scene: svg)
    } catch {
      throw .unreadable(error)
    }
    files.imageLimits = ImageLimits(
      fileBytes: limits.count(.imageBytes), pixels: limits.count(.imagePixels))
    let reading = SceneReading(
      svg: files.folder.scenePath, from: files, limits: limits,
      toFiles: PathName.way(from: home, to: PathName.folder(svg))
    ) { "\(toPictures)\(stem)-\($0)" }
    guard let tree = reading.tree else {
      throw .mistakes(reading.mistakes, sources: reading.sources)
    }
    self.path = path
    text = tree.json.text(.fitted) + "\n"
    pictures = reading.pictures.sorted { $0.key < $1.key }
      .map { (home == "." ? $0.key : PathName.normal("\(home)/\($0.key)"), $0.value) }
    (warnings, sources) = (reading.mistakes, reading.sources)
  }

  /// Writes all files, the screen file last; replaces none, and makes the folder of the pictures.
  package func write() throws {
    let all = pictures + (path.map { [($0, Array(text.utf8))] } ?? [])
    for file in all where try FileStatus(file.path) != nil {
      throw FileError(.write, file.path, .system(EEXIST))
    }
    for picture in pictures { try Folder.make(PathName.folder(picture.path)) }
    for file in all { try TextFile.write(file.bytes, to: file.path) }
  }
}
