import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import page from "../../../../../docs/methods/journeys.md?raw"
import { MilestoneType } from "../../../src/alerts/EventType.ts"
import {
  type CarrierEvent,
  Classifier,
  EmptyIndicator,
  EquipmentCode
} from "../../../src/tracking/carriers/CarrierEvent.ts"
import { diffJourneys, initialNotifiedState } from "../../../src/tracking/changes/JourneyDiff.ts"
import { MilestoneRule } from "../../../src/tracking/journey/MilestoneRule.ts"
import { deriveShipmentJourneys, type TrackedNumber } from "../../../src/tracking/journey/ShipmentJourneys.ts"
import { tablesOf } from "../../methodPage.ts"
import { CONTAINER, equipment, on, shown, transport } from "../fixtures.ts"

const table = tablesOf(page)

const eventOf = ([
  id = "",
  received = "",
  is,
  what = "",
  port = "",
  date = "",
  vessel = "",
  container = ""
]: ReadonlyArray<string>): CarrierEvent => {
  const [code = "", empty] = what.split(" ")
  const fields = {
    id,
    received,
    port,
    date,
    is: Schema.decodeUnknownSync(Classifier)(is),
    ...(vessel === "" ? {} : { vessel }),
    ...(container === "" ? {} : { container })
  }
  if (code === "ARRI" || code === "DEPA") return transport(code, fields)
  return equipment(
    Schema.decodeUnknownSync(EquipmentCode)(code),
    fields,
    Schema.decodeUnknownSync(EmptyIndicator)(empty)
  )
}

const events = table("event | received").map(eventOf)
const followed: TrackedNumber = { number: CONTAINER, type: Option.some("CT"), since: on("01-06") }

describe("the worked journey of the method page", () => {
  it("has the milestones of its table", () => {
    const [journey] = deriveShipmentJourneys(followed, events)
    assert.deepStrictEqual(
      journey?.milestones.map(({ type, place, date, source, rule }) => [
        type,
        place.unlocode,
        shown(date),
        source.id,
        rule
      ]),
      table("milestone | port").map((row) => [...row])
    )
  })

  it("emits the alerts of its table, event by event", () => {
    const indexKnown = 5
    let notified = initialNotifiedState(deriveShipmentJourneys(followed, events.slice(0, indexKnown)), on("01-06"))
    const alerts = events.slice(indexKnown).flatMap((event, index) => {
      const diff = diffJourneys(deriveShipmentJourneys(followed, events.slice(0, indexKnown + index + 1)), notified, {
        thresholdHours: 24,
        registeredAt: on("01-06"),
        firstResponse: false
      })
      notified = diff.notified
      const id = Option.getOrElse(event.sourceEventId, () => "")
      return diff.alerts.map((alert) => [id, alert.type, alert._tag === "DateChanged" ? String(alert.hours) : ""])
    })
    assert.deepStrictEqual(
      alerts,
      table("event | alert").map((row) => row.slice(0, 3))
    )
  })
})

describe("the table of rules", () => {
  const rows = table("milestone | rule")

  it("lists every rule once, and every milestone", () => {
    assert.sameMembers(
      rows.map(([, rule]) => rule ?? ""),
      [...MilestoneRule.literals]
    )
    assert.sameMembers(
      rows.flatMap(([milestone = ""]) => (milestone === "" ? [] : [milestone])),
      [...MilestoneType.literals]
    )
  })
})
