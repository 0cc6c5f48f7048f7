import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { describeStatuses, openAttack, registrationOf, sendPatiently } from "../Attacker.ts"
import { FREE } from "../Service.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const SHIPMENTS = 40_000
const PER_REQUEST = 2_500
const CONCURRENCY = 64

export const searches: AttackCase = {
  name: "searches",
  title: "searches for nothing among 40,000 shipments, and for the first of an endpoint with all of them",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, endpoint } = await openAttack(stage, { service: FREE })
    const shipments = stage.size(SHIPMENTS, 3_000)
    const perRequest = stage.size(PER_REQUEST, 1_500)
    for (let first = 0; first < shipments; first += perRequest) {
      const lines = Array.from({ length: perRequest }, (_, n) => ({ number: containerOf(first + n, "MSKU") }))
      const { status } = await sendPatiently(attacker, "POST", "/easy-shipment", registrationOf([endpoint], lines))
      stage.expect(status === 202, `The shipments were not registered: ${status}.`)
    }
    const headers = { "api-key": attacker.key }
    const requests = ["search=nothing-has-this&limit=1", `endpointId=${endpoint}&limit=1`, "number=MSKU0000008"].map(
      (query) => ({ method: "GET", path: `${ALERTS_PREFIX}/shipment?${query}`, headers })
    )
    await stage.beside(service, async (span) => {
      const flood = await runTraffic({ _tag: "Flood", url: service.url, requests, concurrency: CONCURRENCY }, span)
      stage.note(`Responses: ${describeStatuses(flood.responses)}.`)
      stage.expect((flood.responses["200"] ?? 0) > 0, "No search succeeded.")
    })
  }
}
