import Glibc
import Synchronization

/// A file or a folder that is made beside its place, and moved there in one step when it is whole.
///
/// All drafts of the process are listed, so that a signal can end it at any moment: under the lock
/// of that list they are made, put in place, and removed.
struct Draft: Sendable {
  let target: OutputTarget
  /// A name that nothing else has.
  let name: String
  let isFolder: Bool

  private static let pending = Mutex<[String: Draft]>([:])
  /// Held while drafts that belong together are put in their places.
  private static let placing = Mutex<Void>(())

  /// Begins a file; errors call it `shown`.
  static func file(
    for target: OutputTarget, as shown: String
  ) throws(FileError) -> (draft: Draft, file: FileHandle) {
    let draft = Draft(for: target, isFolder: false)
    let file = try pending.withLock { (list) throws(FileError) in
      let file = try FileHandle.creating(draft.name, in: target.folder, as: shown)
      list[draft.name] = draft
      return file
    }
    return (draft, file)
  }

  /// Begins a folder; errors call it `shown`.
  static func folder(
    for target: OutputTarget, as shown: String
  ) throws(FileError) -> (draft: Draft, inside: OpenFolder) {
    let draft = Draft(for: target, isFolder: true)
    do throws(FileError) {
      let inside = try pending.withLock { (list) throws(FileError) in
        try target.folder.make(draft.name)
        list[draft.name] = draft
        return try target.folder.folder(draft.name, for: .write)
      }
      return (draft, inside)
    } catch {
      draft.discard()
      throw FileError(.write, shown, error.reason)
    }
  }

  private init(for target: OutputTarget, isFolder: Bool) {
    (self.target, self.isFolder) = (target, isFolder)
    let rest = ".\(getpid())-\(Int.random(in: 0..<1 << 40)).part"
    // A name has 255 bytes at most.
    var stem = target.name
    while stem.utf8.count > 254 - rest.utf8.count { stem.removeLast() }
    name = ".\(stem)\(rest)"
  }

  /// Makes a file in a draft that is a folder.
  static func adding(
    _ name: String, to inside: OpenFolder, as shown: String
  ) throws(FileError) -> FileHandle {
    try pending.withLock { (_) throws(FileError) in
      try .creating(name, in: inside, as: shown)
    }
  }

  /// Puts the draft in its place; the folder that is there gives way with the files in it.
  func commit(over old: ReplacedFolder? = nil) throws(FileError) {
    let folder = target.folder
    try Self.pending.withLock { (list) throws(FileError) in
      var oldName = name
      if old == nil {
        try folder.move(name, to: target.name)
      } else if !folder.swap(name, target.name) {
        // Where the system cannot swap, there is a moment without a folder.
        oldName += ".old"
        try folder.move(target.name, to: oldName)
        do throws(FileError) {
          try folder.move(name, to: target.name)
        } catch {
          try folder.move(oldName, to: target.name)
          throw error
        }
      }
      list[name] = nil
      for inner in old?.names ?? [] { try? old?.folder.remove(inner) }
      if old != nil { folder.removeEmptyFolder(oldName) }
    }
  }

  /// Removes the draft.
  func discard() {
    Self.pending.withLock { list in
      if list.removeValue(forKey: name) != nil { remove() }
    }
  }

  private func remove() {
    if isFolder { target.folder.removeFolder(name) } else { try? target.folder.remove(name) }
  }

  /// Removes all drafts and ends the process: nothing is put in place any more.
  static func discardAll(andEnd end: () -> Never) -> Never {
    // The locks are held to the end.
    placing.withLock { _ in
      pending.withLock { list in
        for draft in list.values { draft.remove() }
        ChildProcess.killAll(andEnd: end)
      }
    }
  }

  /// Lets `commits` put several drafts in their places, between which no signal ends the process.
  static func together(_ commits: () throws -> Void) rethrows {
    try placing.withLock { _ in try commits() }
  }
}

/// Outputs that are being written, in all of the process.
public enum PendingOutputs {
  /// Removes their temporary files, ends the programs that are asked, and ends the process by
  /// `end`; from then on, no output takes its place.
  public static func discard(andEnd end: () -> Never) -> Never { Draft.discardAll(andEnd: end) }
}
