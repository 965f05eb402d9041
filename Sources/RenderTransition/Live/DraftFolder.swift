package import SceneFormat

/// Files of which some have edits that are not saved, which reading a scene cannot tell.
package struct DraftFolder: FileSource {
  private let base: any FileSource
  /// The edited texts by their paths beneath the root.
  package private(set) var texts: [String: [UInt8]] = [:]

  /// The files of `base` with `edits`, one after the other; people know the scene's folder as
  /// `shownFolder`, which ends in a `/` if it is not empty.
  package init(
    _ base: any FileSource, editedBy edits: [SceneEdit], shownFolder: String, limits: Limits
  ) throws(LoadFailure) {
    self.base = base
    for edit in edits {
      let path = path(of: edit.file, shownFolder: shownFolder)
      let text = try text(at: path, limit: limits.count(.fileBytes))
      do {
        let change = try edit.textEdit(of: text, file: shownFolder + path, limits: limits)
        texts[path] = change?.applied(to: text) ?? text
      } catch {
        throw .mistakes([error], sources: [SourceText(file: shownFolder + path, bytes: text)])
      }
    }
  }

  /// The path beneath the root of the file that an edit names.
  private func path(of file: String?, shownFolder: String) -> String {
    guard let file else { return scenePath }
    guard !base.hasFile(file), file.hasPrefix(shownFolder) else { return file }
    return String(file.dropFirst(shownFolder.count))
  }

  private func text(at path: String, limit: Int) throws(LoadFailure) -> [UInt8] {
    do {
      return try read(path, limit: limit)
    } catch {
      throw .unreadable(error)
    }
  }

  package var scenePath: String { base.scenePath }

  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let text = texts[path] else { return try base.read(path, limit: limit) }
    guard text.count <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
    return text
  }

  package func readHead(of path: String, count: Int) throws(FileError) -> FileHead {
    guard let text = texts[path] else { return try base.readHead(of: path, count: count) }
    return FileHead(bytes: text, size: text.count)
  }

  package func hasFile(_ path: String) -> Bool { base.hasFile(path) }

  package func names(in path: String) -> [String] { base.names(in: path) }

  package func reasonAgainst(_ path: String) -> FileError.Reason { base.reasonAgainst(path) }

  package func realPath(_ path: String) -> String? { base.realPath(path) }
}
