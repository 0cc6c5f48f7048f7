import type { AccountId } from "@landfall/core/accounts/Account"
import type { RequestOwner, StoredResponse } from "@landfall/core/accounts/Idempotency"
import type { Attempt, Delivery } from "@landfall/core/alerts/delivery/Delivery"
import type { QueuePostponement } from "@landfall/core/alerts/delivery/QueuePostponement"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Endpoint, EndpointCredentials } from "@landfall/core/alerts/endpoints/Endpoint"
import type { EndpointStatus } from "@landfall/core/alerts/endpoints/EndpointCondition"
import { HEALTHY } from "@landfall/core/alerts/endpoints/EndpointHealth"
import type { MessageId } from "@landfall/core/alerts/Message"
import type { DeliveryTask } from "@landfall/core/alerts/operations/DeliveryTask"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { RedactedHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import type { SecretRing } from "@landfall/core/alerts/sending/SigningSecret"
import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { EnrolmentRange } from "@landfall/core/tracking/enrolment/Enrolment"
import type { CarrierHealth } from "@landfall/core/tracking/polling/CarrierHealth"
import type { CarrierUsage } from "@landfall/core/tracking/polling/CarrierUsage"
import type { PollRecord } from "@landfall/core/tracking/polling/PollRecord"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Registration } from "@landfall/core/tracking/shipments/Shipment"
import { type DateTime, Option, type Redacted } from "effect"

/** An endpoint with its status and its queue. Instants in milliseconds since the epoch. */
export interface EndpointRow extends EndpointStatus {
  readonly endpoint: Endpoint
  readonly secrets: SecretRing
  readonly headers: RedactedHeaders
  readonly urlSecret: Option.Option<Redacted.Redacted<string>>
  /** The end of the pause that the receiver requested with Retry-After; 0 without one. */
  readonly pausedUntil: number
  /** The last postponement of its deliveries; none when they were never postponed. */
  readonly postponement: Option.Option<QueuePostponement>
  /** The earliest start of the next attempt under a rate limit. */
  readonly slotAt: number
  /** The earliest instant of the next turn of its queue. */
  readonly nextTurnAt: number
  /** Rises with each turn. Of two queues with a turn at the same instant, the one with the earlier last turn comes first. */
  readonly lastTurn: number
}

/** A removed endpoint of an account. */
export interface RemovedEndpoint {
  readonly accountId: AccountId
  readonly at: DateTime.Utc
}

/** The row of a new endpoint. */
export const endpointRow = (endpoint: Endpoint, { secrets, headers, urlSecret }: EndpointCredentials): EndpointRow => ({
  endpoint,
  secrets,
  headers,
  urlSecret: Option.fromUndefinedOr(urlSecret),
  pausedUntil: 0,
  postponement: Option.none(),
  slotAt: 0,
  nextTurnAt: 0,
  lastTurn: 0,
  health: HEALTHY,
  probing: false,
  disabled: endpoint.disabled
    ? Option.some({ since: Option.getOrElse(endpoint.disabledAt, () => endpoint.updatedAt), reason: "owner" })
    : Option.none()
})

/** The delivery of a message to an endpoint. */
export interface DeliveryRow extends Delivery {
  readonly messageId: MessageId
  readonly endpointId: EndpointId
  /** Rises with every delivery. Of two deliveries that are due at the same instant, the older comes first. */
  readonly order: number
  /** The alerts of a shipment that its endpoint receives in their order, and the number of this one. */
  readonly line?: { readonly shipmentId: string; readonly sequence: number }
  /** The token of the lease; empty unless the state is `Leased`. */
  readonly token: string
  readonly attempts: ReadonlyArray<Attempt>
}

/** A task and its position in the list of candidates. Instants in milliseconds since the epoch. */
export interface TaskRow {
  readonly task: DeliveryTask
  /** When its next batch is due, unless it has ended. */
  readonly nextAt: number
  /** The last candidate that was read: when it became undelivered, and its message. */
  readonly cursor: { readonly at: number; readonly messageId: string }
  /** When the last candidate of its selection became undelivered. */
  readonly settledUntil: number
  /** The shipments that an enrolment has yet to read. */
  readonly enrolment?: EnrolmentRange
}

/** The stored response of an idempotent request. */
export interface StoredResponseRow {
  /** Owner, operation and key, as `joinKey` joins them. */
  readonly requestKey: string
  readonly owner: RequestOwner
  readonly fingerprint: string
  readonly response: StoredResponse
  readonly expiresAt: DateTime.Utc
}

/** A carrier's event that an account has received. */
export interface CarrierEventRow {
  /** Ascends with each event that is stored. */
  readonly id: string
  readonly accountId: AccountId
  readonly event: CarrierEvent
  /** Its size in bytes while it is marked as an event that concerns no shipment. */
  readonly untrackedBytes: Option.Option<number>
}

/** The polls of a shipment. */
export interface PollRow {
  readonly shipmentId: ShipmentId
  readonly poll: PollRecord
}

/** The last batch that a meter has stored. */
export interface MeterRow {
  readonly id: string
  readonly batch: number
  readonly storedAt: DateTime.Utc
}

/** The usage of a carrier, its health, and what identifies its profile and keys. */
export interface CarrierRow {
  readonly scac: Scac
  readonly usage: CarrierUsage
  readonly health: CarrierHealth
  readonly fingerprint: Option.Option<string>
  /** The account after which the next turn of its accounts begins. */
  readonly turnAfter: string
}

/** A registration. `demoDueAt` is the due instant of its next demo round in milliseconds since the epoch; none for others. */
export interface RegistrationRow {
  readonly registration: Registration
  readonly demoDueAt: Option.Option<number>
}

/** A port call and the revision of its port at its last change. */
export interface PortCallRow {
  readonly call: PortCall
  readonly revision: number
}

/** A day (whole days since 1970) with position reports at a port, and the revision of the port at its insertion. */
export interface PortDayRow {
  readonly port: Unlocode
  readonly day: number
  readonly revision: number
}
