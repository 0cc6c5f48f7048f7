import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { instantOf } from "../../../src/time/Instant.ts"
import { eventKey } from "../../../src/tracking/carriers/EventIdentity.ts"
import { arrives, departs, discharges, journeyOf, lines, loads, milestoneOf, on, shown } from "../fixtures.ts"

const loaded = loads({ port: "CNSHA", date: "01-10", ship: "ATLAS" })

const arrival = (date: string, is: "ACT" | "EST" | "PLN", created?: string, received?: string) =>
  arrives({
    port: "NLRTM",
    ship: "ATLAS",
    date,
    is,
    ...(created === undefined ? {} : { created }),
    ...(received === undefined ? {} : { received })
  })

const dateOf = (...events: ReadonlyArray<ReturnType<typeof arrival>>): string => {
  const milestone = milestoneOf(journeyOf([loaded, ...events]), "vessel.arrival.at.final.pod")
  return milestone === undefined ? "none" : `${shown(milestone.date)} ${milestone.classifier}`
}

describe("which date counts", () => {
  it("ACT beats EST beats PLN, whenever they were written", () => {
    const planned = arrival("02-07", "PLN", "01-09T10:00")
    const estimated = arrival("02-08", "EST", "01-05T10:00")
    const actual = arrival("02-06", "ACT", "01-01T10:00")
    assert.strictEqual(dateOf(planned, estimated), "02-08 EST")
    assert.strictEqual(dateOf(planned, estimated, actual), "02-06 ACT")
  })

  it("of the same classifier the one written later counts, earlier or later in date, received in any order", () => {
    const first = arrival("02-12", "EST", "01-05T10:00", "01-08")
    const second = arrival("02-08", "EST", "01-06T10:00", "01-07")
    assert.strictEqual(dateOf(first, second), "02-08 EST")
  })

  it("where the time of writing is midnight, the one received later counts", () => {
    const first = arrival("02-12", "EST", "01-06", "01-06T08:00")
    const second = arrival("02-08", "EST", "01-06", "01-06T09:00")
    assert.strictEqual(dateOf(first, second), "02-08 EST")
    assert.strictEqual(dateOf(second, first), "02-08 EST")
  })

  it("even if midnights differ: they say nothing", () => {
    const first = arrival("02-12", "EST", "01-07", "01-06T08:00")
    const second = arrival("02-08", "EST", "01-05", "01-06T09:00")
    assert.strictEqual(dateOf(first, second), "02-08 EST")
  })

  it("where the time of writing is not given, the one received later counts", () => {
    const first = arrival("02-12", "EST", undefined, "01-06T08:00")
    const second = arrival("02-08", "EST", "01-02T10:00", "01-06T09:00")
    assert.strictEqual(dateOf(first, second), "02-08 EST")
  })

  it("an actual is corrected by one written later", () => {
    const first = arrival("02-08", "ACT", "02-08T10:00")
    const corrected = arrival("02-07", "ACT", "02-09T10:00")
    assert.strictEqual(dateOf(corrected, first), "02-07 ACT")
  })
})

describe("stale plans", () => {
  it("a planned or estimated ship movement before the newest actual one is dropped", () => {
    const journey = journeyOf([
      loaded,
      departs({ port: "CNSHA", date: "01-09", ship: "ATLAS", is: "EST" }),
      arrives({ port: "NLRTM", date: "02-08", ship: "ATLAS", is: "EST" })
    ])
    assert.deepStrictEqual(lines(journey), [
      "container.loaded.at.first.pol CNSHA 01-10 ACT",
      "vessel.arrival.at.final.pod NLRTM 02-08 EST"
    ])
  })

  it("at the very date of the newest actual one it is not", () => {
    const journey = journeyOf([loaded, departs({ port: "CNSHA", date: "01-10", ship: "ATLAS", is: "EST" })])
    assert.strictEqual(lines(journey).at(-1), "vessel.departure.from.first.pol CNSHA 01-10 EST")
  })

  it("stays in the history of its milestone", () => {
    const journey = journeyOf([
      loaded,
      arrival("02-08", "PLN", "01-01T10:00", "01-02"),
      arrival("02-09", "EST", "01-20T10:00", "01-21"),
      arrival("02-10", "ACT", "02-10T10:00", "02-11")
    ])
    const milestone = milestoneOf(journey, "vessel.arrival.at.final.pod")
    assert.deepStrictEqual(
      milestone?.history.map((given) => `${shown(given.date)} ${given.classifier}`),
      ["02-08 PLN", "02-09 EST", "02-10 ACT"]
    )
  })
})

describe("the source behind a date", () => {
  it("is the event's own id and the time it was received", () => {
    const event = { ...arrival("02-08", "EST", "01-05T10:00", "01-06"), sourceEventId: Option.some("e-1") }
    const source = milestoneOf(journeyOf([loaded, event]), "vessel.arrival.at.final.pod")?.source
    assert.strictEqual(source?.id, "e-1")
    assert.strictEqual(source?.receivedAt, on("01-06"))
  })

  it("is the meaning of the event where it has no id", () => {
    const event = arrival("02-08", "EST")
    assert.strictEqual(
      milestoneOf(journeyOf([loaded, event]), "vessel.arrival.at.final.pod")?.source.id,
      eventKey(event)
    )
  })

  it("is the copy written last, and of copies of one writing the first that was received", () => {
    const copies = [
      arrival("02-08", "EST", "01-05T10:00", "01-05T11:00"),
      arrival("02-08", "EST", "01-06T10:00", "01-08"),
      arrival("02-08", "EST", "01-06T10:00", "01-07")
    ]
    const milestone = milestoneOf(journeyOf([loaded, ...copies]), "vessel.arrival.at.final.pod")
    assert.deepStrictEqual(milestone?.source.createdAt, Option.some(on("01-06T10:00")))
    assert.strictEqual(milestone?.source.receivedAt, on("01-07"))
    assert.strictEqual(milestone?.history.length, 1)
  })

  it("names the ship and the voyage of the milestone", () => {
    const milestone = milestoneOf(
      journeyOf([loaded, discharges({ port: "NLRTM", date: "02-10", ship: "ATLAS" })]),
      "container.discharge.at.final.pod"
    )
    assert.deepStrictEqual(
      Option.flatMap(milestone?.vessel ?? Option.none(), (vessel) => vessel.name),
      Option.some("ATLAS")
    )
    assert.deepStrictEqual(milestone?.voyage, Option.some("ATL1"))
  })
})

it("a moment of the calendar is an instant of tracking", () => {
  assert.strictEqual(instantOf(DateTime.makeUnsafe("2026-01-25T00:00:00Z")), on("01-25"))
})
