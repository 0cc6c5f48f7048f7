import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Effect, Option, Schema } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { DefaultEventType, OptInEventType } from "../../../src/alerts/EventType.ts"
import { ApplicationId } from "../../../src/alerts/endpoints/Application.ts"
import { Endpoint, EndpointUrl, type FilterTypes } from "../../../src/alerts/endpoints/Endpoint.ts"
import { ShipmentId } from "../../../src/alerts/ShipmentId.ts"
import { DEFAULT_THRESHOLD_HOURS, ThresholdHours } from "../../../src/alerts/ThresholdHours.ts"
import { Instant } from "../../../src/time/Instant.ts"
import type { CarrierEvent } from "../../../src/tracking/carriers/CarrierEvent.ts"
import { decideDemoRound } from "../../../src/tracking/decisions/DemoRound.ts"
import { exampleAlertData } from "../../../src/tracking/decisions/ExampleAlertData.ts"
import { decideOnEvents, decideOnRegistration } from "../../../src/tracking/decisions/ShipmentDecisions.ts"
import { EXAMPLE_CONTAINER, exampleJourney } from "../../../src/tracking/journey/ExampleJourney.ts"
import { NOTHING_NOTIFIED } from "../../../src/tracking/shipments/NotifiedState.ts"
import type { Shipment } from "../../../src/tracking/shipments/Shipment.ts"
import type { ShipmentSnapshot, Subscriber } from "../../../src/tracking/shipments/ShipmentStore.ts"
import { CONTAINER, directVoyage } from "../fixtures.ts"

const NOW = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const MILESTONES = exampleJourney(Instant.make(NOW.epochMilliseconds)).milestones

const shipment = (number: string): Shipment => ({
  id: ShipmentId.make("shp_1"),
  accountId: AccountId.make("acc_1"),
  number,
  type: Option.some("CT"),
  sealine: Option.none(),
  reference: Option.some("PO-1"),
  metadata: Option.some({ team: "imports" }),
  status: "tracking",
  stopReason: Option.none(),
  trackedSince: NOW,
  completedAt: Option.none(),
  reviewAt: Option.none(),
  createdAt: NOW,
  updatedAt: NOW,
  sequence: 7
})

const subscriber = (name: string, filterTypes: Option.Option<FilterTypes>, disabled = false): Subscriber => ({
  endpoint: new Endpoint({
    id: EndpointId.make(`ep_${name}`),
    accountId: AccountId.make("acc_1"),
    applicationId: ApplicationId.make("app_1"),
    url: EndpointUrl.make("https://example.com/"),
    description: Option.none(),
    filterTypes,
    metadata: {},
    rateLimit: Option.none(),
    retryPolicy: Option.none(),
    headerNames: [],
    dateChangeThresholdHours: DEFAULT_THRESHOLD_HOURS,
    disabled,
    disabledAt: disabled ? Option.some(NOW) : Option.none(),
    verifiedAt: Option.none(),
    createdAt: NOW,
    updatedAt: NOW
  }),
  registration: {
    shipmentId: ShipmentId.make("shp_1"),
    endpointId: EndpointId.make(`ep_${name}`),
    registeredAt: NOW,
    notified: NOTHING_NOTIFIED
  }
})

const snapshot = (
  number: string,
  subscribers: ReadonlyArray<Subscriber>,
  plan: "free" | "pay-as-you-go" = "pay-as-you-go"
) => ({ plan, shipment: shipment(number), events: [], subscribers }) satisfies ShipmentSnapshot

const Filter = Schema.Option(
  Schema.Array(DefaultEventType).pipe(Schema.check(Schema.isMinLength(1), Schema.isUnique()))
)

describe("the example journey", () => {
  it("has every milestone of the catalogue once", () => {
    assert.strictEqual(MILESTONES.length, 16)
    assert.strictEqual(new Set(MILESTONES.map(({ type }) => type)).size, 16)
  })

  it.effect.prop("gives an example of any type, marked as an example", [DefaultEventType], ([type]) =>
    Effect.sync(() => {
      const data = exampleAlertData(shipment(EXAMPLE_CONTAINER), type, 3, Instant.make(NOW.epochMilliseconds))
      assert.deepInclude(data, { example: true, sequence: 3 })
      if ("milestone" in data) assert.isTrue(type === data.milestone || type === `date.changed.${data.milestone}`)
      else assert.strictEqual(type, "shipment.added.to.endpoint")
    })
  )

  it("states its ports and its ETA in every opt-in type, and what is known of each place", () => {
    const now = Instant.make(NOW.epochMilliseconds)
    for (const type of OptInEventType.literals) {
      const data = JSON.parse(JSON.stringify(exampleAlertData(shipment(EXAMPLE_CONTAINER), type, 3, now)))
      assert.deepStrictEqual([data.journey.pol.unlocode, data.journey.pod.unlocode], ["CNSHA", "NLRTM"], type)
      assert.isString(data.journey.eta.localDate, type)
      if (data.location !== undefined) assert.containsAllKeys(data.location, ["name", "timeZone", "position"], type)
      if (data.location !== undefined && data.date !== undefined) assert.property(data, "localDate", type)
    }
  })
})

describe("a round of the demo container", () => {
  it.effect.prop(
    "sends each subscriber one alert of every type that its filter allows, with consecutive sequence numbers",
    [Arbitrary.schema(Filter)],
    ([filter]) =>
      Effect.sync(() => {
        const change = decideDemoRound(NOW)(
          snapshot("ZZZZ0000000", [subscriber("a", filter), subscriber("b", Option.none())])
        )
        const types = (name: string) =>
          change.outbox.filter(({ recipients }) => recipients[0]?.endpointId === `ep_${name}`).map(({ type }) => type)
        assert.deepStrictEqual(types("a"), [...Option.getOrElse(filter, () => DefaultEventType.literals)])
        assert.deepStrictEqual(types("b"), [...DefaultEventType.literals])
        const sequences = change.outbox.map(({ body }) => JSON.parse(body).data.sequence)
        assert.deepStrictEqual(
          sequences,
          sequences.map((_, index) => 8 + index)
        )
        assert.strictEqual(change.shipment.sequence, 7 + change.outbox.length)
      })
  )
})

describe("new events of a shipment with several subscribers", () => {
  const voyage = directVoyage()
  const settings: ReadonlyArray<Partial<Endpoint>> = [
    {},
    {},
    { dateChangeThresholdHours: ThresholdHours.make(1) },
    { finalPod: "eager" },
    { filterTypes: Option.some(["vessel.departure.from.first.pol", "shipment.milestone.retracted"]) }
  ]
  const subscribers = settings.map((changes, index) => {
    const { endpoint, registration } = subscriber(String(index), Option.none())
    return { endpoint: new Endpoint({ ...endpoint, ...changes }), registration }
  })
  /** What a subscriber is notified of, and the types of its alerts. */
  const changesOf = (of: ReadonlyArray<Subscriber>, events: ReadonlyArray<CarrierEvent>) => {
    const change = decideOnEvents(NOW)({ ...snapshot(CONTAINER, of), events })
    return of.map(({ endpoint: { id } }) => ({
      id,
      notified: change.registrations.find(({ endpointId }) => endpointId === id)?.notified,
      types: change.outbox
        .filter(({ recipients }) => recipients.some(({ endpointId }) => endpointId === id))
        .map(({ type }) => type)
        .toSorted()
    }))
  }

  it.prop("change the state of each subscriber as without the others", [Schema.Int], ([seed]) => {
    const events = voyage.filter((_, index) => (Math.abs(seed) >> (index % 20)) % 2 === 0)
    assert.deepStrictEqual(
      changesOf(subscribers, events),
      subscribers.flatMap((one) => changesOf([one], events))
    )
  })

  it("share one notified state where their settings and their former states are equal", () => {
    const { registrations } = decideOnEvents(NOW)({ ...snapshot(CONTAINER, subscribers), events: voyage })
    assert.isAbove(registrations.length, 1)
    assert.strictEqual(registrations[0]?.notified, registrations[1]?.notified)
    assert.strictEqual(new Set(registrations.map(({ notified }) => notified)).size, registrations.length - 1)
  })
})

describe("a new registration", () => {
  it("emits the journey so far with the customer's reference and metadata", () => {
    const change = decideOnRegistration(NOW)(snapshot(EXAMPLE_CONTAINER, [subscriber("a", Option.none())]))
    assert.strictEqual(change.outbox.length, 1)
    const body = JSON.parse(change.outbox[0]?.body ?? "")
    assert.strictEqual(body.type, "shipment.added.to.endpoint")
    assert.deepInclude(body.data.shipment, { reference: "PO-1", metadata: { team: "imports" } })
    assert.strictEqual(body.data.sequence, 8)
  })

  it("of the demo container emits nothing before its first round", () => {
    const before = snapshot("ZZZZ0000000", [subscriber("a", Option.none())])
    assert.deepStrictEqual(decideOnRegistration(NOW)(before), {
      shipment: before.shipment,
      registrations: [],
      outbox: []
    })
  })

  it("records why an alert is skipped: filter before plan before disabled", () => {
    const arrivals: Option.Option<FilterTypes> = Option.some(["vessel.arrival.at.final.pod"])
    const skip = (subscribed: Subscriber, plan?: "free") =>
      decideOnRegistration(NOW)(snapshot(EXAMPLE_CONTAINER, [subscribed], plan)).outbox[0]?.recipients[0]?.skip
    assert.deepStrictEqual(skip(subscriber("a", arrivals, true), "free"), Option.some("filter"))
    assert.deepStrictEqual(skip(subscriber("a", Option.none(), true), "free"), Option.some("plan"))
    assert.deepStrictEqual(skip(subscriber("a", Option.none(), true)), Option.some("endpoint_disabled"))
    assert.deepStrictEqual(skip(subscriber("a", Option.none())), Option.none())
  })
})

describe("events that change nothing", () => {
  it("emit no message and use no sequence number", () => {
    const before = snapshot(EXAMPLE_CONTAINER, [subscriber("a", Option.none())])
    const change = decideOnEvents(NOW)(before)
    assert.deepStrictEqual([change.outbox, change.registrations, change.shipment.sequence], [[], [], 7])
  })
})
