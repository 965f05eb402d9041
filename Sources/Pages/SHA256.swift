/// SHA-256 (FIPS 180-4), by which a policy knows a script.
enum SHA256 {
  /// The 32 bytes for `message`.
  static func digest(of message: [UInt8]) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: (119 - message.count % 64) % 64)
    let padded = message + [0x80] + zeros + bytes(of: UInt64(message.count) * 8)
    var hash = start
    for block in stride(from: 0, to: padded.count, by: 64) {
      var words = stride(from: block, to: block + 64, by: 4).map { place in
        padded[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      var state = hash
      for (t, constant) in constants.enumerated() {
        if t > 15 {
          let (near, far) = (words[t - 2], words[t - 15])
          words.append(
            words[t - 16] &+ words[t - 7] &+ (turned(near, 17) ^ turned(near, 19) ^ near >> 10)
              &+ (turned(far, 7) ^ turned(far, 18) ^ far >> 3))
        }
        let (a, b, c, e, f, g) = (state[0], state[1], state[2], state[4], state[5], state[6])
        let first =
          state[7] &+ constant &+ words[t] &+ (e & f ^ ~e & g)
          &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25))
        let second =
          (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
        state.removeLast()
        state.insert(first &+ second, at: 0)
        state[4] &+= first
      }
      for i in hash.indices { hash[i] &+= state[i] }
    }
    return hash.flatMap(bytes)
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    stride(from: number.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
  }

  // Fractions of the roots of the first primes: square roots of 8, cube roots of 64.
  private static let start: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
