import CSystem
import Glibc

/// The one door to the system's files: opens, reads, writes, renames.
package struct FileHandle {
  let descriptor: Int32
  let path: String

  /// Opens a regular file for reading; a device or a FIFO is refused before it can block.
  package static func reading(_ path: String) throws(FileError) -> FileHandle {
    try regular(unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), path: path)
  }

  /// A file that was opened for reading, if it is a regular one.
  static func regular(_ descriptor: Int32, path: String) throws(FileError) -> FileHandle {
    guard descriptor >= 0 else { throw .last(.read, path) }
    let handle = FileHandle(descriptor: descriptor, path: path)
    do throws(FileError) {
      guard try handle.status.isRegular else { throw FileError(.read, path, .notRegular) }
      return handle
    } catch {
      handle.close()
      throw error
    }
  }

  /// Opens a pipe or a device for reading; waits for a writer.
  static func readingStream(_ path: String) throws(FileError) -> FileHandle {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(.read, path) }
    return FileHandle(descriptor: descriptor, path: path)
  }

  /// A file that was opened for writing.
  static func new(_ descriptor: Int32, path: String) throws(FileError) -> FileHandle {
    guard descriptor >= 0 else { throw .last(.write, path) }
    return FileHandle(descriptor: descriptor, path: path)
  }

  /// Opens a device or a FIFO for writing.
  static func writingThrough(_ path: String) throws(FileError) -> FileHandle {
    try new(unsafe open(path, O_WRONLY | O_CLOEXEC), path: path)
  }

  /// The descriptor `number` that the program was started with; its own are not given.
  static func inherited(_ number: Int32, path: String) throws(FileError) -> FileHandle {
    guard fcntl(number, F_GETFD) & FD_CLOEXEC == 0 else {
      throw FileError(.write, path, .system(EBADF))
    }
    return try new(fcntl(number, F_DUPFD_CLOEXEC, 3), path: path)
  }

  /// Opens a file whose end is written on; it is made if it is not there.
  static func appending(_ path: String) throws(FileError) -> FileHandle {
    try new(unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666), path: path)
  }

  /// The two ends of a new pipe, which no other program gets by itself.
  static func pipe() throws(FileError) -> (reading: FileHandle, writing: FileHandle) {
    var ends: [Int32] = [-1, -1]
    guard unsafe rt_open_pipe(&ends) == 0 else { throw .last(.write, "a pipe") }
    return (
      FileHandle(descriptor: ends[0], path: "a pipe"),
      FileHandle(descriptor: ends[1], path: "a pipe")
    )
  }

  /// A new file without a name, in memory, which no other program gets by itself.
  static func inMemory() throws(FileError) -> FileHandle {
    try new(rt_open_memory(), path: "memory")
  }

  /// A new file in a folder, without a name.
  static func temporary(in folder: String) throws(FileError) -> FileHandle {
    let name = "\(folder)/.render-transition-\(Int.random(in: 0..<1 << 60))"
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    let handle = try new(
      unsafe open(name, flags, 0o600), path: "a temporary file in \(folder)")
    _ = unsafe unlink(name)
    return handle
  }

  /// The standard input.
  static let standardInput = FileHandle(descriptor: 0, path: "standard input")

  /// The standard output.
  static let standardOutput = FileHandle(descriptor: 1, path: "standard output")

  /// How many bytes there are; none where that is not known, as in a pipe.
  var size: Int { (try? status.size) ?? 0 }

  /// All bytes, if there are at most `limit`.
  package func readAll(limit: Int) throws(FileError) -> [UInt8] {
    let size = size
    guard size <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
    // Most files come in one piece, which is not copied.
    var bytes = try readSome(max(4096, size + 1))
    while true {
      guard bytes.count <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
      let chunk = try readSome(bytes.count == size ? 1 : max(65_536, size + 1 - bytes.count))
      guard !chunk.isEmpty else { return bytes }
      bytes += chunk
    }
  }

  /// Whether what was read cannot be read again.
  var isPipe: Bool { lseek(descriptor, 0, SEEK_CUR) < 0 }

  /// Reads the first bytes, `count` of them if there are as many.
  func readHead(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let chunk = try readSome(count - bytes.count)
      guard !chunk.isEmpty else { return bytes }
      bytes += chunk
    }
    return bytes
  }

  /// Reads the bytes at a place; fewer at the end of the file.
  func read(at place: Range<Int>) throws(FileError) -> [UInt8] {
    var (rest, failure) = (place, Int32(0))
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: place.count) { buffer, used in
      while !rest.isEmpty {
        let count = unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + used }, rest.count, rest.lowerBound)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          failure = count < 0 ? errno : 0
          return
        }
        used += count
        rest = (rest.lowerBound + count)..<rest.upperBound
      }
    }
    guard failure == 0 else { throw FileError(.read, path, .system(failure)) }
    return bytes
  }

  /// Writes all of `bytes`.
  func write(_ bytes: [UInt8]) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw .last(.write, path)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes as much as a pipe takes that was made not to block; none if it takes nothing within so
  /// many milliseconds.
  func writeSome(_ bytes: ArraySlice<UInt8>, waiting milliseconds: Int32) throws(FileError) -> Int {
    var events = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&events, 1, milliseconds)
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0, ![EAGAIN, EINTR].contains(errno) { throw .last(.write, path) }
    return max(0, count)
  }

  /// Whether a pipe has bytes to read, or is at its end; waits so many milliseconds for them.
  func hasBytes(within milliseconds: Int32) -> Bool {
    var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&events, 1, milliseconds) > 0
  }

  /// Makes writes to a pipe return where they would have to wait.
  func makeNonblocking() { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }

  /// Enlarges a pipe's buffer to the most it may hold, for fewer switches between its ends.
  func widen() {
    // F_SETPIPE_SZ, which Glibc does not declare. It fails for anything but a pipe.
    _ = fcntl(descriptor, 1031, 1 << 20)
  }

  /// Starts writing to the disk, so that `flush` takes less time.
  func beginFlush() {
    // The advice is to forget what is in memory, which the disk must have before. Not to follow it
    // is no fault.
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
  }

  /// Waits until the bytes are on the disk.
  func flush() throws(FileError) {
    // Pipes and devices have nothing to flush.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw .last(.write, path)
    }
  }

  /// Locks what is being made, until it is closed; false if another process has it to remove it, or
  /// has removed it.
  ///
  /// Some file systems know no locks: there, nothing is removed.
  func lock() -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
    return (try? status)?.isRemoved != true
  }

  /// Gives the file back to the system.
  package func close() {
    guard descriptor > 2 else { return }
    _ = Glibc.close(descriptor)
  }

  /// Reads at most `count` bytes; none at the end.
  func readSome(_ count: Int) throws(FileError) -> [UInt8] {
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      repeat {
        unsafe result = Glibc.read(descriptor, buffer.baseAddress, count)
      } while result < 0 && errno == EINTR
      used = max(0, result)
    }
    guard result >= 0 else { throw .last(.read, path) }
    return bytes
  }

  var status: FileStatus {
    get throws(FileError) {
      var raw = stat()
      guard unsafe fstat(descriptor, &raw) == 0 else { throw .last(.read, path) }
      return FileStatus(raw)
    }
  }
}

/// What the system knows of a file.
package struct FileStatus: Hashable, Sendable {
  package var isRegular: Bool
  package var isFolder: Bool
  var isLink: Bool
  /// A pipe, or a device that is read from its beginning to its end.
  var isStream: Bool
  var size: Int
  /// What tells one file from another, whatever its name.
  var device: UInt
  var number: UInt
  /// Its permissions.
  var mode: mode_t
  /// When its bytes, its names or its permissions last changed, since 1970; no program can set it.
  var changeSeconds, changeNanoseconds: Int
  /// Whether no name leads to it any more.
  var isRemoved: Bool

  init(_ raw: stat) {
    isRegular = raw.st_mode & S_IFMT == S_IFREG
    isFolder = raw.st_mode & S_IFMT == S_IFDIR
    isLink = raw.st_mode & S_IFMT == S_IFLNK
    isStream = [S_IFIFO, S_IFCHR].contains(raw.st_mode & S_IFMT)
    size = Int(raw.st_size)
    (device, number) = (UInt(raw.st_dev), UInt(raw.st_ino))
    mode = raw.st_mode & 0o777
    (changeSeconds, changeNanoseconds) = (raw.st_ctim.tv_sec, raw.st_ctim.tv_nsec)
    isRemoved = raw.st_nlink == 0
  }

  /// Of the file at `path`, which errors call `shown`; nil if there is none.
  ///
  /// Throws if the system does not say: otherwise a test would pass without its baseline.
  package init?(
    _ path: String, in folder: Int32 = AT_FDCWD, followingLinks: Bool = true,
    for action: FileError.Action = .read, as shown: String? = nil
  ) throws(FileError) {
    var raw = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    guard unsafe fstatat(folder, path, &raw, flags) == 0 else {
      let error = FileError.last(action, shown ?? path)
      guard error.isAboutMissing else { throw error }
      return nil
    }
    self.init(raw)
  }
}

/// A file that cannot be read or written, and why.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The action that failed.
  public enum Action: String, Hashable, Sendable {
    case read, write
  }

  /// The reason.
  public enum Reason: Hashable, Sendable {
    /// The system's answer, by its number.
    case system(Int32)
    /// Larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// A folder, a device, a socket.
    case notRegular
    /// Its real place is outside of the asset root.
    case outsideRoot
    /// A folder that holds something which this program has not written.
    case foreignFolder(String)
    /// A link, in a place where none is followed.
    case link
    /// One of the files that the scene is made of, or a folder that holds one.
    case input
    /// The asset root, or the folder of an output, is not there.
    case noFolder
    /// The current folder is in no git repository, or there is no git.
    case noRepository
    /// Git does not know this revision.
    case noRevision(String)
    /// It lies outside of the git repository, or in a submodule or a clone within.
    case otherRepository
    /// Git cannot read its content; a partial clone lacks some, and nothing is fetched.
    case noObject
  }

  /// The file.
  public let path: String
  /// The action that failed.
  public let action: Action
  /// The reason.
  public let reason: Reason

  /// `reason` kept `action` from being done to the file at `path`.
  public init(_ action: Action, _ path: String, _ reason: Reason) {
    (self.action, self.path, self.reason) = (action, path, reason)
  }

  /// The error that the system has just reported.
  static func last(_ action: Action, _ path: String) -> FileError {
    FileError(action, path, .system(errno))
  }

  /// Whether there is no such file.
  public var isAboutMissing: Bool {
    // Nor is there one beneath a file.
    [.system(ENOENT), .system(ENOTDIR)].contains(reason)
  }

  /// Whether another try may succeed: the system was short of something, or a disk failed.
  public var isTransient: Bool {
    guard case .system(let code) = reason else { return false }
    return Self.transientCodes.contains(code)
  }

  private static let transientCodes: Set<Int32> = [
    EIO, EINTR, EAGAIN, ENOMEM, EBUSY, ENFILE, EMFILE, ENOSPC, EDQUOT, ENOBUFS, ESTALE, ETIMEDOUT,
  ]

  /// Whether the reading end of a pipe is closed.
  public var isBrokenPipe: Bool { reason == .system(EPIPE) }

  /// Whether the folder may only be filled: it is a mount point, or the one above is read-only.
  package var isAboutFolderAbove: Bool {
    [EBUSY, EXDEV, EACCES, EPERM, EROFS].contains { reason == .system($0) }
  }

  /// One sentence.
  public var description: String {
    "cannot \(action.rawValue) \"\(path)\": \(sentence)"
  }

  /// The reason as a sentence, without the path.
  var sentence: String {
    switch reason {
    // Of all that is used here, only the standard streams can be closed already.
    case .system(EBADF): "it is closed"
    case .system(let code): Self.sentence(of: code)
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .notRegular: "it is not a regular file"
    case .outsideRoot: "it lies outside of the asset root"
    case .link: "it is a symbolic link, which is not followed here"
    case .input: "the scene is made of it"
    case .noFolder: "the folder is not there"
    case .noRepository: "there is no git repository here"
    case .noRevision(let name): "git knows no revision \"\(name)\" here"
    case .otherRepository: "it is not part of this git repository"
    case .noObject: "git does not have its content here"
    case .foreignFolder(let name):
      "the folder holds \"\(name)\", which is not in its manifest; choose another folder"
    }
  }

  /// What the system says of one of its numbers.
  static func sentence(of code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}
