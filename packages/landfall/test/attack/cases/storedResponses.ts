import { randomUUID } from "node:crypto"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"
import { describeStatuses, openAttack } from "../Attacker.ts"
import { begins } from "../AttackSpan.ts"
import type { AttackCase } from "../Stage.ts"

const LINES = 2_450
/** What one account may store within the time of a case, in MiB. */
const MAX_GROWTH_MEBIBYTES = 64
const MAX_PAUSE_MILLIS = 2_000
const EVENTS_OF_UNTRACKED = 2_000

const sizeOf = (folder: string): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith("landfall.db"))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) /
  1024 ** 2

export const storedResponses: AttackCase = {
  name: "stored-responses",
  title: "rejected lines with idempotency keys, and events of containers that nobody tracks",
  stores: ["sqlite"],
  run: async (stage) => {
    const { service, attacker, endpoint } = await openAttack(stage)
    const statuses: Record<string, number> = {}
    let received = 0
    const count = async (send: ReturnType<typeof attacker.send>) => {
      const { status, headers } = await send
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429) await sleep(Math.min(MAX_PAUSE_MILLIS, 1000 * Number(headers.get("retry-after"))))
    }
    const rejected = { [endpoint]: { shipments: Array.from({ length: LINES }, () => ({ number: "MSCU1234560" })) } }
    const before = sizeOf(service.folder)
    let serial = 0
    const untracked = () => {
      const voyage = transhipmentVoyage({
        container: containerOf(++serial, "MSKU"),
        booking: `U${serial}`,
        start: DateTime.nowUnsafe()
      })
      return voyage.flatMap(({ events }): ReadonlyArray<object> => events)
    }
    await stage.beside(service, async (span) => {
      for (let round = 0; begins(round, span); round++) {
        await count(
          attacker.send("POST", `${ALERTS_PREFIX}/easy-shipment`, rejected, { "idempotency-key": randomUUID() })
        )
        const events: Array<object> = []
        while (events.length < EVENTS_OF_UNTRACKED) events.push(...untracked())
        received += JSON.stringify(events).length
        await count(attacker.send("POST", `${ALERTS_PREFIX}/tracking/events`, events))
      }
    })
    const growth = sizeOf(service.folder) - before
    stage.note(`Responses: ${describeStatuses(statuses)}; ${Math.round(received / 1024 ** 2)} MiB of events sent.`)
    stage.note(`The database has grown by ${growth.toFixed(1)} MiB.`)
    stage.expect(
      growth <= MAX_GROWTH_MEBIBYTES,
      `The database has grown by ${growth.toFixed(0)} MiB; at most ${MAX_GROWTH_MEBIBYTES}.`
    )
  }
}
