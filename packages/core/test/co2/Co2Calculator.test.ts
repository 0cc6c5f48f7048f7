import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Co2Calculator } from "../../src/co2/Co2Calculator.ts"
import { EmissionFactor, EmissionFactorStore } from "../../src/co2/lanes/EmissionFactor.ts"
import { describeFault } from "../../src/faults/Fault.ts"
import { NauticalMiles } from "../../src/geo/Distance.ts"
import { Gazetteer } from "../../src/geo/Gazetteer.ts"
import { PortNotFound } from "../../src/geo/Port.ts"
import { RouteImpossible, type RouteOptions, SeaRouter } from "../../src/geo/SeaRouter.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"
import { VesselRegistry } from "../../src/vessels/VesselRegistry.ts"
import { ports } from "./ports.ts"
import { vesselOf } from "./vesselArbitraries.ts"

/** A retired code, as an alias of ESALG. */
const ALIAS = "ESALX"

/** An inland port in the tests. */
const INLAND = "DEHAM"

const gazetteer = Layer.succeed(Gazetteer, {
  get: (code) => {
    const port = ports.find((one) => one.code === (code === ALIAS ? "ESALG" : code))
    return port === undefined
      ? Effect.fail(new PortNotFound({ code, suggestions: [Unlocode.make("NLRTM")] }))
      : Effect.succeed(port)
  },
  search: () => Effect.succeed([]),
  suggestCodes: () => Effect.succeed([]),
  all: Effect.succeed(ports),
  aliases: Effect.succeed(new Map([[ALIAS, "ESALG"]]))
})

const router = (requests: Array<RouteOptions>) =>
  Layer.succeed(SeaRouter, {
    route: (request) => {
      requests.push(request)
      if ([request.from, request.to].some((code): boolean => code === INLAND))
        return Effect.fail(new RouteImpossible({ from: request.from, to: request.to, reason: `${INLAND} is inland` }))
      return request.avoid?.includes("gibraltar") === true
        ? Effect.fail(new RouteImpossible({ from: request.from, to: request.to, reason: "every route uses gibraltar" }))
        : Effect.succeed({
            lengthNm: NauticalMiles.make(1700),
            comparedNm: NauticalMiles.make(1700),
            passages: [],
            legs: [],
            geometry: { type: "LineString" as const, coordinates: [] }
          })
    }
  })

const storedVessel = vesselOf({ mmsi: "228339600", grossTonnage: 178_228, teu: 17_859, lengthM: 399.2 })

const registry = Layer.succeed(VesselRegistry, {
  find: (identity) =>
    Effect.succeed(
      (identity._tag === "Imo" ? identity.imo === storedVessel.imo : identity.mmsi === storedVessel.mmsi)
        ? Option.some(storedVessel)
        : Option.none()
    ),
  save: () => Effect.void,
  count: Effect.succeed(1),
  listTyped: Effect.succeed([])
})

const own = Schema.decodeUnknownSync(EmissionFactor)({
  scope: "industry",
  name: "industry average",
  cargo: "dry",
  wtwGramsPerTeuKm: 60,
  edition: "Own 2024"
})

const withCo2 = <A, E>(
  body: (
    co2: Co2Calculator["Service"],
    requests: ReadonlyArray<RouteOptions>,
    factors: Array<EmissionFactor>
  ) => Effect.Effect<A, E>
) =>
  Effect.suspend(() => {
    const requests: Array<RouteOptions> = []
    const stored: Array<EmissionFactor> = []
    const factors = Layer.succeed(EmissionFactorStore, {
      list: Effect.sync(() => [...stored]),
      replace: () => Effect.void
    })
    return Effect.flatMap(Co2Calculator, (co2) => body(co2, requests, stored)).pipe(
      Effect.provide(Co2Calculator.layer.pipe(Layer.provide([gazetteer, router(requests), registry, factors])))
    )
  })

const voyage = {
  vessel: { imo: 9706906, speed: 13 },
  departure: { portCode: "FRLEH" },
  arrival: { portCode: " esbcn" }
}

const messages = (effect: ReturnType<Co2Calculator["Service"]["compute"]>) =>
  Effect.map(Effect.flip(effect), (error) =>
    error._tag === "Co2Rejected" ? error.faults.map((fault) => describeFault(fault)) : [error._tag]
  )

describe("Co2Calculator", () => {
  it.effect("computes a voyage, with the vessel found by either number and its dimensions passed to the router", () =>
    withCo2((co2, requests) =>
      Effect.gen(function* () {
        const byImo = yield* co2.compute(voyage)
        const byMmsi = yield* co2.compute({ ...voyage, vessel: { mmsi: 228339600, speed: 13 } })
        assert.deepStrictEqual(byImo.co2EmissionResult, byMmsi.co2EmissionResult)
        assert.isTrue(Option.isSome(byImo.co2EmissionResult.vesselMethodResult))
        assert.deepStrictEqual(
          [requests[0]?.vessel?.lengthM, requests[0]?.vessel?.beamM, requests[0]?.vessel?.draughtM],
          [399.2, 56, undefined]
        )
        assert.strictEqual(byImo.method.route.canalVessel, "sizeClass")
      })
    )
  )

  it.effect("applies a change of a vessel record within a second", () => {
    let learned = Option.none<typeof storedVessel>()
    const learning = Layer.succeed(VesselRegistry, {
      find: () => Effect.sync(() => learned),
      save: () => Effect.void,
      count: Effect.succeed(1),
      listTyped: Effect.succeed([])
    })
    const factors = Layer.succeed(EmissionFactorStore, { list: Effect.succeed([]), replace: () => Effect.void })
    return Effect.gen(function* () {
      const co2 = yield* Co2Calculator
      const isKnown = Effect.map(co2.compute(voyage), ({ co2EmissionResult }) =>
        Option.isSome(co2EmissionResult.vesselMethodResult)
      )
      assert.isFalse(yield* isKnown)
      learned = Option.some(storedVessel)
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* isKnown)
    }).pipe(Effect.provide(Co2Calculator.layer.pipe(Layer.provide([gazetteer, router([]), learning, factors]))))
  })

  it.effect("computes a voyage of an unknown vessel by the trade lane only", () =>
    withCo2((co2) =>
      Effect.gen(function* () {
        const { co2EmissionResult, method } = yield* co2.compute({ ...voyage, vessel: { imo: 9321483 } })
        assert.isTrue(Option.isNone(co2EmissionResult.vesselMethodResult))
        assert.isTrue(Option.isSome(co2EmissionResult.tradeLaneMethodResult.co2Wtw))
        assert.strictEqual(method.vessel.source, "unknown")
      })
    )
  )

  it.effect("reports every fault of a request together, including unknown ports, and requests no route", () =>
    withCo2((co2, requests) =>
      Effect.gen(function* () {
        const faults = yield* messages(
          co2.compute({
            vessel: { speed: 0 },
            departure: { portCode: "nlrtn" },
            arrival: { portCode: "XXXXX" },
            options: { cargo: "wet" }
          })
        )
        assert.deepStrictEqual(faults, [
          "$.vessel.speed must be more than 0 and at most 25 knots, got 0",
          "$.vessel must name the vessel by exactly one of imo and mmsi, and has neither",
          '$.options.cargo must be "dry" or "reefer", got "wet"',
          '$.departure.portCode must be the UN/LOCODE of a known port, got "NLRTN"; did you mean "NLRTM"?',
          '$.arrival.portCode must be the UN/LOCODE of a known port, got "XXXXX"; did you mean "NLRTM"?'
        ])
        assert.deepStrictEqual(requests, [])
      })
    )
  )

  it.effect("rejects any input that is not a request, without a defect", () =>
    withCo2((co2) =>
      Effect.gen(function* () {
        for (const input of [null, 5, "x", [], {}, { departure: null, arrival: [] }, JSON.parse('{"__proto__":{}}')]) {
          assert.isNotEmpty(yield* messages(co2.compute(input)))
        }
      })
    )
  )

  it.effect("rejects a voyage between two codes of one port", () =>
    withCo2((co2) =>
      Effect.gen(function* () {
        const faults = yield* messages(
          co2.compute({ ...voyage, departure: { portCode: "ESALG" }, arrival: { portCode: ALIAS } })
        )
        assert.deepStrictEqual(faults, [
          "$.arrival.portCode must be another port than the departure's: both codes are ESALG, ESALG"
        ])
      })
    )
  )

  it.effect("reports the port that no vessel reaches, with all other faults", () =>
    withCo2((co2) =>
      Effect.gen(function* () {
        const inland = { ...voyage, arrival: { portCode: INLAND } }
        const sentence = "$.arrival.portCode: DEHAM is inland"
        assert.deepStrictEqual(yield* messages(co2.compute(inland)), [sentence])
        assert.deepStrictEqual(
          yield* messages(
            co2.compute({ ...inland, vessel: { imo: 9706906, speed: 0 }, departure: { portCode: "XXXXX" } })
          ),
          [
            "$.vessel.speed must be more than 0 and at most 25 knots, got 0",
            '$.departure.portCode must be the UN/LOCODE of a known port, got "XXXXX"; did you mean "NLRTM"?',
            sentence
          ]
        )
      })
    )
  )

  it.effect("rejects options that no route satisfies, with the router's reason", () =>
    withCo2((co2) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* messages(co2.compute({ ...voyage, options: { avoid: ["gibraltar"] } })), [
          "$.options: no sea route from FRLEH to ESBCN: every route uses gibraltar"
        ])
      })
    )
  )

  it.effect("reports equal ports and options without a route together with faults of the form", () =>
    withCo2((co2) =>
      Effect.gen(function* () {
        const slow = { ...voyage, vessel: { imo: 9706906, speed: 0 } }
        const speed = "$.vessel.speed must be more than 0 and at most 25 knots, got 0"
        assert.deepStrictEqual(
          yield* messages(co2.compute({ ...slow, departure: { portCode: "ESALG" }, arrival: { portCode: ALIAS } })),
          [speed, "$.arrival.portCode must be another port than the departure's: both codes are ESALG, ESALG"]
        )
        assert.deepStrictEqual(yield* messages(co2.compute({ ...slow, options: { avoid: ["gibraltar"] } })), [
          speed,
          "$.options: no sea route from FRLEH to ESBCN: every route uses gibraltar"
        ])
        assert.deepStrictEqual(yield* messages(co2.compute({ ...slow, arrival: { portCode: "frleh" } })), [
          speed,
          '$.arrival.portCode must be another port than the departure\'s, got "frleh"'
        ])
      })
    )
  )

  it.effect("computes each voyage of a batch separately, with faults under its path", () =>
    withCo2((co2) =>
      Effect.gen(function* () {
        const results = yield* co2.computeBatch({
          requests: [voyage, { ...voyage, arrival: { portCode: "XXXXX" } }, voyage]
        })
        assert.deepStrictEqual(results.map(Result.isSuccess), [true, false, true])
        const [, second] = results
        if (second === undefined || Result.isSuccess(second)) return assert.fail("the second voyage was not rejected")
        assert.deepStrictEqual(
          second.failure.faults.map(({ path }) => path),
          [["requests", 1, "arrival", "portCode"]]
        )
      })
    )
  )

  it.effect("uses operator-supplied factors within a second of their import", () =>
    withCo2((co2, _, factors) =>
      Effect.gen(function* () {
        const edition = Effect.map(co2.compute(voyage), ({ method }) => method.tradeLane.edition)
        assert.strictEqual(yield* edition, "ADEME Base Carbone 2020, after GLEC 2019")
        factors.push(own)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* edition, "Own 2024")
      })
    )
  )
})
