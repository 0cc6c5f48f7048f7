import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import type { EquipmentEvent, TransportEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { anyOrder, shuffle } from "../eventArbitrary.ts"
import {
  arrives,
  departs,
  directVoyage,
  gatesIn,
  gatesOut,
  journeyOf,
  loads,
  on,
  picksUpEmpty,
  ports,
  returnsEmpty,
  transhipment
} from "../fixtures.ts"

type Events = ReadonlyArray<TransportEvent | EquipmentEvent>

const DAY = 86_400_000

/** The events in order, each at the date of the one before or so many days later. */
const onDates = (events: Events, days: (index: number) => number): Events => {
  let date = on("02-10")
  return events.map((event, index) => {
    date = on(new Date(date + days(index) * DAY).toISOString().slice(0, 10))
    return { ...event, eventDateTime: date }
  })
}

const onOneDate = (events: Events): Events => onDates(events, () => 0)

const westward = (events: Events): Events =>
  events.map((event) => ({
    ...event,
    place: Option.map(event.place, (place) => ({
      ...place,
      unlocode: Unlocode.make(place.unlocode === "CNSHA" ? "USLAX" : "CNNGB")
    }))
  }))

const milestones = (events: Events) =>
  deriveJourneys(events).flatMap((journey) => journey.milestones.map(({ type, place }) => `${type} ${place.unlocode}`))

describe("a voyage reported by dates without times", () => {
  it("is ordered by load, departure, arrival, discharge and gate-out, even on one date", () => {
    for (const voyage of [directVoyage(), directVoyage().slice(1, 7), westward(directVoyage()), transhipment()]) {
      assert.strictEqual(deriveJourneys(onOneDate(voyage)).length, 1)
      assert.deepStrictEqual(milestones(onOneDate(voyage)), milestones(voyage))
      assert.deepStrictEqual(ports(journeyOf(onOneDate(voyage))), ports(journeyOf(voyage)))
    }
  })

  it("dates its milestones by that date, to the millisecond", () => {
    const { end, milestones } = journeyOf(onOneDate(directVoyage()))
    assert.deepStrictEqual(new Set(milestones.map(({ date }) => date)), new Set([on("02-10")]))
    assert.strictEqual(Option.getOrThrow(end).at, on("02-10"))
  })

  it("allows a vessel that also arrives at the first port and leaves the last", () => {
    const calls = [
      arrives({ port: "CNSHA", date: "02-10", vessel: "ATLAS" }),
      departs({ port: "NLRTM", date: "02-10", vessel: "ATLAS" })
    ]
    assert.deepStrictEqual(milestones([...onOneDate(directVoyage()), ...calls]), milestones(directVoyage()))
  })

  it("reaches the first port from inland and leaves the last for inland", () => {
    const inland = [
      picksUpEmpty({ port: "CNCAN", date: "01-02" }),
      gatesOut({ port: "CNSZH", date: "01-04" }),
      ...directVoyage().slice(1, 7),
      gatesIn({ port: "DEDUI", date: "02-14" }),
      returnsEmpty({ port: "DEESS", date: "02-16" })
    ]
    assert.deepStrictEqual(milestones(onOneDate(inland)), milestones(inland))
  })

  it("does not supersede an estimate by an actual of the same date", () => {
    const before = journeyOf([
      loads({ port: "NLRTM", date: "02-10", vessel: "ATLAS" }),
      departs({ port: "NLRTM", date: "02-10", vessel: "ATLAS" }),
      arrives({ port: "BEANR", date: "02-10", vessel: "ATLAS", is: "EST" })
    ])
    assert.deepStrictEqual(
      before.milestones.map(({ type, classifier }) => `${type} ${classifier}`),
      ["container.loaded.at.first.pol ACT", "vessel.departure.from.first.pol ACT", "vessel.arrival.at.final.pod EST"]
    )
  })

  it.prop(
    "has the same milestones for any coinciding dates and any order of events",
    [anyOrder, anyOrder],
    ([dates, order]) => {
      for (const voyage of [directVoyage(), westward(directVoyage()), transhipment()]) {
        const events = onDates(voyage, (index) => (dates[index % dates.length] ?? 0) % 3)
        assert.deepStrictEqual(milestones(shuffle(events, order)), milestones(voyage))
      }
    },
    { arbitrary: { runs: 200 } }
  )
})
