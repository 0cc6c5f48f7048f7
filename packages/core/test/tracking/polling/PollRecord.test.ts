import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { DAY_MILLIS, HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
import {
  addUsage,
  carrierQueueOf,
  noUsage,
  usageOfClaim,
  usageOfPoll,
  usedToday
} from "../../../src/tracking/polling/CarrierUsage.ts"
import type { PollPlan } from "../../../src/tracking/polling/PollPlan.ts"
import {
  enrolPoll,
  isRestartedBy,
  leasePoll,
  newPoll,
  type PollRecord,
  pollAfterStatusChange,
  pollEvidenceOf,
  pollProgressOf,
  pollStatusOf,
  recordPoll,
  releasePoll,
  restartPoll
} from "../../../src/tracking/polling/PollRecord.ts"
import { Scac } from "../../../src/tracking/references/Sealine.ts"
import { CONTAINER, on } from "../fixtures.ts"

const HLCU = Scac.make("HLCU")
const ONEY = Scac.make("ONEY")
const now = on("01-25")
const query = { scac: HLCU, number: CONTAINER, kind: "CT" } as const
const enrolled: PollRecord = { ...newPoll(now), ...enrolPoll([query, { ...query, scac: ONEY }], now) }
const plan: PollPlan = {
  progress: {
    query,
    matched: true,
    tried: 0,
    last: { _tag: "Responded" },
    lastResponseAt: Option.some(now),
    restartedAt: Option.none()
  },
  next: { _tag: "Poll", at: on("01-26"), reason: "at_sea" },
  error: Option.none()
}
const statusOf = (record: PollRecord) =>
  pollStatusOf({ ...record, carrier: Option.map(record.query, ({ scac }) => scac) })

describe("the polls of a shipment", () => {
  it("are due immediately with the first query, or searched for again after a day", () => {
    assert.deepStrictEqual(newPoll(now).dueAt, Option.some(now))
    assert.deepStrictEqual([enrolled.query, enrolled.dueAt], [Option.some(query), Option.some(now)])
    assert.deepStrictEqual(enrolPoll([], now), {
      query: Option.none(),
      dueAt: Option.some(Instant.make(now + DAY_MILLIS))
    })
  })

  it("are due again when their lease expires", () => {
    assert.deepStrictEqual(leasePoll("token", now, HOUR_MILLIS), {
      leaseToken: Option.some("token"),
      dueAt: Option.some(Instant.make(now + HOUR_MILLIS))
    })
  })

  it("are due by their plan after a poll, or never", () => {
    const recorded = recordPoll(plan, now)
    assert.deepStrictEqual(recorded.dueAt, Option.some(on("01-26")))
    assert.deepStrictEqual([recorded.leaseToken, recorded.lastPolledAt], [Option.none(), Option.some(now)])
    assert.deepStrictEqual(Option.getOrThrow(pollProgressOf(recorded)), plan.progress)
    const last = recordPoll({ ...plan, next: { _tag: "Stop", reason: "completed" } }, now)
    assert.deepStrictEqual([last.dueAt, last.reason], [Option.none(), Option.some("completed")])
  })

  it("end when the shipment is no longer tracked, start when it is again, and lose their lease either way", () => {
    for (const status of ["completed", "stopped"] as const) {
      assert.deepStrictEqual(pollAfterStatusChange(status, now), { dueAt: Option.none(), leaseToken: Option.none() })
    }
    assert.deepStrictEqual(pollAfterStatusChange("tracking", now).dueAt, Option.some(now))
  })

  it("search for another carrier once their carrier is no longer configured, and retain the time of its last response", () => {
    const released: PollRecord = { ...recordPoll(plan, now), ...releasePoll(HLCU, on("01-27")) }
    assert.deepStrictEqual(
      [released.query, released.matched, released.dueAt, released.lastResponseAt],
      [Option.none(), false, Option.some(on("01-27")), Option.some(now)]
    )
    assert.deepStrictEqual(pollEvidenceOf(released), { lastPoll: { _tag: "NoSource" }, lastResponseAt: now })
    assert.deepStrictEqual(statusOf(released), {
      carrier: Option.none(),
      lastPolledAt: Option.some(now),
      nextPollAt: Option.none(),
      lastError: Option.some("HLCU was polled before and is no longer configured.")
    })
  })

  it("restart after a failure when the profile or a key of their carrier changes", () => {
    const last = { _tag: "Unauthorised", failures: 4 } as const
    const failed = recordPoll(
      { ...plan, progress: { ...plan.progress, last }, error: Option.some("HLCU responded with status 401.") },
      now
    )
    const ofCarrier = { sealine: Option.some(HLCU) }
    assert.isTrue(isRestartedBy(HLCU, failed, ofCarrier, now))
    assert.isFalse(isRestartedBy(ONEY, failed, ofCarrier, now))
    assert.isFalse(isRestartedBy(HLCU, recordPoll(plan, now), ofCarrier, now), "its last poll succeeded")
    assert.isFalse(isRestartedBy(HLCU, failed, ofCarrier, on("01-26")), "it is due anyway")
    const restarted = { ...failed, ...restartPoll(failed, on("01-25T01:00")) }
    assert.deepStrictEqual(
      [restarted.dueAt, restarted.last, restarted.matched],
      [Option.some(on("01-25T01:00")), { _tag: "Unauthorised", failures: 0 }, true]
    )
    assert.deepStrictEqual(pollEvidenceOf(restarted), {
      lastPoll: { _tag: "Unauthorised", failures: 0 },
      lastResponseAt: now,
      pollsRestartedAt: on("01-25T01:00")
    })
  })

  it("restart at the change of any carrier while carriers are tried in turn", () => {
    const progress = { ...plan.progress, matched: false, last: { _tag: "Unknown", failures: 2 } as const }
    const failed = recordPoll({ ...plan, progress, error: Option.some("HLCU does not know it.") }, now)
    assert.isTrue(isRestartedBy(ONEY, failed, { sealine: Option.none() }, now))
    assert.isFalse(isRestartedBy(ONEY, failed, { sealine: Option.some(HLCU) }, now))
  })

  it("are empty for decisions before the first poll", () => {
    assert.deepStrictEqual(pollEvidenceOf(enrolled), {})
    assert.deepStrictEqual(pollEvidenceOf(recordPoll(plan, now)), {
      lastPoll: { _tag: "Responded" },
      lastResponseAt: now
    })
  })
})

describe("the usage of a carrier", () => {
  it("counts requests of a day, and starts again at midnight UTC", () => {
    const first = addUsage(undefined, usageOfClaim(HLCU, 3), now)
    const second = addUsage(first, usageOfClaim(HLCU, 2), now + DAY_MILLIS - 1)
    assert.strictEqual(usedToday(second, now), 5)
    assert.strictEqual(usedToday(second, now + DAY_MILLIS), 0)
    assert.strictEqual(addUsage(second, usageOfClaim(HLCU, 1), now + DAY_MILLIS).requests, 1)
  })

  it("retains the latest end of a pause", () => {
    const paused = (until: string) => ({ requests: 0, pausedUntil: Option.some(on(until)) })
    const usage = addUsage(addUsage(undefined, paused("01-27"), now), paused("01-26"), now)
    assert.deepStrictEqual(usage.pausedUntil, Option.some(on("01-27")))
    assert.deepStrictEqual(addUsage(usage, noUsage(HLCU), now).pausedUntil, Option.some(on("01-27")))
    assert.deepStrictEqual(carrierQueueOf(HLCU, usage, { due: 2, running: 1 }, now), {
      scac: HLCU,
      due: 2,
      running: 1,
      usedToday: 0,
      pausedUntil: on("01-27")
    })
  })

  it("adds the requests of a poll beyond the one of its claim, and a queue for the carrier of the next query", () => {
    const polled = { scac: HLCU, requests: 3, pausedUntil: Option.none() }
    const outcome = { requests: 4, pausedUntil: Option.none(), query }
    assert.deepStrictEqual(usageOfPoll(outcome, HLCU), [polled])
    assert.deepStrictEqual(usageOfPoll(outcome, ONEY), [polled, noUsage(ONEY)])
  })
})
