import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { describeStatuses, openAttack, REGISTRATION_PATH, registrationOf, sendPatiently } from "../Attacker.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const SHIPMENTS = 1_000
const CONCURRENCY = 400
/** Lists of the longest page, and other reads that take the server longer than most. */
const READS = [
  "shipment?limit=250",
  "message?limit=250",
  "endpoint/{id}/attempts?limit=250",
  "endpoint/{id}/stats",
  "event-types",
  "sealines"
]

export const floodedLists: AttackCase = {
  name: "flooded-lists",
  title: "400 lists of 250 shipments, messages and attempts at the same time, with one key, again and again",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, endpoint } = await openAttack(stage)
    const shipments = stage.size(SHIPMENTS, 200)
    for (let first = 0; first < shipments; first += shipments / 4) {
      const lines = Array.from({ length: shipments / 4 }, (_, n) => ({ number: containerOf(50_000 + first + n) }))
      const registered = await sendPatiently(
        attacker,
        "POST",
        REGISTRATION_PATH.slice(ALERTS_PREFIX.length),
        registrationOf([endpoint], lines)
      )
      stage.expect(registered.status === 202, `The shipments were not registered: ${registered.status}.`)
    }
    const requests = READS.map((path) => ({
      method: "GET",
      path: `${ALERTS_PREFIX}/${path.replace("{id}", endpoint)}`,
      headers: { "api-key": attacker.key }
    }))
    await stage.beside(service, async (span) => {
      const flood = await runTraffic(
        { _tag: "Flood", url: service.url, requests, concurrency: stage.size(CONCURRENCY, 48) },
        span
      )
      stage.note(`Responses to the flood: ${describeStatuses(flood.responses)}.`)
      stage.expect((flood.responses["200"] ?? 0) > 0, "No list of the flood succeeded.")
    })
  }
}
