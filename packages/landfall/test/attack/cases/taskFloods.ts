import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { describeStatuses, openAttack, registrationOf, sendPatiently } from "../Attacker.ts"
import { FREE } from "../Service.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const SHIPMENTS = 20_000
const PER_REQUEST = 2_500
const ENDPOINTS = 40
const SINCE = { since: "2026-01-01T00:00:00Z" }

export const taskFloods: AttackCase = {
  name: "task-floods",
  title: "enrolments of 20,000 shipments on 40 endpoints, recoveries and replays, as many as are accepted",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const endpoints = stage.size(ENDPOINTS, 4)
    const { service, attacker, ids, endpoint } = await openAttack(stage, { endpoints, service: FREE })
    const shipments = stage.size(SHIPMENTS, 200)
    const perRequest = stage.size(PER_REQUEST, 200)
    for (let first = 0; first < shipments; first += perRequest) {
      const lines = Array.from({ length: perRequest }, (_, n) => ({ number: containerOf(first + n, "MSKU") }))
      await sendPatiently(attacker, "POST", "/easy-shipment", registrationOf([endpoint], lines))
    }
    const headers = { "api-key": attacker.key, "content-type": "application/json" }
    const requests = ids.flatMap((id) => {
      const to = (task: string, body: object) => ({
        method: "POST",
        path: `${ALERTS_PREFIX}/endpoint/${id}/${task}`,
        headers,
        body: JSON.stringify(body)
      })
      return [to("enrol-all", { future: true }), to("recover", SINCE), to("replay-missing", SINCE)]
    })
    await stage.beside(service, async (span) => {
      const flood = await runTraffic({ _tag: "Flood", url: service.url, requests, concurrency: 32 }, span)
      stage.note(`Responses: ${describeStatuses(flood.responses)}.`)
      stage.expect((flood.responses["202"] ?? 0) > 0, "No task was accepted.")
    })
  }
}
