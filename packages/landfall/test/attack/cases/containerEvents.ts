import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"
import { describeStatuses, openAttack, REGISTRATION_PATH, registrationOf } from "../Attacker.ts"
import type { AttackCase } from "../Stage.ts"

const CONTAINER = containerOf(900_001)
const EVENTS = 112_000
const PER_REQUEST = 8_000
const MAX_PAUSE_MILLIS = 2_000
/** The rate of the account lets that many events pass in about a minute. */
const MAX_ATTACK_MILLIS = 75_000
const DEEP_BYTES = 8_000_000

export const containerEvents: AttackCase = {
  name: "container-events",
  title: "112,000 events of one container, then one more, then a GET; a body of 8 MB of [",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, ids } = await openAttack(stage)
    const registered = await attacker.send("POST", REGISTRATION_PATH, registrationOf(ids, [{ number: CONTAINER }]))
    const shipment = registered.body.results[0].shipmentId
    const events = transhipmentVoyage({ container: CONTAINER, booking: "B1", start: DateTime.nowUnsafe() }).flatMap(
      (step): ReadonlyArray<object> => step.events
    )
    const statuses: Record<string, number> = {}
    const post = async (body: string) => {
      const response = await attacker.send("POST", `${ALERTS_PREFIX}/tracking/events`, body)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      return response
    }
    /** As many different events as fit, each a variation of one of the voyage. Made before anything is measured. */
    const perRequest = stage.size(PER_REQUEST, 500)
    const pages = Array.from({ length: stage.size(EVENTS, 1_000) / perRequest }, (_, page) =>
      JSON.stringify(
        Array.from({ length: perRequest }, (_, index) => {
          const n = page * perRequest + index
          return { ...events[n % events.length], eventID: `event-${n}`, variation: n }
        })
      )
    )
    let sent = 0
    await stage.beside(service, async () => {
      const until = performance.now() + MAX_ATTACK_MILLIS
      for (const page of pages) {
        if (performance.now() > until) break
        const { status, headers } = await post(page)
        sent += perRequest
        if (status === 429) await sleep(Math.min(MAX_PAUSE_MILLIS, 1000 * Number(headers.get("retry-after"))))
        else if (status !== 202) break
      }
      const before = performance.now()
      await post(JSON.stringify([{ ...events[0], eventID: "one-more" }]))
      const journey = await attacker.send("GET", `${ALERTS_PREFIX}/shipment/${shipment}/timeline`)
      stage.note(
        `One more event and the journey (${journey.status}) took ${Math.round(performance.now() - before)} ms.`
      )
      const deep = await post("[".repeat(DEEP_BYTES))
      stage.expect(deep.status >= 400 && deep.status < 500, `A body of [ returned ${deep.status}.`)
    })
    stage.note(`${sent} events sent: ${describeStatuses(statuses)}.`)
    stage.expect((statuses["202"] ?? 0) > 1, "No events were accepted: the case did not attack.")
  }
}
