import { assert, describe, it } from "@effect/vitest"
import { Instant } from "../../../src/time/Instant.ts"
import { compareJourneys } from "../../../src/tracking/changes/JourneyComparison.ts"
import { exampleEvents, isExampleEventAt } from "../../../src/tracking/journey/ExampleJourney.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"

const events = exampleEvents(Instant.make(Date.UTC(2026, 0, 31)))
const journeysOf = (...without: ReadonlyArray<readonly [port: string, code?: string]>) =>
  deriveJourneys(events.filter((event) => !without.some(([port, code]) => isExampleEventAt(event, port, code))))

describe("comparing journeys", () => {
  it("finds nothing between the same journeys, however old they are", () => {
    assert.deepStrictEqual(compareJourneys(journeysOf(), journeysOf()), { milestones: [], retractions: [], routes: [] })
  })

  it("finds the milestones that became actual", () => {
    const { milestones } = compareJourneys(journeysOf(["DEDUI"], ["NLRTM", "GTOT"]), journeysOf(["DEDUI"]))
    assert.deepStrictEqual(
      milestones.map(({ type }) => type),
      ["container.departure.from.final.pod"]
    )
  })

  it("finds the dates that moved by more than the threshold, and none that moved by less", () => {
    const planned = (hours: number) =>
      deriveJourneys(
        events
          .filter((event) => !isExampleEventAt(event, "DEDUI") && !isExampleEventAt(event, "NLRTM", "GTOT"))
          .map((event) =>
            isExampleEventAt(event, "NLRTM") && event._tag !== "ShipmentEvent" && event._tag !== "UnknownEvent"
              ? {
                  ...event,
                  classifier: "EST" as const,
                  eventDateTime: Instant.make(event.eventDateTime + hours * 3_600_000)
                }
              : event
          )
      )
    const moves = (hours: number, threshold?: number) =>
      compareJourneys(planned(0), planned(hours), threshold).milestones.map(({ type }) => type)
    const both = ["date.changed.vessel.arrival.at.final.pod", "date.changed.container.discharge.at.final.pod"]
    assert.deepStrictEqual(moves(25), both)
    assert.deepStrictEqual(moves(24), [])
    assert.deepStrictEqual(moves(1, 0), both)
  })

  it("finds a milestone that was actual and no longer is", () => {
    const { retractions } = compareJourneys(journeysOf(["DEDUI"]), journeysOf(["DEDUI"], ["NLRTM", "GTOT"]))
    assert.deepStrictEqual(
      retractions.map(({ key }) => key.includes("container.departure.from.final.pod")),
      [true]
    )
  })

  it("finds a port that is no longer on the route", () => {
    const { routes } = compareJourneys(journeysOf(), journeysOf(["SGSIN"]))
    const [change] = routes
    assert.strictEqual(change?._tag, "RouteChanged")
    assert.deepStrictEqual(
      change?._tag === "RouteChanged" ? change.current.map(({ port }) => port.place.unlocode) : [],
      ["CNSHA", "NLRTM"]
    )
  })
})
