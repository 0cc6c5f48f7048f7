import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { parseShipType } from "../../../src/ais/messages/CsvPhrases.ts"

const typeOf = (text: string) => Option.getOrNull(parseShipType(text))

describe("the ship type of a row", () => {
  it("is the AIS code of a Coast Guard type, 1001 to 1025", () => {
    expect(["1004", "1024", "1025", "1012", "1019", "1001"].map(typeOf)).toEqual([70, 80, 52, 60, 37, 30])
    expect(["1003", "1016", "1017", "1023", "1010", "1024.0"].map(typeOf)).toEqual([70, 70, 80, 52, 90, 80])
  })

  it("is unknown for a Coast Guard type that is not a vessel, and for other numbers above 99", () => {
    expect(["1008", "1009", "1021", "1000", "1026", "100", "0", "9999"].map(typeOf)).toEqual(Array(8).fill(null))
  })

  it("is the AIS code itself, or that of a phrase", () => {
    expect(["70", "89", "Tanker", "cargo", ""].map(typeOf)).toEqual([70, 89, 80, 70, null])
  })
})
