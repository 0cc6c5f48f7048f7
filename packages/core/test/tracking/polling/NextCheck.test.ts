import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { HOUR_MILLIS, Instant } from "../../../src/time/Instant.ts"
import {
  CHECK_JITTER,
  type CheckState,
  type JourneyPace,
  LONGEST_WAIT_MILLIS,
  NEAR_BEFORE_MILLIS,
  nextCheck,
  paceOf,
  SHORTEST_WAIT_MILLIS
} from "../../../src/tracking/polling/NextCheck.ts"
import type { LastCheck } from "../../../src/tracking/shipments/ShipmentStore.ts"
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
const paceFrom = ({ known, openHours, atSea }: typeof Pace.Type): JourneyPace => ({
  known,
  open: openHours.map(hours),
  atSea
})

const Last = Schema.Union([
  Schema.TaggedStruct("Answered", {}),
  Schema.TaggedStruct("Unknown", { failures: whole(1, 5000) }),
  Schema.TaggedStruct("Unauthorised", { failures: whole(1, 5000) }),
  Schema.TaggedStruct("Away", { failures: whole(1, 5000) }),
  Schema.TaggedStruct("Throttled", { hours: whole(-1000, 1000) })
])
const lastFrom = (last: typeof Last.Type): LastCheck =>
  last._tag === "Throttled" ? { _tag: "Throttled", until: hours(last.hours) } : last

const IDLE: JourneyPace = { known: true, open: [], atSea: false }
const state = (last: LastCheck, pace: JourneyPace = IDLE): CheckState => ({ status: "tracking", last, pace })

/** Hours until the next check, and why it is then. */
const waitOf = (checked: CheckState, spread = 0.5) => {
  const next = nextCheck(checked, NOW, spread)
  return next._tag === "Rest" ? [next.why] : [(next.at - NOW) / HOUR_MILLIS, next.why]
}

const answered = (pace: Partial<JourneyPace>) => state({ _tag: "Answered" }, { ...IDLE, ...pace })

describe("the next check", () => {
  it("is at once for a shipment never checked, and never for one that is over or stopped", () => {
    assert.deepStrictEqual(waitOf(state({ _tag: "Never" })), [0, "first"])
    for (const status of ["completed", "stopped"] as const) {
      assert.deepStrictEqual(waitOf({ ...state({ _tag: "Answered" }), status }), [status])
    }
  })

  it("comes hourly from a day before a milestone until two days after it", () => {
    for (const open of [-48, -1, 0, 1, 24]) {
      assert.deepStrictEqual(waitOf(answered({ open: [hours(open)], atSea: true })), [1, "near_milestone"])
    }
  })

  it("comes twice a day at sea and every six hours on land, and while nothing is known or all is overdue", () => {
    assert.deepStrictEqual(waitOf(answered({ open: [hours(200)], atSea: true })), [12, "at_sea"])
    assert.deepStrictEqual(waitOf(answered({ open: [hours(200)] })), [6, "under_way"])
    assert.deepStrictEqual(waitOf(answered({})), [6, "under_way"])
    assert.deepStrictEqual(waitOf(answered({ known: false })), [6, "no_data_yet"])
    assert.deepStrictEqual(waitOf(answered({ open: [hours(-49)] })), [6, "overdue"])
  })

  it("doubles its wait with every failure in a row", () => {
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
    "is never sooner than four minutes and never later than a day and its jitter",
    [Last, Pace, Spread],
    ([last, pace, spread]) => {
      const next = nextCheck(state(lastFrom(last), paceFrom(pace)), NOW, spread)
      if (next._tag === "Rest") return assert.fail("a tracked shipment rests")
      assert.isAtLeast(next.at - NOW, SHORTEST_WAIT_MILLIS)
      assert.isAtMost(next.at - NOW, LONGEST_WAIT_MILLIS * (1 + CHECK_JITTER))
    }
  )

  it.prop("never sleeps past the hour at which a milestone comes near", [Pace, Spread], ([pace, spread]) => {
    const next = nextCheck(state({ _tag: "Answered" }, paceFrom(pace)), NOW, spread)
    if (next._tag === "Rest") return assert.fail("a tracked shipment rests")
    for (const date of paceFrom(pace).open) {
      const near = date - NEAR_BEFORE_MILLIS
      if (near > NOW) assert.isAtMost(next.at, Math.max(near + HOUR_MILLIS, NOW + 2 * HOUR_MILLIS))
    }
  })

  it.prop(
    "waits for the time that the source asked for, a day at most",
    [whole(-1000, 1000), Spread],
    ([ahead, spread]) => {
      const next = nextCheck(state({ _tag: "Throttled", until: hours(ahead) }), NOW, spread)
      if (next._tag === "Rest") return assert.fail("a tracked shipment rests")
      assert.isAtLeast(next.at, Math.min(hours(ahead), NOW + LONGEST_WAIT_MILLIS))
    }
  )

  it.prop(
    "never waits less after one more failure, and is spread by its random number",
    [Schema.Literals(["Unknown", "Unauthorised", "Away"]), whole(1, 100), Spread, Spread],
    ([tag, failures, one, other]) => {
      const waited = (count: number, spread: number) => Number(waitOf(state({ _tag: tag, failures: count }), spread)[0])
      assert.isAtMost(waited(failures, one), waited(failures + 1, one))
      const [low, high] = one <= other ? [one, other] : [other, one]
      assert.isAtMost(waited(failures, low), waited(failures, high))
    }
  )
})

describe("the pace of a journey", () => {
  it("is at sea from a ship's departure to the next thing that happens", () => {
    const left = [
      loads({ port: "CNSHA", date: "01-10", ship: "ATLAS" }),
      departs({ port: "CNSHA", date: "01-11", ship: "ATLAS" }),
      arrives({ port: "NLRTM", date: "02-09", ship: "ATLAS", is: "EST" })
    ]
    assert.deepStrictEqual(paceOf([journeyOf(left)]), { known: true, open: [on("02-09")], atSea: true })
    const arrived = [...left, arrives({ port: "NLRTM", date: "02-10", ship: "ATLAS" })]
    assert.deepStrictEqual(paceOf([journeyOf(arrived)]), { known: true, open: [], atSea: false })
  })

  it("leaves out journeys that have ended, and is unknown without any milestone", () => {
    const done = journeyOf(directVoyage())
    assert.isTrue(Option.isSome(done.end))
    assert.deepStrictEqual(paceOf([done]), { known: true, open: [], atSea: false })
    assert.deepStrictEqual(paceOf([]), { known: false, open: [], atSea: false })
  })
})
