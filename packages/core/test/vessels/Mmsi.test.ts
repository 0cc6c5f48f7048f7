import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { isVesselMmsi, Mmsi, MmsiInteger } from "../../src/vessels/Mmsi.ts"

const NineDigits = Schema.String.check(Schema.isPattern(/^\d{9}$/u))

describe("MMSI", () => {
  it.prop(
    "is that of a vessel when its first digit is 2 to 7, as a string or as a number",
    [NineDigits],
    ([digits]) => {
      const isVessel = "234567".includes(digits.slice(0, 1))
      expect(Schema.is(Mmsi)(digits)).toBe(isVessel)
      expect(Schema.is(MmsiInteger)(Number(digits))).toBe(isVessel)
      expect(isVesselMmsi(Number(digits))).toBe(isVessel)
    }
  )

  it.prop(
    "has nine digits",
    [Mmsi, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 }))],
    ([mmsi, length]) => {
      expect(Schema.is(Mmsi)(mmsi.slice(0, length))).toBe(false)
      expect(Schema.is(Mmsi)(`${mmsi}0`)).toBe(false)
      expect(Schema.is(MmsiInteger)(Number(mmsi) + 0.5)).toBe(false)
      expect(isVesselMmsi(Number(mmsi) + 0.5)).toBe(false)
    }
  )
})
