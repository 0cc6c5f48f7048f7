import { assert, describe, it } from "vitest"
import { daysAndHours, decimal, percent, signed } from "../../src/text/Numbers.ts"

describe("numbers in text", () => {
  it("have a sign of their own when they are differences, and none when they round to 0", () => {
    assert.deepStrictEqual(
      [27.14, -15.4, 0, -0.04].map((value) => signed(value, 1)),
      [`+${decimal(27.1, 1)}`, `−${decimal(15.4, 1)}`, decimal(0, 1), decimal(0, 1)]
    )
  })

  it("round a share to a whole percentage unless decimals are requested", () => {
    assert.match(percent(0.766), /^77\s?%$/)
    assert.match(percent(0.999, 1), /^99[.,]9\s?%$/)
  })

  it("give hours below a day with one decimal, and days with hours from there", () => {
    assert.deepStrictEqual([0, 15.52, 24, 40, 52.4, -30].map(daysAndHours), [
      "0 h",
      `${decimal(15.5, 1)} h`,
      "1 d",
      "1 d 16 h",
      "2 d 4 h",
      "−1 d 6 h"
    ])
  })
})
