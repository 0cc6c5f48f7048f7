import { assert, describe, it } from "@effect/vitest"
import { printableLines, printableText } from "../../src/terminal/PrintableText.ts"

describe("a text from outside", () => {
  it("is printed without what controls a terminal", () => {
    assert.strictEqual(printableText("a\u001b[31mb\u0007\u202ec\nd"), "a\uFFFD[31mb\uFFFD\uFFFDc\uFFFDd")
    assert.strictEqual(printableText("Tromsø, 釜山"), "Tromsø, 釜山")
  })

  it("retains its lines where it may have several", () => {
    assert.strictEqual(printableLines("The alerts differ:\n  a\u001b[2J"), "The alerts differ:\n  a\uFFFD[2J")
  })
})
