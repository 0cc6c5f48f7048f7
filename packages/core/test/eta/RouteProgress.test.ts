import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { routeProgress, sailedRoute } from "../../src/eta/RouteProgress.ts"
import { NauticalMiles } from "../../src/geo/Distance.ts"
import { Latitude, Longitude } from "../../src/geo/Position.ts"
import type { SeaRoute } from "../../src/geo/SeaRouter.ts"

const at = (latitude: number, longitude: number) => ({
  latitude: Latitude.make(latitude),
  longitude: Longitude.make(longitude)
})

const routeOf = (lengthNm: number, ...coordinates: ReadonlyArray<readonly [number, number]>): SeaRoute => ({
  lengthNm: NauticalMiles.make(lengthNm),
  comparedNm: NauticalMiles.make(lengthNm),
  passages: [],
  legs: [],
  geometry: { type: "LineString", coordinates }
})

const OnTheWay = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 20 }))

/** Twenty degrees of the equator, about 1,200 nm. */
const equator = routeOf(1200, [0, 0], [5, 0], [10, 0], [15, 0], [20, 0])

describe("the progress on a route", () => {
  it("is the rest of the route, scaled to its length", () => {
    const { offRouteNm, remainingNm } = routeProgress(equator, at(0, 5))
    assert.closeTo(remainingNm, 900, 0.1)
    assert.closeTo(offRouteNm, 0, 0.1)
    assert.closeTo(routeProgress(equator, at(0, 0)).remainingNm, 1200, 0.1)
    assert.closeTo(routeProgress(equator, at(0, 20)).remainingNm, 0, 0.1)
  })

  it("adds the way back to the route from beside it", () => {
    const { offRouteNm, remainingNm } = routeProgress(equator, at(1, 5))
    assert.closeTo(offRouteNm, 60, 0.5)
    assert.closeTo(remainingNm, 900 + Math.hypot(300, 60) - 300, 0.5)
  })

  it("crosses the antimeridian", () => {
    const pacific: SeaRoute = {
      ...equator,
      geometry: {
        type: "MultiLineString",
        coordinates: [
          [
            [170, 0],
            [180, 0]
          ],
          [
            [-180, 0],
            [-170, 0]
          ]
        ]
      }
    }
    assert.closeTo(routeProgress(pacific, at(0, -175)).remainingNm, 300, 0.5)
    assert.closeTo(routeProgress(pacific, at(0, 175)).remainingNm, 900, 0.5)
  })

  it.prop("never grows on the way along the route", [OnTheWay, OnTheWay], ([one, other]) => {
    const [behind, ahead] = [Math.min(one, other), Math.max(one, other)]
    const remaining = (longitude: number) => routeProgress(equator, at(0, longitude)).remainingNm
    assert.isAtLeast(remaining(behind) + 1e-6, remaining(ahead))
  })

  it("takes the usual route unless the vessel is beside it and on another", () => {
    const south = routeOf(1500, [0, 0], [10, -10], [20, 0])
    const near = sailedRoute([equator, south], at(-0.5, 10))
    assert.strictEqual(near?.route, equator)
    assert.strictEqual(sailedRoute([equator, south], at(-9, 10))?.route, south)
    assert.isUndefined(sailedRoute([], at(0, 0)))
  })
})
