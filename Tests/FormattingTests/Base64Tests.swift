import Formatting
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test(
    "three bytes become four letters, and the end is filled up",
    arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func text(_ row: (plain: String, text: String)) {
    #expect(Base64.text(Array(row.plain.utf8)) == row.text)
  }

  @Test("all letters are used")
  func letters() {
    #expect(Base64.text([0xfb, 0xef, 0xff]) == "++//")
  }
}
