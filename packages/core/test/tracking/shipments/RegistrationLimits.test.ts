import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Result } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { ShipmentId } from "../../../src/alerts/ShipmentId.ts"
import { DEFAULT_LIMITS, LimitExceeded, type LimitValues } from "../../../src/limits/Limits.ts"
import { ContainerNumber } from "../../../src/tracking/references/ContainerNumber.ts"
import { registrationKey } from "../../../src/tracking/shipments/ShipmentChanges.ts"
import type { TrackRequest } from "../../../src/tracking/shipments/ShipmentStore.ts"
import { createShipment } from "../../../src/tracking/shipments/ShipmentTransitions.ts"
import {
  keysToCreate,
  planTracking,
  trackingKeyOf,
  trackingKeyText
} from "../../../src/tracking/shipments/TrackingPlan.ts"
import { CONTAINER, OTHER_CONTAINER } from "../fixtures.ts"

const NOW = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const accountId = AccountId.make("acc_1")
const STORED = ShipmentId.make("shp_stored")

const request = (number: string, endpoint: string): TrackRequest => ({
  reference: { _tag: "Container", number: ContainerNumber.make(number), sealine: Option.none() },
  endpointId: Option.some(EndpointId.make(endpoint)),
  label: Option.none(),
  metadata: Option.none()
})

/** Plans requests of an account whose shipment `CONTAINER` is registered on these endpoints; without any, it is new. */
const planWithin = (
  limits: Partial<LimitValues>,
  requests: ReadonlyArray<TrackRequest>,
  registered: ReadonlyArray<string> = [],
  enrolling: ReadonlyArray<string> = []
) => {
  const by = request(CONTAINER, "ep_0")
  const shipments = new Map(
    registered.length === 0
      ? []
      : [[trackingKeyText(trackingKeyOf(by)), createShipment(STORED, accountId, by, NOW)] as const]
  )
  const ids = new Map(keysToCreate(requests, shipments).map((key, index) => [key, ShipmentId.make(`shp_${index + 1}`)]))
  const state = {
    accountId,
    shipments,
    registrations: new Set(registered.map((id) => registrationKey(STORED, id))),
    enrolling: enrolling.map((id) => EndpointId.make(id)),
    limits: { ...DEFAULT_LIMITS, ...limits }
  }
  return planTracking(state, requests, ids, NOW)
}

describe("the registrations of a request", () => {
  it("fail when a shipment would have more endpoints than it may, with the stored ones", () => {
    const planFor = (...endpoints: ReadonlyArray<string>) =>
      planWithin(
        { "shipment.endpoints": 2 },
        endpoints.map((id) => request(CONTAINER, id)),
        ["ep_1"]
      )
    assert.isTrue(Result.isSuccess(planFor("ep_1", "ep_2", "ep_2", "ep_1")))
    assert.deepStrictEqual(
      planFor("ep_2", "ep_3", "ep_4"),
      Result.fail(new LimitExceeded({ limit: "shipment.endpoints", value: 2, needed: 3 }))
    )
  })

  it("omit endpoints that enrol all once a shipment has no room, and retain that of the request", () => {
    const enrolling = ["ep_1", "ep_2", "ep_3", "ep_4"]
    const planned = planWithin({ "shipment.endpoints": 3 }, [request(CONTAINER, "ep_9")], [], enrolling)
    const endpoints = Result.getOrThrow(planned).requests.flatMap(({ registrations }) =>
      registrations.map(({ endpointId }) => String(endpointId))
    )
    assert.deepStrictEqual(endpoints, ["ep_9", "ep_1", "ep_2"])
  })

  it("fail when the lines and the endpoints that enrol all add more of them than a request may have lines", () => {
    const requests = [request(CONTAINER, "ep_1"), request(OTHER_CONTAINER, "ep_1")]
    const planFor = (lines: number) => planWithin({ "request.lines": lines }, requests, [], ["ep_1", "ep_2"])
    assert.isTrue(Result.isSuccess(planFor(4)))
    assert.deepStrictEqual(planFor(3), Result.fail(new LimitExceeded({ limit: "request.lines", value: 3, needed: 4 })))
  })
})
