import { assert, describe, it } from "@effect/vitest"
import { DAY_MILLIS, HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import { journeyStatusOf, nextPoll } from "../../../src/tracking/polling/NextPoll.ts"
import { arrives, departs, directVoyage, discharges, gatesOut, journeyOf, loads, on } from "../fixtures.ts"

const delivered = [
  loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS" }),
  departs({ port: "CNSHA", date: "01-11", vessel: "ATLAS" }),
  arrives({ port: "NLRTM", date: "02-09", vessel: "ATLAS" }),
  discharges({ port: "NLRTM", date: "02-10", vessel: "ATLAS" }),
  gatesOut({ port: "NLRTM", date: "02-12", received: "02-12" })
]

const pollsUntil = (events: typeof delivered, from: Instant, days: number) => {
  const state = {
    status: "tracking",
    last: { _tag: "Responded" },
    journey: journeyStatusOf([journeyOf(events)])
  } as const
  const waits: Array<number> = []
  let now = from
  while (now < from + days * DAY_MILLIS) {
    const next = nextPoll(state, now, 0.5)
    if (next._tag === "Stop") return { waits, reason: next.reason }
    waits.push((next.at - now) / HOUR_MILLIS)
    now = Instant.make(next.at)
  }
  return { waits, reason: undefined }
}

describe("after the delivery of a container that is not returned", () => {
  it("its polls become rare, and end after 60 days", () => {
    const { waits, reason } = pollsUntil(delivered, on("02-12"), 91)
    assert.strictEqual(reason, "delivered")
    assert.deepStrictEqual([...new Set(waits)], [6, 24, 168])
    assert.strictEqual(waits.length, 12 + 11 + 7)
  })

  it("a planned date ahead is awaited first", () => {
    const planned = arrives({ port: "DEDUI", date: "02-20", mode: "BARGE", is: "PLN", container: "MSKU1234565" })
    const { waits } = pollsUntil([...delivered, planned], on("02-19T12:00"), 1)
    assert.strictEqual(waits[0], 1)
  })

  it("a container at sea, or on the quay, is polled as before", () => {
    assert.isUndefined(journeyStatusOf([journeyOf(delivered.slice(0, 4))]).deliveredAt)
    assert.isUndefined(journeyStatusOf([journeyOf(directVoyage())]).deliveredAt)
  })
})
