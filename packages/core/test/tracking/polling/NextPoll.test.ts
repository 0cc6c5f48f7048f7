import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { HOUR_MILLIS, Instant } from "../../../src/time/Instant.ts"
import {
  type JourneyStatus,
  journeyStatusOf,
  MAX_POLL_INTERVAL_MILLIS,
  MIN_POLL_INTERVAL_MILLIS,
  NEAR_WINDOW_BEFORE_MILLIS,
  nextPoll,
  POLL_JITTER,
  type PollState
} from "../../../src/tracking/polling/NextPoll.ts"
import type { LastPoll } from "../../../src/tracking/shipments/ShipmentStore.ts"
import { arrives, departs, directVoyage, journeyOf, loads, on } from "../fixtures.ts"

const NOW = on("03-01T12:00")
const hours = (count: number): Instant => Instant.make(NOW + Math.round(count * HOUR_MILLIS))

const whole = (minimum: number, maximum: number) =>
  Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum, maximum })))
const Spread = Schema.Finite.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 0.999_999 })))

const Pace = Schema.Struct({
  known: Schema.Boolean,
  openHours: Schema.Array(whole(-2000, 2000)),
  atSea: Schema.Boolean
})
const paceFrom = ({ known, openHours, atSea }: typeof Pace.Type): JourneyStatus => ({
  hasMilestones: known,
  pendingDates: openHours.map(hours),
  atSea
})

const Last = Schema.Union([
  Schema.TaggedStruct("Answered", {}),
  Schema.TaggedStruct("Unknown", { failures: whole(1, 5000) }),
  Schema.TaggedStruct("Unauthorised", { failures: whole(1, 5000) }),
  Schema.TaggedStruct("Away", { failures: whole(1, 5000) }),
  Schema.TaggedStruct("Throttled", { hours: whole(-1000, 1000) })
])
const lastFrom = (last: typeof Last.Type): LastPoll =>
  last._tag === "Throttled" ? { _tag: "Throttled", until: hours(last.hours) } : last

const IDLE: JourneyStatus = { hasMilestones: true, pendingDates: [], atSea: false }
const state = (last: LastPoll, pace: JourneyStatus = IDLE): PollState => ({ status: "tracking", last, journey: pace })

/** Hours until the next check, and why it is then. */
const waitOf = (checked: PollState, spread = 0.5) => {
  const next = nextPoll(checked, NOW, spread)
  return next._tag === "Rest" ? [next.why] : [(next.at - NOW) / HOUR_MILLIS, next.why]
}

const answered = (pace: Partial<JourneyStatus>) => state({ _tag: "Answered" }, { ...IDLE, ...pace })

describe("nextPoll", () => {
  it("is immediate for a shipment never polled, and never for a completed or stopped one", () => {
    assert.deepStrictEqual(waitOf(state({ _tag: "Never" })), [0, "first"])
    for (const status of ["completed", "stopped"] as const) {
      assert.deepStrictEqual(waitOf({ ...state({ _tag: "Answered" }), status }), [status])
    }
  })

  it("is hourly from 24 hours before a milestone until 48 hours after it", () => {
    for (const open of [-48, -1, 0, 1, 24]) {
      assert.deepStrictEqual(waitOf(answered({ pendingDates: [hours(open)], atSea: true })), [1, "near_milestone"])
    }
  })

  it("is after 12 hours at sea, and after 6 hours on land, without data, or when overdue", () => {
    assert.deepStrictEqual(waitOf(answered({ pendingDates: [hours(200)], atSea: true })), [12, "at_sea"])
    assert.deepStrictEqual(waitOf(answered({ pendingDates: [hours(200)] })), [6, "under_way"])
    assert.deepStrictEqual(waitOf(answered({})), [6, "under_way"])
    assert.deepStrictEqual(waitOf(answered({ hasMilestones: false })), [6, "no_data_yet"])
    assert.deepStrictEqual(waitOf(answered({ pendingDates: [hours(-49)] })), [6, "overdue"])
  })

  it("doubles the interval with every consecutive failure", () => {
    const waits = (tag: "Unknown" | "Unauthorised" | "Away") =>
      [1, 2, 3, 4, 20].map((failures) => waitOf(state({ _tag: tag, failures }))[0])
    assert.deepStrictEqual(waits("Unknown"), [1, 2, 4, 8, 24])
    assert.deepStrictEqual(waits("Unauthorised"), [1, 2, 4, 6, 6])
    assert.deepStrictEqual(
      waits("Away").map((wait) => Math.round(Number(wait) * 60)),
      [5, 10, 20, 40, 360]
    )
  })

  it.prop(
    "is at least 4 minutes and at most 24 hours plus jitter ahead",
    [Last, Pace, Spread],
    ([last, pace, spread]) => {
      const next = nextPoll(state(lastFrom(last), paceFrom(pace)), NOW, spread)
      if (next._tag === "Rest") return assert.fail("a tracked shipment rests")
      assert.isAtLeast(next.at - NOW, MIN_POLL_INTERVAL_MILLIS)
      assert.isAtMost(next.at - NOW, MAX_POLL_INTERVAL_MILLIS * (1 + POLL_JITTER))
    }
  )

  it.prop("is not later than when a milestone is near", [Pace, Spread], ([pace, spread]) => {
    const next = nextPoll(state({ _tag: "Answered" }, paceFrom(pace)), NOW, spread)
    if (next._tag === "Rest") return assert.fail("a tracked shipment rests")
    for (const date of paceFrom(pace).pendingDates) {
      const near = date - NEAR_WINDOW_BEFORE_MILLIS
      if (near > NOW) assert.isAtMost(next.at, Math.max(near + HOUR_MILLIS, NOW + 2 * HOUR_MILLIS))
    }
  })

  it.prop("follows Retry-After, up to 24 hours", [whole(-1000, 1000), Spread], ([ahead, spread]) => {
    const next = nextPoll(state({ _tag: "Throttled", until: hours(ahead) }), NOW, spread)
    if (next._tag === "Rest") return assert.fail("a tracked shipment rests")
    assert.isAtLeast(next.at, Math.min(hours(ahead), NOW + MAX_POLL_INTERVAL_MILLIS))
  })

  it.prop(
    "never gets shorter after another failure, and varies with the random number",
    [Schema.Literals(["Unknown", "Unauthorised", "Away"]), whole(1, 100), Spread, Spread],
    ([tag, failures, one, other]) => {
      const waited = (count: number, spread: number) => Number(waitOf(state({ _tag: tag, failures: count }), spread)[0])
      assert.isAtMost(waited(failures, one), waited(failures + 1, one))
      const [low, high] = one <= other ? [one, other] : [other, one]
      assert.isAtMost(waited(failures, low), waited(failures, high))
    }
  )
})

describe("journeyStatusOf", () => {
  it("is at sea from a vessel departure until the next actual", () => {
    const left = [
      loads({ port: "CNSHA", date: "01-10", ship: "ATLAS" }),
      departs({ port: "CNSHA", date: "01-11", ship: "ATLAS" }),
      arrives({ port: "NLRTM", date: "02-09", ship: "ATLAS", is: "EST" })
    ]
    assert.deepStrictEqual(journeyStatusOf([journeyOf(left)]), {
      hasMilestones: true,
      pendingDates: [on("02-09")],
      atSea: true
    })
    const arrived = [...left, arrives({ port: "NLRTM", date: "02-10", ship: "ATLAS" })]
    assert.deepStrictEqual(journeyStatusOf([journeyOf(arrived)]), {
      hasMilestones: true,
      pendingDates: [],
      atSea: false
    })
  })

  it("ignores ended journeys, and has no data without milestones", () => {
    const done = journeyOf(directVoyage())
    assert.isTrue(Option.isSome(done.end))
    assert.deepStrictEqual(journeyStatusOf([done]), { hasMilestones: true, pendingDates: [], atSea: false })
    assert.deepStrictEqual(journeyStatusOf([]), { hasMilestones: false, pendingDates: [], atSea: false })
  })
})
