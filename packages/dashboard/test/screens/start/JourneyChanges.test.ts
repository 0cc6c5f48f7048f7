import { assert, describe, it } from "vitest"
import { changesSince } from "../../../src/screens/start/JourneyChanges.ts"

type Journeys = Parameters<typeof changesSince>[0]["journeys"]
type Milestone = Journeys[number]["milestones"][number]
type Report = Milestone["history"][number]

const SINCE = Date.parse("2026-03-10T00:00:00Z")

/** A report of a date, received at an instant. */
const report = (date: string, classifier: Report["classifier"], receivedAt: string): Report => ({
  date,
  classifier,
  sourceEvent: { id: receivedAt, receivedAt, createdAt: receivedAt, delayReason: null, remark: null }
})

const changesOf = (history: ReadonlyArray<Report>) => {
  const last = history.at(-1) ?? report("2026-03-01T00:00:00Z", "PLN", "2026-03-01T00:00:00Z")
  const milestone: Milestone = {
    milestone: "vessel.arrival.at.final.pod",
    location: { unlocode: "DEHAM", name: "Hamburg", facility: null },
    visit: 1,
    vessel: null,
    rule: "vessel-arrival-at-last-inbound-port",
    ...last,
    history
  }
  const journey: Journeys[number] = Object({ milestones: [milestone] })
  return changesSince({ journeys: [journey] }, SINCE)
}

describe("what changed of a journey since an instant", () => {
  it("is the move from the date that was known then, not from the first one", () => {
    const [change, ...rest] = changesOf([
      report("2026-03-20T00:00:00Z", "PLN", "2026-03-01T00:00:00Z"),
      report("2026-03-21T00:00:00Z", "EST", "2026-03-09T00:00:00Z"),
      report("2026-03-21T12:00:00Z", "EST", "2026-03-10T06:00:00Z"),
      report("2026-03-22T06:00:00Z", "EST", "2026-03-10T09:00:00Z")
    ])
    assert.strictEqual(change?.hours, 30)
    assert.isFalse(change?.isActual)
    assert.strictEqual(change?.place, "Hamburg")
    assert.isEmpty(rest)
  })

  it("is that the milestone became actual, also at the date that was expected", () => {
    const [change] = changesOf([
      report("2026-03-10T00:00:00Z", "EST", "2026-03-01T00:00:00Z"),
      report("2026-03-10T00:00:00Z", "ACT", "2026-03-10T02:00:00Z")
    ])
    assert.isTrue(change?.isActual)
    // One that nobody has announced, of a shipment that is tracked since: only when it is not of the time before.
    assert.isNotEmpty(changesOf([report("2026-03-10T03:00:00Z", "ACT", "2026-03-10T05:00:00Z")]))
  })

  it("is nothing when the reports are older, repeat the date, or are the first and the milestone was actual already", () => {
    const older = report("2026-03-20T00:00:00Z", "EST", "2026-03-09T00:00:00Z")
    assert.isEmpty(changesOf([older]))
    assert.isEmpty(changesOf([older, report("2026-03-20T00:30:00Z", "EST", "2026-03-10T05:00:00Z")]))
    assert.isEmpty(changesOf([report("2026-03-02T00:00:00Z", "ACT", "2026-03-10T05:00:00Z")]))
  })
})
