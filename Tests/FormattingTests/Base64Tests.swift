import Formatting
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test(
    "three bytes become four letters, and the end is filled up",
    arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func text(_ row: (plain: String, text: String)) {
    #expect(Base64.text(Array(row.plain.utf8)) == row.text)
    #expect(Base64.bytes(row.text.utf8) == Array(row.plain.utf8))
  }

  @Test("all letters are used")
  func letters() {
    #expect(Base64.text([0xfb, 0xef, 0xff]) == "++//")
  }

  @Test(
    "lines and a missing end are read, anything else is no Base64",
    arguments: [
      ("Zm9v\r\n YmE=", "fooba"), ("Zm9vYg", "foob"), ("Zm9vY", nil), ("Zm9=v", nil), ("Zm9*", nil),
    ])
  func bytes(_ row: (text: String, plain: String?)) {
    #expect(Base64.bytes(row.text.utf8) == row.plain.map { Array($0.utf8) })
  }
}
