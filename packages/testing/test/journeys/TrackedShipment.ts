import { SubscribableEventType } from "@landfall/core/alerts/EventType"
import type { Endpoint } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId } from "@landfall/core/alerts/Message"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { exampleShipment } from "@landfall/core/tracking/decisions/ExampleAlertData"
import { decideOnReview } from "@landfall/core/tracking/decisions/ReviewDecision"
import { decideOnEvents, decideOnRegistration } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { NOTHING_NOTIFIED } from "@landfall/core/tracking/shipments/NotifiedState"
import type { Registration, Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { registrationKey, ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import type { ShipmentDecision, ShipmentSnapshot, Subscriber } from "@landfall/core/tracking/shipments/ShipmentStore"
import {
  addOutcomes,
  NO_TRANSHIPMENTS,
  type TranshipmentRecord
} from "@landfall/core/tracking/transhipments/TranshipmentRecord"
import { type DateTime, Option } from "effect"
import { accountOf, applicationOf, endpointOf, SAMPLE_TIME } from "../../src/samples/Samples.ts"

/** An alert as a receiver parses it. */
export interface ReceivedAlert {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  // biome-ignore lint/suspicious/noExplicitAny: a receiver parses JSON of unknown shape
  readonly data: any
}

export const ALL_TYPES = SubscribableEventType.literals

const application = applicationOf(accountOf(1), 1)

export const subscribingEndpoint = (n: number, changes: Partial<Endpoint> = {}): Endpoint =>
  endpointOf(application, n, { filterTypes: Option.some(ALL_TYPES), ...changes })

const shipmentOf = (number: string, changes: Partial<Shipment>): Shipment => ({
  ...exampleShipment(application.accountId, SAMPLE_TIME),
  number,
  sealine: Option.none(),
  ...changes
})

/** A shipment with registered endpoints that applies decisions as a store does, and the alerts of each endpoint. */
export const trackShipment = (number: string, endpoints: ReadonlyArray<Endpoint>, changes: Partial<Shipment> = {}) => {
  let shipment = shipmentOf(number, changes)
  let subscribers: ReadonlyArray<Subscriber> = []
  let events: ReadonlyArray<CarrierEvent> = []
  let messages = 0
  let transhipments: TranshipmentRecord | undefined

  const decide = (decision: ShipmentDecision, selected: ReadonlyArray<Subscriber>) => {
    const snapshot: ShipmentSnapshot = {
      plan: "pay-as-you-go",
      shipment,
      events,
      subscribers: selected,
      ...(transhipments === undefined ? {} : { transhipments })
    }
    const changes = new ShipmentChanges()
    shipment = changes.apply(decision, snapshot)
    if (changes.outcomes.length > 0) {
      transhipments = changes.outcomes.reduce(addOutcomes, transhipments ?? NO_TRANSHIPMENTS)
    }
    const ids = changes.outbox.map(() => MessageId.make(`msg_${++messages}`))
    changes.recordMessageIds(ids)
    subscribers = subscribers.map(({ endpoint, registration }) => ({
      endpoint,
      registration: changes.registrations.get(registrationKey(shipment.id, endpoint.id)) ?? registration
    }))
    if (shipment.status === "stopped") subscribers = []
    return changes.outbox.map((draft, index) => ({ ...draft, id: ids[index] ?? "" }))
  }

  /** The alerts of an outbox that an endpoint receives. */
  const receivedBy = (outbox: ReturnType<typeof decide>, endpoint: Endpoint): ReadonlyArray<ReceivedAlert> =>
    outbox
      .filter(({ recipients }) =>
        recipients.some(({ endpointId, skip }) => endpointId === endpoint.id && Option.isNone(skip))
      )
      .map(({ id, body }) => ({ id, ...JSON.parse(body) }))

  const register = (endpoint: Endpoint, at: DateTime.Utc) => {
    const registration: Registration = {
      shipmentId: shipment.id,
      endpointId: endpoint.id,
      registeredAt: at,
      notified: NOTHING_NOTIFIED
    }
    const subscriber = { endpoint, registration }
    subscribers = [...subscribers, subscriber]
    return decide(decideOnRegistration(at), [subscriber])
  }

  for (const endpoint of endpoints) register(endpoint, SAMPLE_TIME)

  return {
    receivedBy,
    register,
    /** Replaces the events of the shipment and decides on them. */
    receive: (received: ReadonlyArray<CarrierEvent>, at: DateTime.Utc, firstResponse = false) => {
      events = received
      return decide(decideOnEvents(at, firstResponse), subscribers)
    },
    review: (at: DateTime.Utc) => decide(decideOnReview(at), subscribers),
    change: (endpoint: Endpoint) => {
      subscribers = subscribers.map((subscriber) =>
        subscriber.endpoint.id === endpoint.id ? { ...subscriber, endpoint } : subscriber
      )
    },
    /** Sets the record of the account. */
    learn: (record: TranshipmentRecord) => {
      transhipments = record
    },
    transhipments: () => transhipments,
    shipment: () => shipment,
    snapshot: (): ShipmentSnapshot => ({ plan: "pay-as-you-go", shipment, events, subscribers })
  }
}
