import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  ContainerNumber,
  checkDigit,
  containerFault,
  DEMO_CONTAINER,
  hasContainerForm,
  isDemoContainer,
  normaliseNumber
} from "../../../src/tracking/references/ContainerNumber.ts"

const isContainerNumber = Schema.is(ContainerNumber)

/** An owner, a category and a serial number, without check digit. */
const Unchecked = Schema.String.pipe(Schema.check(Schema.isPattern(/^[A-Z]{3}[UJZ][0-9]{6}$/)))

describe("checkDigit (ISO 6346)", () => {
  it("matches numbers of real containers", () => {
    for (const number of ["CSQU3054383", "MSKU1234565", "FFAU7094447", "APZU4812090", "TCLU4265726"]) {
      assert.strictEqual(checkDigit(number), Number(number.at(-1)), number)
    }
  })

  it("is 0 where the remainder is 10", () => {
    assert.strictEqual(checkDigit("APZU481209"), 0)
    assert.isTrue(isContainerNumber("APZU4812090"))
  })

  it.prop(
    "completes any owner and serial number to a container number; no other digit does",
    [Unchecked],
    ([start]) => {
      const right = checkDigit(start)
      for (let digit = 0; digit < 10; digit++) {
        assert.strictEqual(isContainerNumber(`${start}${digit}`), digit === right)
      }
    }
  )

  it.prop("detects any single wrong digit, except where two remainders share a check digit", [Unchecked], ([start]) => {
    const number = `${start}${checkDigit(start)}`
    const slips = Array.from({ length: 6 }, (_, place) => {
      const wrong = (Number(number[4 + place]) + 1) % 10
      return `${number.slice(0, 4 + place)}${wrong}${number.slice(5 + place)}`
    })
    for (const slip of slips) {
      if (slip.at(-1) !== "0") assert.isFalse(isContainerNumber(slip), slip)
    }
  })
})

describe("the fault of a container number", () => {
  it("states the correct check digit", () => {
    assert.strictEqual(containerFault("CSQU3054384"), "must end with the check digit 3 (ISO 6346), as CSQU3054383 does")
  })

  it("states the missing check digit", () => {
    assert.strictEqual(containerFault("CSQU305438"), "must end with the check digit 3 (ISO 6346), as CSQU3054383 does")
  })

  it("states an invalid fourth letter", () => {
    assert.strictEqual(containerFault("CSQA3054383"), "must have U, J or Z as its fourth letter, not A")
  })

  it("states the format for any other text", () => {
    for (const text of ["", "CSQU", "12345678901", "CSQU30543833"]) {
      assert.include(containerFault(text), "must be a container number")
    }
  })

  it("contains only valid example numbers", () => {
    assert.isTrue(isContainerNumber("MSCU1234566"))
  })
})

it("normaliseNumber ignores blanks, dashes, dots and letter case", () => {
  for (const text of ["csqu 305438-3", " CSQU305438.3 ", "CSQU‑305438–3", "CSQU\t305438 3"]) {
    assert.strictEqual(normaliseNumber(text), "CSQU3054383")
  }
})

it("the demo number has the form of a container number but a wrong check digit", () => {
  assert.isTrue(isDemoContainer(DEMO_CONTAINER))
  assert.isTrue(hasContainerForm(DEMO_CONTAINER))
  assert.isFalse(isContainerNumber(DEMO_CONTAINER))
})
