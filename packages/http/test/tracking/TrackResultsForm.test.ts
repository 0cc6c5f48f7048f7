import { assert, describe, it } from "@effect/vitest"
import type { EasyShipment, TrackResults } from "@landfall/api/tracking/ShipmentsApi"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { parseShipmentReference } from "@landfall/core/tracking/references/ShipmentReference"
import { Effect, Result, Schema } from "effect"
import { rejectedResult, restoreTrackResults, storeTrackResults } from "../../src/tracking/TrackResultsForm.ts"

type Results = (typeof TrackResults.Type)["results"]
type Line = (typeof EasyShipment.Type)[string]["shipments"][number]

const WRONG = "MSKU7194305"
const REASON = Result.match(parseShipmentReference({ number: WRONG }), {
  onFailure: ({ message }) => message,
  onSuccess: () => ""
})

/** The outcome of each line of a request: the response to the first request. */
const Outcome = Schema.Literals(["accepted", "unpolled", "already_tracked", "rejected"])
const Outcomes = Schema.Array(Schema.Array(Outcome).check(Schema.isMaxLength(6))).check(Schema.isMaxLength(4))

const idOf = (endpoint: number, place: number) =>
  ShipmentId.make(`shp_01J${String(endpoint)}${String(place)}`.padEnd(30, "A"))

/** Lines that are rejected have a wrong check digit; the others differ in how they are written. */
const exchangeOf = (outcomes: typeof Outcomes.Type) => {
  const request: Record<string, { shipments: Array<Line> }> = {}
  const results: Array<Results[number]> = []
  for (const [endpoint, lines] of outcomes.entries()) {
    const endpointId = `ep_${endpoint}`
    const shipments: Array<Line> = []
    request[endpointId] = { shipments }
    for (const [place, outcome] of lines.entries()) {
      if (outcome === "rejected") {
        const line = { number: WRONG, sealine: place % 2 === 0 ? "MAEU" : null }
        shipments.push(line)
        results.push(rejectedResult(endpointId, line, REASON))
        continue
      }
      shipments.push({ number: "msku 719430-4" })
      results.push({
        endpointId,
        number: "MSKU7194304",
        sealine: place % 2 === 0 ? "MAEU" : null,
        type: place % 3 === 0 ? null : "CT",
        shipmentId: idOf(endpoint, place),
        status: outcome === "already_tracked" ? "already_tracked" : "accepted",
        ...(outcome === "unpolled" ? { warning: "no_source" as const } : {})
      })
    }
  }
  return { request, results: { results } }
}

describe("the stored form of the results of easy-shipment", () => {
  it.effect.prop(
    "gives the first results again, whatever the order in which the repeated request names endpoints",
    [Outcomes],
    ([outcomes]) =>
      Effect.gen(function* () {
        const { request, results } = exchangeOf(outcomes)
        const repeated = Object.fromEntries(Object.entries(request).reverse())
        assert.deepStrictEqual(yield* restoreTrackResults(storeTrackResults(results), repeated), results)
      })
  )

  it("stores rejected lines as their number, however many and long they are", () => {
    const reason = "x".repeat(10_000)
    const results = Array.from({ length: 9_900 }, () => rejectedResult("ep_1", { number: WRONG }, reason))
    assert.strictEqual(storeTrackResults({ results }), '[["ep_1",[9900]]]')
  })

  it("stores 60 bytes at most for each shipment", () => {
    const { results } = exchangeOf([Array.from({ length: 6 }, () => "unpolled" as const)])
    assert.isBelow(storeTrackResults(results).length, 6 * 60)
  })

  it.effect("restores responses that an earlier version stored whole", () =>
    Effect.gen(function* () {
      const { request, results } = exchangeOf([["accepted", "rejected"]])
      assert.deepStrictEqual(yield* restoreTrackResults(JSON.stringify(results), request), results)
    })
  )
})
