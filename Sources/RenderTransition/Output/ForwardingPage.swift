import Formatting
import Glibc

/// A page that forwards a browser to a URL with a secret, which no list of arguments may show.
///
/// It is a draft that is never put in its place, for this user alone, in `output`: browsers in a
/// sandbox read neither `/tmp` nor hidden folders.
package struct ForwardingPage: Sendable {
  private let draft: Draft
  private let file: FileHandle

  /// Why no browser was opened.
  package enum Problem: String, Sendable, CustomStringConvertible {
    case noProgram = "there is no xdg-open"
    case noBrowser = "xdg-open could not open the page"

    package var description: String { rawValue }
  }

  /// Makes the page.
  package init(to url: String) throws(FileError) {
    let target = try OutputTarget("output/preview.html", beneath: ".")
    (draft, file) = try Draft.file(for: target, as: "output/preview.html", mode: 0o600)
    let link = Markup.text(url)
    let text = """
      <!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=\(link)">
      <title>Preview</title><a href="\(link)">Preview</a>

      """
    do throws(FileError) {
      try file.write(Array(text.utf8))
    } catch {
      remove()
      throw error
    }
  }

  /// Opens the page in the user's browser, and removes it after 30 seconds; answers why it cannot be
  /// opened.
  package func open() -> Problem? {
    let path = PathName.identity(draft.target.folder.path(of: draft.name))
    let program = try? ChildProcess(["xdg-open", path], streams: [nil, nil, nil])
    // The browser may read it after xdg-open has ended.
    let isRemovedLater =
      program != nil
      && Threads.start {
        sleep(30)
        remove()
      }
    if !isRemovedLater { remove() }
    guard let program else { return .noProgram }
    return program.wait() == 0 ? nil : .noBrowser
  }

  /// Removes the page.
  package func remove() {
    file.close()
    draft.discard()
  }
}
