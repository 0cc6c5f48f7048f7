import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
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
const RandomNumber = Schema.Finite.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 0.999_999 })))

const StatusInput = Schema.Struct({
  known: Schema.Boolean,
  pendingHours: Schema.Array(whole(-2000, 2000)),
  atSea: Schema.Boolean
})
const statusFrom = ({ known: hasKnownMilestones, pendingHours, atSea }: typeof StatusInput.Type): JourneyStatus => ({
  hasMilestones: hasKnownMilestones,
  pendingDates: pendingHours.map(hours),
  atSea
})

const Last = Schema.Union([
  Schema.TaggedStruct("Responded", {}),
  Schema.TaggedStruct("Unknown", { failures: whole(1, 5000) }),
  Schema.TaggedStruct("Unauthorised", { failures: whole(1, 5000) }),
  Schema.TaggedStruct("Unavailable", { failures: whole(1, 5000) }),
  Schema.TaggedStruct("Throttled", { hours: whole(-1000, 1000) })
])
const lastFrom = (last: typeof Last.Type): LastPoll =>
  last._tag === "Throttled" ? { _tag: "Throttled", until: hours(last.hours) } : last

const IDLE: JourneyStatus = { hasMilestones: true, pendingDates: [], atSea: false }
const state = (last: LastPoll, journey: JourneyStatus = IDLE): PollState => ({ status: "tracking", last, journey })

/** Hours until the next poll, and the reason for its time. */
const waitOf = (polled: PollState, random = 0.5) => {
  const next = nextPoll(polled, NOW, random)
  return next._tag === "Stop" ? [next.reason] : [(next.at - NOW) / HOUR_MILLIS, next.reason]
}

const responded = (journey: Partial<JourneyStatus>) => state({ _tag: "Responded" }, { ...IDLE, ...journey })

describe("nextPoll", () => {
  it("is immediate for a shipment never polled, and never for a completed or stopped one", () => {
    assert.deepStrictEqual(waitOf(state({ _tag: "Never" })), [0, "first"])
    for (const status of ["completed", "stopped"] as const) {
      assert.deepStrictEqual(waitOf({ ...state({ _tag: "Responded" }), status }), [status])
    }
  })

  it("is hourly from 24 hours before a milestone until 48 hours after it", () => {
    for (const open of [-48, -1, 0, 1, 24]) {
      assert.deepStrictEqual(waitOf(responded({ pendingDates: [hours(open)], atSea: true })), [1, "near_milestone"])
    }
  })

  it("is after 12 hours at sea, and after 6 hours on land, without data, or when overdue", () => {
    assert.deepStrictEqual(waitOf(responded({ pendingDates: [hours(200)], atSea: true })), [12, "at_sea"])
    assert.deepStrictEqual(waitOf(responded({ pendingDates: [hours(200)] })), [6, "under_way"])
    assert.deepStrictEqual(waitOf(responded({})), [6, "under_way"])
    assert.deepStrictEqual(waitOf(responded({ hasMilestones: false })), [6, "no_data_yet"])
    assert.deepStrictEqual(waitOf(responded({ pendingDates: [hours(-49)] })), [6, "overdue"])
  })

  it("doubles the interval with every consecutive failure", () => {
    const waits = (tag: "Unknown" | "Unauthorised" | "Unavailable") =>
      [1, 2, 3, 4, 20].map((failures) => waitOf(state({ _tag: tag, failures }))[0])
    assert.deepStrictEqual(waits("Unknown"), [1, 2, 4, 8, 24])
    assert.deepStrictEqual(waits("Unauthorised"), [1, 2, 4, 6, 6])
    assert.deepStrictEqual(
      waits("Unavailable").map((wait) => Math.round(Number(wait) * 60)),
      [5, 10, 20, 40, 360]
    )
  })

  it.prop(
    "is at least 4 minutes and at most 24 hours plus jitter ahead",
    [Last, StatusInput, RandomNumber],
    ([last, journey, random]) => {
      const next = nextPoll(state(lastFrom(last), statusFrom(journey)), NOW, random)
      if (next._tag === "Stop") return assert.fail("a tracked shipment is not polled")
      assert.isAtLeast(next.at - NOW, MIN_POLL_INTERVAL_MILLIS)
      assert.isAtMost(next.at - NOW, MAX_POLL_INTERVAL_MILLIS * (1 + POLL_JITTER))
    }
  )

  it.prop("is not later than when a milestone is near", [StatusInput, RandomNumber], ([journey, random]) => {
    const next = nextPoll(state({ _tag: "Responded" }, statusFrom(journey)), NOW, random)
    if (next._tag === "Stop") return assert.fail("a tracked shipment is not polled")
    for (const date of statusFrom(journey).pendingDates) {
      const near = date - NEAR_WINDOW_BEFORE_MILLIS
      if (near > NOW) assert.isAtMost(next.at, Math.max(near + HOUR_MILLIS, NOW + 2 * HOUR_MILLIS))
    }
  })

  it.prop("follows Retry-After, up to 24 hours", [whole(-1000, 1000), RandomNumber], ([ahead, random]) => {
    const next = nextPoll(state({ _tag: "Throttled", until: hours(ahead) }), NOW, random)
    if (next._tag === "Stop") return assert.fail("a tracked shipment is not polled")
    assert.isAtLeast(next.at, Math.min(hours(ahead), NOW + MAX_POLL_INTERVAL_MILLIS))
  })

  it.prop(
    "never gets shorter after another failure, and varies with the random number",
    [Schema.Literals(["Unknown", "Unauthorised", "Unavailable"]), whole(1, 100), RandomNumber, RandomNumber],
    ([tag, failures, one, other]) => {
      const waited = (count: number, random: number) => Number(waitOf(state({ _tag: tag, failures: count }), random)[0])
      assert.isAtMost(waited(failures, one), waited(failures + 1, one))
      const [low, high] = one <= other ? [one, other] : [other, one]
      assert.isAtMost(waited(failures, low), waited(failures, high))
    }
  )
})

describe("journeyStatusOf", () => {
  it("is at sea from a vessel departure until the next actual", () => {
    const events = [
      loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS" }),
      departs({ port: "CNSHA", date: "01-11", vessel: "ATLAS" }),
      arrives({ port: "NLRTM", date: "02-09", vessel: "ATLAS", is: "EST" })
    ]
    assert.deepStrictEqual(journeyStatusOf([journeyOf(events)]), {
      hasMilestones: true,
      pendingDates: [on("02-09")],
      atSea: true
    })
    const arrived = [...events, arrives({ port: "NLRTM", date: "02-10", vessel: "ATLAS" })]
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
