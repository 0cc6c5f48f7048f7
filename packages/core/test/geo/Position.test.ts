import { describe, expect, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { Latitude, Longitude, Position, positionOf } from "../../src/geo/Position.ts"

const Degrees = Schema.Finite.check(Schema.isBetween({ minimum: -400, maximum: 400 }))

describe("Position", () => {
  it.prop("has a latitude from -90 to 90 and a longitude from -180 to 180", [Degrees], ([degrees]) => {
    expect(Schema.is(Latitude)(degrees)).toBe(Math.abs(degrees) <= 90)
    expect(Schema.is(Longitude)(degrees)).toBe(Math.abs(degrees) <= 180)
  })

  it("accepts the ends of the ranges, and rejects NaN and the values 91 and 181 of AIS", () => {
    for (const degrees of [-90, 0, 90]) expect(Schema.is(Latitude)(degrees)).toBe(true)
    for (const degrees of [-180, 0, 180]) expect(Schema.is(Longitude)(degrees)).toBe(true)
    for (const degrees of [91, 90.000001, Number.NaN]) expect(Schema.is(Latitude)(degrees)).toBe(false)
    for (const degrees of [181, 180.000001, Number.POSITIVE_INFINITY]) expect(Schema.is(Longitude)(degrees)).toBe(false)
  })

  it.prop("is made from two numbers by the same rules", [Degrees, Degrees], ([latitude, longitude]) => {
    const position = { latitude, longitude }
    expect(positionOf(latitude, longitude)).toEqual(
      Schema.is(Position)(position) ? Option.some(position) : Option.none()
    )
  })

  it("cannot be made from values that are not numbers", () => {
    expect(positionOf(Number.NaN, 4)).toEqual(Option.none())
    expect(positionOf(52, Number.NaN)).toEqual(Option.none())
  })
})
