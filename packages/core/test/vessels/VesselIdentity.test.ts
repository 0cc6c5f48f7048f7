import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { Knots } from "../../src/vessels/Knots.ts"
import { Mmsi, MmsiInteger } from "../../src/vessels/Mmsi.ts"
import { identityOf } from "../../src/vessels/VesselIdentity.ts"
import { imoIntegers, imoNumbers } from "./vesselArbitraries.ts"

describe("identityOf", () => {
  it.prop(
    "gives an IMO number the same form from a string or a number",
    [imoNumbers, imoIntegers],
    ([text, number]) => {
      expect(identityOf({ imo: text })).toEqual({ _tag: "Imo", imo: text })
      expect(identityOf({ imo: number })).toEqual({ _tag: "Imo", imo: String(number) })
    }
  )

  it.prop("gives an MMSI the same form from a string or a number", [Mmsi, MmsiInteger], ([text, number]) => {
    expect(identityOf({ mmsi: text })).toEqual({ _tag: "Mmsi", mmsi: text })
    expect(identityOf({ mmsi: number })).toEqual({ _tag: "Mmsi", mmsi: String(number) })
  })
})

describe("Knots", () => {
  it.prop("is any finite speed that is not negative", [Schema.Number], ([speed]) => {
    expect(Schema.is(Knots)(speed)).toBe(Number.isFinite(speed) && speed >= 0)
  })
})
