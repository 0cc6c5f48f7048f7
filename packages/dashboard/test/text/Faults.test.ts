import { assert, describe, it } from "vitest"
import { faultSentence, lineFaultSentence } from "../../src/text/Faults.ts"

describe("a fault of a request", () => {
  it("names the field that a person has seen, and what was entered", () => {
    assert.strictEqual(
      faultSentence('$.number must end with the check digit 4 (ISO 6346), as MSKU7194304 does, got "MSKU7194305"'),
      'The number must end with the check digit 4 (ISO 6346), as MSKU7194304 does (entered: "MSKU7194305").'
    )
    assert.strictEqual(
      faultSentence(
        '$.requests[7].arrival.portCode must be the UN/LOCODE of a known port, got "XXXXX"; search for the port by its name'
      ),
      'The port of arrival must be the UN/LOCODE of a known port (entered: "XXXXX"); search for the port by its name.'
    )
    assert.strictEqual(
      faultSentence("$.metadata.x must be a string, got 5"),
      "The metadata must be a string (entered: 5)."
    )
  })

  it("repeats no name before a sentence that is complete", () => {
    assert.strictEqual(
      faultSentence("$.url: The host 10.0.0.1 is a private address. Use a URL that the public internet can reach."),
      "The host 10.0.0.1 is a private address. Use a URL that the public internet can reach."
    )
  })

  it("keeps the path of a value that no field is for, and a sentence without a path", () => {
    assert.strictEqual(faultSentence("$.other[0].deep is unknown"), "“other.deep” is unknown.")
    assert.strictEqual(faultSentence("$ must be an object"), "The request must be an object.")
    assert.strictEqual(faultSentence("The account has no key."), "The account has no key.")
  })
})

describe("a fault of a line of shipments", () => {
  it("names the field as people do, and repeats nothing of the number beside it", () => {
    assert.strictEqual(
      lineFaultSentence(
        'number must end with the check digit 4 (ISO 6346), as MSKU7194304 does, got "MSKU7194305".',
        "msku7194305"
      ),
      "The number must end with the check digit 4 (ISO 6346), as MSKU7194304 does."
    )
    assert.strictEqual(
      lineFaultSentence(
        'number must have 3 to 35 letters, got "<B>". sealine must be a carrier\'s code, got "1".',
        "<B>"
      ),
      "The number must have 3 to 35 letters. The carrier must be a carrier's code (entered: 1)."
    )
  })
})
