import { assert, describe, it } from "@effect/vitest"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect } from "effect"
import { layer } from "../src/NetworkSeaRouter.ts"

const rotterdam = Unlocode.make("NLRTM")
const singapore = Unlocode.make("SGSIN")

describe("a route", () => {
  it.effect("has consecutive legs that add up to its length", () =>
    Effect.gen(function* () {
      const router = yield* SeaRouter
      const route = yield* router.route({ from: rotterdam, to: singapore })
      assert.approximately(
        route.legs.reduce((sum, leg) => sum + leg.lengthNm, 0),
        route.lengthNm,
        0.05
      )
      assert.strictEqual(route.legs[0]?.from, "NLRTM")
      assert.strictEqual(route.legs.at(-1)?.to, "SGSIN")
      route.legs.forEach((leg, i) => {
        if (i > 0) assert.strictEqual(leg.from, route.legs[i - 1]?.to)
      })
      assert.include(
        route.legs.map(({ to }) => to),
        "Suez Canal"
      )
      assert.strictEqual(route.geometry.type, "LineString")
    }).pipe(Effect.provide(layer))
  )

  it.effect("includes every property in JSON", () =>
    Effect.gen(function* () {
      const router = yield* SeaRouter
      const route = yield* router.route({ from: rotterdam, to: singapore })
      const { comparedNm, geometry, legs, lengthNm, passages } = route
      assert.deepStrictEqual(JSON.parse(JSON.stringify(route)), {
        lengthNm,
        comparedNm,
        passages,
        legs,
        geometry
      })
    }).pipe(Effect.provide(layer))
  )

  it.effect("to an unknown port fails with similar codes", () =>
    Effect.gen(function* () {
      const router = yield* SeaRouter
      const error = yield* Effect.flip(router.route({ from: rotterdam, to: Unlocode.make("SGSIM") }))
      assert.strictEqual(error._tag, "PortNotFound")
      assert.match(error.message, /SGSIN/)
    }).pipe(Effect.provide(layer))
  )

  it.effect("to an inland port fails with its name", () =>
    Effect.gen(function* () {
      const router = yield* SeaRouter
      const error = yield* Effect.flip(router.route({ from: rotterdam, to: Unlocode.make("HUBUD") }))
      assert.match(error.message, /HUBUD \(Budapest\) is inland: no sea-going vessel reaches it/)
    }).pipe(Effect.provide(layer))
  )

  it.effect("between two inland ports names both, and one of them once", () =>
    Effect.gen(function* () {
      const router = yield* SeaRouter
      const [budapest, albany] = [Unlocode.make("HUBUD"), Unlocode.make("USRAJ")]
      const between = yield* Effect.flip(router.route({ from: budapest, to: albany }))
      assert.match(between.message, /HUBUD \(Budapest\) is inland.*USRAJ \(Rotterdam\) is inland/)
      const alone = yield* Effect.flip(router.route({ from: budapest, to: budapest }))
      assert.lengthOf(alone.message.split("is inland"), 2)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that must avoid its only passage fails with the reason", () =>
    Effect.gen(function* () {
      const router = yield* SeaRouter
      const error = yield* Effect.flip(router.route({ from: rotterdam, to: Unlocode.make("AEJEA"), avoid: ["hormuz"] }))
      assert.strictEqual(
        error.message,
        "no sea route from NLRTM to AEJEA: the options rule out every route; the route must avoid hormuz"
      )
    }).pipe(Effect.provide(layer))
  )
})
