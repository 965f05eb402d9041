/// An output that was written.
public struct WrittenOutput: Hashable, Sendable {
  /// What was wanted.
  public let request: OutputRequest
  /// How many frames of the run it shows.
  public let frames: Int
  /// The width of a frame.
  public let widthPixels: Int
  /// The height of a frame.
  public let heightPixels: Int
  /// All its bytes, those of a folder's files together.
  public let bytes: Int
  /// From the first frame to the rename.
  public let seconds: Double
  /// How it came about; nil unless asked for.
  public internal(set) var report: OutputReport?
}
