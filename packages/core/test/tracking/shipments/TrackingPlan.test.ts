import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Result } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { ApplicationId } from "../../../src/alerts/endpoints/Application.ts"
import { Endpoint, EndpointUrl } from "../../../src/alerts/endpoints/Endpoint.ts"
import { ShipmentId } from "../../../src/alerts/ShipmentId.ts"
import { DEFAULT_THRESHOLD_HOURS } from "../../../src/alerts/ThresholdHours.ts"
import { DEFAULT_LIMITS } from "../../../src/limits/Limits.ts"
import { ContainerNumber, DEMO_CONTAINER } from "../../../src/tracking/references/ContainerNumber.ts"
import { Scac } from "../../../src/tracking/references/Sealine.ts"
import { DocumentNumber, type ShipmentReference } from "../../../src/tracking/references/ShipmentReference.ts"
import type { Shipment } from "../../../src/tracking/shipments/Shipment.ts"
import { registrationKey } from "../../../src/tracking/shipments/ShipmentChanges.ts"
import type { ShipmentDecision, TrackRequest } from "../../../src/tracking/shipments/ShipmentStore.ts"
import { releaseShipment, stopShipment } from "../../../src/tracking/shipments/ShipmentTransitions.ts"
import { decideTracking, trackingPrice } from "../../../src/tracking/shipments/TrackingOutcome.ts"
import {
  keysToCreate,
  planTracking,
  trackingKeyOf,
  trackingKeyText
} from "../../../src/tracking/shipments/TrackingPlan.ts"
import { Credits } from "../../../src/usage/Credits.ts"
import { CONTAINER, OTHER_CONTAINER } from "../fixtures.ts"

const NOW = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const LATER = DateTime.add(NOW, { hours: 1 })
const accountId = AccountId.make("acc_1")
const MSC = Scac.make("MSCU")

const container = (number: string, sealine?: Scac): ShipmentReference => ({
  _tag: "Container",
  number: ContainerNumber.make(number),
  sealine: Option.fromUndefinedOr(sealine)
})
const demo: ShipmentReference = { _tag: "Demo", number: DEMO_CONTAINER }

const request = (reference: ShipmentReference, endpoint?: string, label?: string): TrackRequest => ({
  reference,
  endpointId: Option.map(Option.fromUndefinedOr(endpoint), (id) => EndpointId.make(id)),
  label: Option.fromUndefinedOr(label),
  metadata: Option.none()
})

const endpointOf = (id: string, owner = accountId) =>
  new Endpoint({
    id: EndpointId.make(id),
    accountId: owner,
    applicationId: ApplicationId.make("app_1"),
    url: EndpointUrl.make("https://example.com/"),
    description: Option.none(),
    filterTypes: Option.none(),
    metadata: {},
    rateLimit: Option.none(),
    retryPolicy: Option.none(),
    headerNames: [],
    dateChangeThresholdHours: DEFAULT_THRESHOLD_HOURS,
    disabled: false,
    disabledAt: Option.none(),
    verifiedAt: Option.none(),
    createdAt: NOW,
    updatedAt: NOW
  })

/** Plans requests of an account that has these shipments, each stored by the request before it. */
const plan = (
  requests: ReadonlyArray<TrackRequest>,
  stored: ReadonlyArray<readonly [TrackRequest, Shipment]> = [],
  registered: ReadonlyArray<string> = [],
  now = NOW,
  enrolling: ReadonlyArray<string> = []
) => {
  const shipments = new Map(stored.map(([by, one]) => [trackingKeyText(trackingKeyOf(by)), one]))
  const ids = new Map(keysToCreate(requests, shipments).map((key, index) => [key, ShipmentId.make(`shp_${index + 1}`)]))
  const state = {
    accountId,
    shipments,
    registrations: new Set(registered),
    enrolling: enrolling.map((id) => EndpointId.make(id)),
    limits: DEFAULT_LIMITS
  }
  return Result.getOrThrow(planTracking(state, requests, ids, now))
}

const decide = (planned: ReturnType<typeof plan>, decision: ShipmentDecision, endpoints = [endpointOf("ep_1")]) =>
  decideTracking(
    planned,
    {
      accountId,
      plan: "free",
      endpoints: new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])),
      eventsOf: () => []
    },
    decision,
    NOW
  )

/** Counts decisions in the sequence of the shipment. */
const count: ShipmentDecision = ({ shipment }) => ({
  shipment: { ...shipment, sequence: shipment.sequence + 1 },
  registrations: [],
  outbox: []
})

const createdBy = (by: TrackRequest): Shipment => {
  const [created] = plan([by]).shipments.values()
  if (created === undefined) throw new Error("The request created nothing")
  return created
}

describe("a tracking key", () => {
  it("has the number, type and sealine that the request names", () => {
    const booking = { _tag: "Booking", number: DocumentNumber.make("BOOKING1"), sealine: MSC } as const
    const either = { _tag: "BookingOrBill", number: DocumentNumber.make("BOOKING1"), sealine: MSC } as const
    assert.deepStrictEqual(trackingKeyOf(request(booking)), ["BOOKING1", "BK", "MSCU"])
    assert.deepStrictEqual(trackingKeyOf(request(either)), ["BOOKING1", "", "MSCU"])
    assert.deepStrictEqual(trackingKeyOf(request(demo)), [DEMO_CONTAINER, "CT", ""])
  })
})

describe("the decisions of a tracking plan", () => {
  it("concern all new registrations of a request at the same time, and each further request the shipment after it", () => {
    const ids = ["ep_1", "ep_2", "ep_3"]
    const planned = plan([request(container(CONTAINER), "ep_1")], [], [], NOW, ids)
    const readKeys: Array<ReadonlyArray<string>> = []
    const { tracked } = Result.getOrThrow(
      decide(
        planned,
        (snapshot) => {
          readKeys.push(snapshot.subscribers.map(({ endpoint }) => endpoint.id))
          return count(snapshot)
        },
        ids.map((id) => endpointOf(id))
      )
    )
    assert.deepStrictEqual(readKeys, [ids])
    assert.deepStrictEqual(
      tracked.map(({ shipment, units }) => [shipment.sequence, units]),
      [[1, 3]]
    )
  })
})

describe("a tracking plan", () => {
  it("creates one shipment for each new key, by the first request that names it", () => {
    const planned = plan([
      request(container(CONTAINER), undefined, "First"),
      request(container(CONTAINER), undefined, "Second")
    ])
    assert.deepStrictEqual(
      planned.requests.map(({ startsTracking }) => startsTracking),
      [true, false]
    )
    assert.deepStrictEqual(
      [...planned.shipments.values()].map(({ number, reference }) => [number, Option.getOrNull(reference)]),
      [[CONTAINER, "First"]]
    )
    assert.strictEqual(plan([request(container(CONTAINER)), request(container(CONTAINER, MSC))]).created.size, 2)
  })

  it("has a shipment without endpoint reviewed immediately, and one with an endpoint by the decision on its registration", () => {
    assert.deepStrictEqual(createdBy(request(container(CONTAINER))).reviewAt, Option.some(NOW))
    assert.deepStrictEqual(createdBy(request(container(CONTAINER), "ep_1")).reviewAt, Option.none())
  })

  it("does not change a tracked shipment, and resumes a stopped one with the label of the request", () => {
    const by = request(container(CONTAINER), undefined, "First")
    const again = request(container(CONTAINER), undefined, "Second")
    const tracked = createdBy(by)
    assert.deepStrictEqual(plan([again], [[by, tracked]]).requests[0]?.startsTracking, false)
    const stopped = stopShipment(tracked, "requested", NOW)
    const resumed = plan([again], [[by, stopped]], [], LATER).shipments.get(stopped.id)
    assert.deepStrictEqual(resumed, {
      ...tracked,
      reference: Option.some("Second"),
      trackedSince: LATER,
      reviewAt: Option.some(LATER),
      updatedAt: LATER
    })
  })

  it("adds a registration once, and none that is stored", () => {
    const by = request(container(CONTAINER), "ep_1")
    const twice = plan([by, by]).requests.map(({ registrations }) => registrations.length)
    assert.deepStrictEqual(twice, [1, 0])
    const stored = createdBy(by)
    const registered = plan([by], [[by, stored]], [registrationKey(stored.id, "ep_1")])
    assert.isTrue(registered.requests.every(({ registrations }) => registrations.length === 0))
  })

  it("registers a shipment whose tracking starts on every endpoint that enrols all, but not the demonstration", () => {
    const endpointsOf = (planned: ReturnType<typeof plan>) =>
      planned.requests.map(({ registrations }) => registrations.map(({ endpointId }) => String(endpointId)))
    const enrolling = ["ep_1", "ep_2"]
    const named = request(container(CONTAINER), "ep_2")
    const requests = [named, request(container(OTHER_CONTAINER)), request(demo), request(container(CONTAINER), "ep_3")]
    assert.deepStrictEqual(endpointsOf(plan(requests, [], [], NOW, enrolling)), [
      ["ep_2", "ep_1"],
      ["ep_1", "ep_2"],
      [],
      ["ep_3"]
    ])
    const by = request(container(CONTAINER))
    const tracked = createdBy(by)
    assert.deepStrictEqual(endpointsOf(plan([by], [[by, tracked]], [], NOW, enrolling)), [[]])
    const stopped = stopShipment(tracked, "requested", NOW)
    assert.deepStrictEqual(endpointsOf(plan([by], [[by, stopped]], [], NOW, enrolling)), [["ep_1", "ep_2"]])
  })
})

describe("the decisions of a plan", () => {
  it("are one for each new registration, each on the shipment after the previous one", () => {
    const requests = [
      request(container(CONTAINER), "ep_1"),
      request(container(CONTAINER), "ep_2"),
      request(container(CONTAINER), "ep_1")
    ]
    const outcome = Result.getOrThrow(decide(plan(requests), count, [endpointOf("ep_1"), endpointOf("ep_2")]))
    assert.deepStrictEqual(
      outcome.tracked.map(({ shipment, added }) => [shipment.sequence, added]),
      [
        [1, true],
        [2, true],
        [2, false]
      ]
    )
    assert.deepStrictEqual(
      outcome.shipments.map(({ shipment }) => shipment.sequence),
      [2]
    )
    assert.strictEqual(outcome.registrations.length, 2)
    assert.strictEqual(outcome.changes.shipments.size, 0)
  })

  it("change a resumed shipment, and start its polls", () => {
    const by = request(container(CONTAINER), "ep_1")
    const stopped = stopShipment(createdBy(by), "completed", NOW)
    const { shipments, changes } = Result.getOrThrow(decide(plan([by], [[by, stopped]]), count))
    assert.deepStrictEqual(shipments, [])
    assert.deepStrictEqual([...changes.statusChanges], [[stopped.id, "tracking"]])
    assert.strictEqual(changes.shipments.get(stopped.id)?.sequence, 1)
  })

  it("poll carriers for every shipment except the demo container, whose first round is due immediately", () => {
    const { shipments, registrations } = Result.getOrThrow(
      decide(plan([request(demo, "ep_1"), request(container(CONTAINER), "ep_1")]), count)
    )
    assert.deepStrictEqual(
      shipments.map(({ polled }) => polled),
      [false, true]
    )
    assert.deepStrictEqual(
      registrations.map(({ demoDueAt }) => demoDueAt),
      [Option.some(NOW), Option.none()]
    )
  })

  it("fail for an endpoint that the account does not have", () => {
    const planned = plan([request(container(CONTAINER), "ep_1")])
    for (const endpoints of [[], [endpointOf("ep_1", AccountId.make("acc_2"))]]) {
      const failure = Option.getOrThrow(Result.getFailure(decide(planned, count, endpoints)))
      assert.strictEqual(failure.id, "ep_1")
    }
  })

  it("cost the price of a shipment for each request that added something", () => {
    const requests = [request(container(CONTAINER)), request(container(CONTAINER)), request(container(OTHER_CONTAINER))]
    const { tracked } = Result.getOrThrow(decide(plan(requests), count))
    assert.strictEqual(trackingPrice(tracked, Credits.make(10)), Credits.make(20))
  })

  it("cost the price of a shipment for each registration, whether an endpoint is named or enrols all", () => {
    const requests = [request(container(CONTAINER)), request(container(OTHER_CONTAINER), "ep_1")]
    const endpoints = ["ep_1", "ep_2"].map((id) => endpointOf(id))
    const unitsWith = (...enrolling: ReadonlyArray<string>) =>
      Result.getOrThrow(decide(plan(requests, [], [], NOW, enrolling), count, endpoints)).tracked.map(
        ({ units }) => units
      )
    assert.deepStrictEqual(unitsWith(), [1, 1])
    assert.deepStrictEqual(unitsWith("ep_1"), [1, 1])
    assert.deepStrictEqual(unitsWith("ep_1", "ep_2"), [2, 2])
  })
})

describe("a shipment", () => {
  const tracked: Shipment = { ...createdBy(request(container(CONTAINER))), sealine: Option.some(MSC) }

  it("is stopped once: stopping it again retains the first reason", () => {
    const stopped = stopShipment(tracked, "completed", LATER)
    assert.deepStrictEqual(
      [stopped.status, stopped.stopReason, stopped.reviewAt],
      ["stopped", Option.some("completed"), Option.none()]
    )
    assert.strictEqual(stopShipment(stopped, "requested", LATER), stopped)
  })

  it("of a carrier that is no longer configured retains only the sealine of its request, and is reviewed immediately", () => {
    const released = releaseShipment(tracked, Option.none(), LATER)
    assert.deepStrictEqual([released.sealine, released.reviewAt], [Option.none(), Option.some(LATER)])
    assert.deepStrictEqual(releaseShipment(tracked, Option.some(MSC), LATER).sealine, Option.some(MSC))
  })
})
