import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { describeChanges, reportJourneys } from "../src/Journeys.ts"

const events: unknown = JSON.parse(readFileSync(new URL("../data/events.json", import.meta.url), "utf8"))

test("the journey has its ports in order, and its malformed event is reported", () => {
  const { journeys, rejected } = reportJourneys(events, new Date("2026-02-03T00:00:00Z"))
  assert.deepEqual(
    journeys.map(({ ports }) => ports.map(({ place }) => place.unlocode).join(" ")),
    ["CNSHA SGSIN DEHAM"]
  )
  assert.deepEqual(
    rejected.map(({ path }) => path),
    ["$[11].eventDateTime"]
  )
})

test("since yesterday the container arrived at its transhipment port, and its arrival moved by 30 hours", () => {
  const { changes } = reportJourneys(events, new Date("2026-02-03T00:00:00Z"))
  assert.deepEqual(describeChanges(changes), [
    "SGSIN vessel.arrival.at.transhipment_port: 2026-02-03 04:00",
    "DEHAM vessel.arrival.at.final.pod is 30 h later: 2026-03-01 12:00",
    "SGSIN vessel: EVER GIVEN → MSC GULSUN"
  ])
})

test("nothing changed after the last event", () => {
  assert.deepEqual(describeChanges(reportJourneys(events, new Date("2026-02-04T00:00:00Z")).changes), [])
})
