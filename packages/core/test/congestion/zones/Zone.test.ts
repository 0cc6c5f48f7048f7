import { describe, expect, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { ringFault } from "../../../src/congestion/zones/internal/Ring.ts"
import { Zone, zoneTitle } from "../../../src/congestion/zones/Zone.ts"
import { circle, polygon, SQUARE, zone } from "../zones.ts"

describe("a ring", () => {
  it.prop(
    "of corners on a circle is valid, and invalid once two of them are swapped",
    {
      corners: Schema.Int.check(Schema.isBetween({ minimum: 4, maximum: 40 })),
      first: Schema.Natural,
      second: Schema.Natural
    },
    ({ corners, first, second }) => {
      const open = Array.from({ length: corners }, (_, n): readonly [number, number] => [
        10 + Math.cos((2 * Math.PI * n) / corners),
        50 + Math.sin((2 * Math.PI * n) / corners)
      ])
      const closed = (ring: typeof open) => [...ring, ...ring.slice(0, 1)]
      expect(ringFault(closed(open))).toBeUndefined()
      const [a, b] = [first % corners, second % corners]
      const [left, right] = [open[a], open[b]]
      if (left === undefined || right === undefined || a === b) return
      const swapped = open.with(a, right).with(b, left)
      // Swapping opposite corners of a square only reverses its direction.
      if (corners === 4 && Math.abs(a - b) === 2) expect(ringFault(closed(swapped))).toBeUndefined()
      else expect(ringFault(closed(swapped))).toContain("must not cross or touch itself")
    }
  )

  it("that crosses itself is rejected with the sides that cross", () => {
    expect(ringFault([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]])).toBe(
      "must not cross or touch itself: the side (4, 51) to (5, 52) meets the side (5, 51) to (4, 52); draw it again, or as several zones"
    )
  })

  it("that turns back on itself, touches itself or repeats a corner is rejected", () => {
    expect(
      ringFault([
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
        [0, 0]
      ])
    ).toContain("must not cross or touch itself")
    expect(
      ringFault([
        [0, 0],
        [4, 0],
        [4, 4],
        [2, 0],
        [0, 4],
        [0, 0]
      ])
    ).toContain("must not cross or touch itself")
    expect(
      ringFault([
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 1],
        [0, 0]
      ])
    ).toContain("must not repeat the corner (1, 0) twice")
    expect(
      ringFault([
        [0, 0],
        [2, 0],
        [1, 0],
        [0, 0]
      ])
    ).toContain("must not cross or touch itself")
  })

  it("must be closed, and no wider than half the world", () => {
    expect(ringFault(SQUARE.slice(0, 4))).toBe("must be closed: its last corner must equal its first")
    expect(
      ringFault([
        [-179, 0],
        [179, 0],
        [179, 1],
        [-179, 0]
      ])
    ).toContain("cut it at the antimeridian into two zones")
  })
})

describe("a zone", () => {
  const decode = Schema.decodeUnknownResult(Schema.toType(Zone))

  it("belongs to one port, and only an anchorage to several", () => {
    const shape = circle(51.9, 4, 3)
    expect(Result.isSuccess(decode(zone("ANCHORAGE", ["NLRTM", "BEANR"], shape)))).toBe(true)
    for (const kind of ["BERTH", "PORT_AREA"] as const) {
      const rejected = decode(zone(kind, ["NLRTM", "BEANR"], shape))
      expect(Result.isFailure(rejected) && rejected.failure.message).toContain("only an anchorage may be shared")
    }
    expect(Result.isFailure(decode(zone("ANCHORAGE", [], shape)))).toBe(true)
    expect(Result.isFailure(decode(zone("ANCHORAGE", ["NLRTM", "NLRTM"], shape)))).toBe(true)
  })

  it("has its name as title, else its id", () => {
    const berth = zone("BERTH", "NLRTM", polygon([4, 51], [5, 51], [5, 52]))
    expect(zoneTitle(berth)).toBe("NLRTM BERTH")
    expect(zoneTitle({ ...berth, name: Option.some("Amazonehaven") })).toBe("Amazonehaven")
  })
})
