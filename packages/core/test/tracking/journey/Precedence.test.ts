import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { instantOf } from "../../../src/time/Instant.ts"
import { eventKey } from "../../../src/tracking/carriers/EventIdentity.ts"
import { arrives, departs, discharges, journeyOf, lines, loads, milestoneOf, on, shown } from "../fixtures.ts"

const loaded = loads({ port: "CNSHA", date: "01-10", vessel: "ATLAS" })

const arrival = (date: string, is: "ACT" | "EST" | "PLN", created?: string, received?: string) =>
  arrives({
    port: "NLRTM",
    vessel: "ATLAS",
    date,
    is,
    ...(created === undefined ? {} : { created }),
    ...(received === undefined ? {} : { received })
  })

const dateOf = (...events: ReadonlyArray<ReturnType<typeof arrival>>): string => {
  const milestone = milestoneOf(journeyOf([loaded, ...events]), "vessel.arrival.at.final.pod")
  return milestone === undefined ? "none" : `${shown(milestone.date)} ${milestone.classifier}`
}

describe("the date of a milestone", () => {
  it("ACT precedes EST, and EST precedes PLN, whatever their creation times", () => {
    const planned = arrival("02-07", "PLN", "01-09T10:00")
    const estimated = arrival("02-08", "EST", "01-05T10:00")
    const actual = arrival("02-06", "ACT", "01-01T10:00")
    assert.strictEqual(dateOf(planned, estimated), "02-08 EST")
    assert.strictEqual(dateOf(planned, estimated, actual), "02-06 ACT")
  })

  it("of the same classifier the one created later applies, whatever its date and receipt", () => {
    const first = arrival("02-12", "EST", "01-05T10:00", "01-08")
    const second = arrival("02-08", "EST", "01-06T10:00", "01-07")
    assert.strictEqual(dateOf(first, second), "02-08 EST")
  })

  it("with a creation time of midnight the one received later applies", () => {
    const first = arrival("02-12", "EST", "01-06", "01-06T08:00")
    const second = arrival("02-08", "EST", "01-06", "01-06T09:00")
    assert.strictEqual(dateOf(first, second), "02-08 EST")
    assert.strictEqual(dateOf(second, first), "02-08 EST")
  })

  it("different midnights are not compared", () => {
    const first = arrival("02-12", "EST", "01-07", "01-06T08:00")
    const second = arrival("02-08", "EST", "01-05", "01-06T09:00")
    assert.strictEqual(dateOf(first, second), "02-08 EST")
  })

  it("without creation time the one received later applies", () => {
    const first = arrival("02-12", "EST", undefined, "01-06T08:00")
    const second = arrival("02-08", "EST", "01-02T10:00", "01-06T09:00")
    assert.strictEqual(dateOf(first, second), "02-08 EST")
  })

  it("an actual is corrected by one created later", () => {
    const first = arrival("02-08", "ACT", "02-08T10:00")
    const corrected = arrival("02-07", "ACT", "02-09T10:00")
    assert.strictEqual(dateOf(corrected, first), "02-07 ACT")
  })
})

describe("superseded plans", () => {
  it("a planned or estimated sea movement before the newest actual one is superseded", () => {
    const journey = journeyOf([
      loaded,
      departs({ port: "CNSHA", date: "01-09", vessel: "ATLAS", is: "EST" }),
      arrives({ port: "NLRTM", date: "02-08", vessel: "ATLAS", is: "EST" })
    ])
    assert.deepStrictEqual(lines(journey), [
      "container.loaded.at.first.pol CNSHA 01-10 ACT",
      "vessel.arrival.at.final.pod NLRTM 02-08 EST"
    ])
  })

  it("at the date of the newest actual one it is not superseded", () => {
    const journey = journeyOf([loaded, departs({ port: "CNSHA", date: "01-10", vessel: "ATLAS", is: "EST" })])
    assert.strictEqual(lines(journey).at(-1), "vessel.departure.from.first.pol CNSHA 01-10 EST")
  })

  it("remains in the history of its milestone", () => {
    const journey = journeyOf([
      loaded,
      arrival("02-08", "PLN", "01-01T10:00", "01-02"),
      arrival("02-09", "EST", "01-20T10:00", "01-21"),
      arrival("02-10", "ACT", "02-10T10:00", "02-11")
    ])
    const milestone = milestoneOf(journey, "vessel.arrival.at.final.pod")
    assert.deepStrictEqual(
      milestone?.history.map((entry) => `${shown(entry.date)} ${entry.classifier}`),
      ["02-08 PLN", "02-09 EST", "02-10 ACT"]
    )
  })
})

describe("the source event of a date", () => {
  it("has the carrier's id and the time of receipt", () => {
    const event = { ...arrival("02-08", "EST", "01-05T10:00", "01-06"), sourceEventId: Option.some("e-1") }
    const source = milestoneOf(journeyOf([loaded, event]), "vessel.arrival.at.final.pod")?.source
    assert.strictEqual(source?.id, "e-1")
    assert.strictEqual(source?.receivedAt, on("01-06"))
  })

  it("has the event key when the carrier assigns no id", () => {
    const event = arrival("02-08", "EST")
    assert.strictEqual(
      milestoneOf(journeyOf([loaded, event]), "vessel.arrival.at.final.pod")?.source.id,
      eventKey(event)
    )
  })

  it("is the copy created last, and of equal copies the first received", () => {
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

  it("provides the vessel and the voyage of the milestone", () => {
    const milestone = milestoneOf(
      journeyOf([loaded, discharges({ port: "NLRTM", date: "02-10", vessel: "ATLAS" })]),
      "container.discharge.at.final.pod"
    )
    assert.deepStrictEqual(
      Option.flatMap(milestone?.vessel ?? Option.none(), (vessel) => vessel.name),
      Option.some("ATLAS")
    )
    assert.deepStrictEqual(milestone?.voyage, Option.some("ATL1"))
  })
})

it("a DateTime converts to an Instant", () => {
  assert.strictEqual(instantOf(DateTime.makeUnsafe("2026-01-25T00:00:00Z")), on("01-25"))
})
