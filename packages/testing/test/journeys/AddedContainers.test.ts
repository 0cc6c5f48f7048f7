import { assert, describe, it } from "@effect/vitest"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { DateTime, Option } from "effect"
import { containerOf, equipmentEventOf, hoursLater } from "../../src/samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"
import { subscribingEndpoint, trackShipment } from "./TrackedShipment.ts"

const BOOKING = "BK4711"
const named = subscribingEndpoint(1, { filterTypes: Option.some(["shipment.container.added"]) })
const unnamed = subscribingEndpoint(2, { filterTypes: Option.none() })

/** A gate-in of a container of the booking, which is received at its date. */
const gateIn = (n: number, hour: number): CarrierEvent =>
  equipmentEventOf(containerOf(n), {
    code: "GTIN",
    documents: [{ type: "BKG", value: BOOKING }],
    eventDateTime: hoursLater(hour),
    receivedAt: hoursLater(hour)
  })

describe("a container that becomes known under a booking", () => {
  it("is notified once to endpoints that name the type, with every container of the booking", () => {
    const tracked = trackShipment(BOOKING, [named, unnamed], { type: Option.some("BK") })
    const added = (events: ReadonlyArray<CarrierEvent>, hour: number, endpoint = named) => {
      const outbox = tracked.receive(events, DateTime.addDuration(SAMPLE_TIME, { hours: hour }))
      return tracked
        .receivedBy(outbox, endpoint)
        .filter(({ type }) => type === "shipment.container.added")
        .map(({ data }) => [data.container, data.containers])
    }
    const [first, second] = [gateIn(1, 1), gateIn(2, 30)]
    assert.deepStrictEqual(added([first], 1), [[containerOf(1), [containerOf(1)]]])
    assert.deepStrictEqual(added([first], 2), [])
    assert.deepStrictEqual(added([first, second], 30), [[containerOf(2), [containerOf(1), containerOf(2)].sort()]])
    assert.deepStrictEqual(added([second], 31), [])
    assert.deepStrictEqual(added([first, second], 32), [])
    assert.deepStrictEqual(added([first, second, gateIn(3, 40)], 40, unnamed), [])
  })
})
