import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  greatCircleDistance,
  Kilometres,
  NauticalMiles,
  toKilometres,
  toNauticalMiles
} from "../../src/geo/Distance.ts"
import { Latitude, Longitude, Position } from "../../src/geo/Position.ts"

const at = (latitude: number, longitude: number): Position => ({
  latitude: Latitude.make(latitude),
  longitude: Longitude.make(longitude)
})

/** Half the mean great circle: π × 6371.0088 km ÷ 1.852. */
const HALF_ROUND = 10_807.297

const Length = NauticalMiles.check(Schema.isLessThanOrEqualTo(1e9))

describe("NauticalMiles and Kilometres", () => {
  it("are 1.852 to 1", () => {
    expect(toKilometres(NauticalMiles.make(1))).toBe(1.852)
    expect(toKilometres(NauticalMiles.make(1000))).toBe(1852)
    expect(toNauticalMiles(Kilometres.make(1852))).toBe(1000)
  })

  it.prop("convert in both directions without loss", [Length], ([length]) => {
    expect(toNauticalMiles(toKilometres(length))).toBeCloseTo(length, 5)
    expect(toKilometres(length)).toBeGreaterThanOrEqual(length)
  })

  it.prop("are never negative and always finite", [Schema.Number], ([length]) => {
    expect(Schema.is(NauticalMiles)(length)).toBe(Number.isFinite(length) && length >= 0)
    expect(Schema.is(Kilometres)(length)).toBe(Number.isFinite(length) && length >= 0)
  })
})

describe("greatCircleDistance", () => {
  it("gives the same length to a degree of a meridian and of the equator", () => {
    expect(greatCircleDistance(at(0, 0), at(1, 0))).toBeCloseTo(60.0405, 4)
    expect(greatCircleDistance(at(0, 0), at(0, 1))).toBeCloseTo(60.0405, 4)
  })

  it("is valid across the antimeridian, across a pole, and between antipodes", () => {
    expect(greatCircleDistance(at(0, 179.5), at(0, -179.5))).toBeCloseTo(60.0405, 4)
    expect(greatCircleDistance(at(89.5, 0), at(89.5, 180))).toBeCloseTo(60.0405, 4)
    expect(greatCircleDistance(at(90, 0), at(-90, 0))).toBeCloseTo(HALF_ROUND, 3)
    expect(greatCircleDistance(at(37.5, 20), at(-37.5, -160))).toBeCloseTo(HALF_ROUND, 3)
  })

  it("agrees with a published example: Nashville to Los Angeles, 36.12 N 86.67 W to 33.94 N 118.40 W", () => {
    // 2886.45 km on a radius of 6371 km, rounded; our radius is 0.0088 km longer.
    expect(toKilometres(greatCircleDistance(at(36.12, -86.67), at(33.94, -118.4)))).toBeCloseTo(2886.45, 1)
  })

  it.prop("is symmetric, and 0 from a position to itself", [Position, Position], ([from, to]) => {
    expect(greatCircleDistance(from, to)).toBe(greatCircleDistance(to, from))
    expect(greatCircleDistance(from, from)).toBe(0)
  })

  it.prop("is at most half the great circle", [Position, Position], ([from, to]) => {
    const distance = greatCircleDistance(from, to)
    expect(distance).toBeGreaterThanOrEqual(0)
    expect(distance).toBeLessThanOrEqual(HALF_ROUND + 0.001)
  })

  it.prop("satisfies the triangle inequality", [Position, Position, Position], ([from, over, to]) => {
    expect(greatCircleDistance(from, to)).toBeLessThanOrEqual(
      greatCircleDistance(from, over) + greatCircleDistance(over, to) + 1e-3
    )
  })

  it.prop(
    "does not change when both positions are rotated around the axis",
    [Position, Position, Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 }))],
    ([from, to, turn]) => {
      const turned = ({ latitude, longitude }: Position) =>
        at(latitude, ((((longitude + turn + 180) % 360) + 360) % 360) - 180)
      expect(Math.abs(greatCircleDistance(turned(from), turned(to)) - greatCircleDistance(from, to))).toBeLessThan(1e-2)
    }
  )
})
