internal import CHeap

extension [UInt8] {
  /// As many bytes as a frame has, in memory that the heap is told of; `write` says how many of them it
  /// has written from the first one on.
  public init(
    ofFrame count: Int,
    _ write: (_ target: UnsafeMutableBufferPointer<UInt8>, _ initialized: inout Int) -> Void
  ) {
    self = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      unsafe rt_reach(target.baseAddress, target.count)
      unsafe write(target, &initialized)
    }
  }
}
