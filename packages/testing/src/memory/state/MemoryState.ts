import type { Account, AccountId } from "@landfall/core/accounts/Account"
import type { ApiKey, ApiKeyId } from "@landfall/core/accounts/ApiKey"
import type { StoredResponse } from "@landfall/core/accounts/Idempotency"
import type { Attempt, Delivery } from "@landfall/core/alerts/delivery/Delivery"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Application, ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import type { Endpoint, EndpointCredentials } from "@landfall/core/alerts/endpoints/Endpoint"
import type { EndpointStatus } from "@landfall/core/alerts/endpoints/EndpointCondition"
import { HEALTHY } from "@landfall/core/alerts/endpoints/EndpointHealth"
import type { Message, MessageId } from "@landfall/core/alerts/Message"
import type { DeliveryTask, TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import type { EndpointHour } from "@landfall/core/alerts/operations/EndpointStats"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { RedactedHeaders } from "@landfall/core/alerts/sending/CustomHeaders"
import type { SecretRing } from "@landfall/core/alerts/sending/SigningSecret"
import type { EmissionFactor } from "@landfall/core/co2/lanes/EmissionFactor"
import type { FleetLease } from "@landfall/core/congestion/detection/FleetLease"
import type { PortCall, PortCallId } from "@landfall/core/congestion/detection/PortCall"
import type { VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import type { StoredLedger } from "@landfall/core/congestion/figures/PortCallLog"
import type {
  CongestionThreshold,
  CongestionThresholdId
} from "@landfall/core/congestion/thresholds/CongestionThreshold"
import type { Zone, ZoneId } from "@landfall/core/congestion/zones/Zone"
import type { BerthCapacity } from "@landfall/core/congestion/zones/ZoneStore"
import { StorageError } from "@landfall/core/faults/StorageError"
import type { OperatorPort } from "@landfall/core/geo/PortStore"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import type { Instant } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { CarrierUsage } from "@landfall/core/tracking/polling/CarrierUsage"
import type { PollRecord } from "@landfall/core/tracking/polling/PollRecord"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Registration, Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { TrackingKey } from "@landfall/core/tracking/shipments/TrackingPlan"
import type { ConsumptionPeriod } from "@landfall/core/usage/ConsumptionPeriod"
import type { UsageCount } from "@landfall/core/usage/Usage"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import type { Vessel } from "@landfall/core/vessels/Vessel"
import { Context, Effect, Exit, Latch, Layer, Option, Result, Semaphore } from "effect"
import { Table, type Undo } from "./Table.ts"
import { makeUlidSequence, type NextUlid } from "./UlidSequence.ts"

/** An endpoint with its status and its queue. Instants in milliseconds since the epoch. */
export interface EndpointRow extends EndpointStatus {
  readonly endpoint: Endpoint
  readonly secrets: SecretRing
  readonly headers: RedactedHeaders
  /** Until when the receiver asked for no requests; 0 when it did not. */
  readonly pausedUntil: number
  /** Under a rate limit, when the next attempt may begin. */
  readonly slotAt: number
  /** The next turn of its queue comes at this instant or later. */
  readonly nextTurnAt: number
  /** Rises with each turn: of two queues whose turn comes at one instant, the one goes first that was served earlier. */
  readonly lastTurn: number
}

/** The row of a new endpoint. */
export const endpointRow = (endpoint: Endpoint, { secrets, headers }: EndpointCredentials): EndpointRow => ({
  endpoint,
  secrets,
  headers,
  pausedUntil: 0,
  slotAt: 0,
  nextTurnAt: 0,
  lastTurn: 0,
  health: HEALTHY,
  probing: false,
  disabled: endpoint.disabled
    ? Option.some({ since: Option.getOrElse(endpoint.disabledAt, () => endpoint.updatedAt), reason: "owner" })
    : Option.none()
})

/** One message at one endpoint. */
export interface DeliveryRow extends Delivery {
  readonly messageId: MessageId
  readonly endpointId: EndpointId
  /** Rises with every delivery created: of two that are due at one instant, the older goes first. */
  readonly order: number
  /** The token of the lease; empty unless the state is `Leased`. */
  readonly token: string
  readonly attempts: ReadonlyArray<Attempt>
}

/** A task with the candidates that it has yet to read. Instants in milliseconds since the epoch. */
export interface TaskRow {
  readonly task: DeliveryTask
  /** When its next step is due, unless it has ended. */
  readonly nextAt: number
  /** The last candidate that was read: when it was set aside, and of which message. */
  readonly cursor: { readonly at: number; readonly messageId: string }
  /** When the last candidate of its selection was set aside. */
  readonly settledUntil: number
}

/** The stored response of an idempotent request. `expiresAt` in milliseconds since the epoch. */
export interface StoredResponseRow {
  readonly fingerprint: string
  readonly response: StoredResponse
  readonly expiresAt: number
}

/** A carrier's event as one account holds it. */
export interface CarrierEventRow {
  readonly accountId: AccountId
  readonly event: CarrierEvent
}

/** The polls of a shipment. */
export interface PollRow {
  readonly shipmentId: ShipmentId
  readonly poll: PollRecord
}

/** The usage of a carrier. */
export interface CarrierUsageRow {
  readonly scac: Scac
  readonly usage: CarrierUsage
}

/** A registration with when its next demo round is due, in milliseconds since the epoch; none unless it is the demo. */
export interface RegistrationRow {
  readonly registration: Registration
  readonly demoDueAt: Option.Option<number>
}

/** A port call and the revision of its port that it came or changed with. */
export interface PortCallRow {
  readonly call: PortCall
  readonly revision: number
}

/** A day on which a port was heard, whole days since 1970, and the revision that it came with. */
export interface PortDayRow {
  readonly port: Unlocode
  readonly day: number
  readonly revision: number
}

/** True inside an idempotent request: what happens there belongs to its transaction. */
const InTransaction = Context.Reference<boolean>("@landfall/testing/memory/state/InTransaction", {
  defaultValue: () => false
})

const makeTables = (journal: Array<Undo>) => ({
  accounts: new Table<AccountId, Account>(journal),
  apiKeys: new Table<ApiKeyId, ApiKey>(journal),
  applications: new Table<ApplicationId, Application>(journal),
  endpoints: new Table<EndpointId, EndpointRow>(journal),
  messages: new Table<MessageId, Message>(journal),
  /** By message and endpoint, as `deliveryKey` joins them. */
  deliveries: new Table<string, DeliveryRow>(journal),
  tasks: new Table<TaskId, TaskRow>(journal),
  /** By endpoint and first instant. */
  attemptHours: new Table<string, EndpointHour>(journal),
  shipments: new Table<ShipmentId, Shipment>(journal),
  /** The tracking key of each shipment's request, and the shipment of each account and tracking key. */
  trackingKeys: new Table<ShipmentId, TrackingKey>(journal),
  shipmentIdsByKey: new Table<string, ShipmentId>(journal),
  /** By shipment and endpoint. */
  registrations: new Table<string, RegistrationRow>(journal),
  /** By account and `storedEventKey`. */
  carrierEvents: new Table<string, CarrierEventRow>(journal),
  polls: new Table<ShipmentId, PollRow>(journal),
  /** The keys of the events that carriers last reported about a shipment. */
  reportedEvents: new Table<ShipmentId, ReadonlySet<string>>(journal),
  carrierUsage: new Table<Scac, CarrierUsageRow>(journal),
  /** By account, day and operation. */
  usageCounts: new Table<string, UsageCount>(journal),
  /** By account and first instant. */
  consumptionPeriods: new Table<string, ConsumptionPeriod>(journal),
  /** By account, operation and key. */
  idempotentResponses: new Table<string, StoredResponseRow>(journal),
  /** Ships that have an IMO number, and those that have an MMSI; most are in both. */
  vesselsByImo: new Table<string, Vessel>(journal),
  vesselsByMmsi: new Table<string, Vessel>(journal),
  /** By scope, name and cargo. */
  emissionFactors: new Table<string, EmissionFactor>(journal),
  zones: new Table<ZoneId, Zone>(journal),
  /** By port and class. */
  berthCapacities: new Table<string, BerthCapacity>(journal),
  portCalls: new Table<PortCallId, PortCallRow>(journal),
  /** By port and day. */
  portDays: new Table<string, PortDayRow>(journal),
  /** When each port was heard last. */
  portsLastReceived: new Table<Unlocode, Instant>(journal),
  congestionThresholds: new Table<CongestionThresholdId, CongestionThreshold>(journal),
  portLedgers: new Table<Unlocode, StoredLedger>(journal),
  vesselStates: new Table<MmsiInteger, VesselState>(journal),
  /** The fleet lease, under `fleet`. */
  fleetLeases: new Table<string, FleetLease>(journal),
  /** An operator's own ports. */
  operatorPorts: new Table<Unlocode, OperatorPort>(journal),
  /** Numbers that grow with what is stored: by port, `zones`, and `own ports`. */
  revisions: new Table<string, number>(journal)
})

/**
 * The rows of all in-memory stores, readable by tests. Only `transact` changes rows: completely or not at all, one
 * transaction after another, as in a database with one writer.
 */
export class MemoryState extends Context.Service<
  MemoryState,
  ReturnType<typeof makeTables> & {
    /**
     * Runs `work` as one transaction. When it returns a failure or throws, its changes are undone; what it throws
     * becomes a defect.
     */
    readonly transact: <A, E>(work: () => Result.Result<A, E>) => Effect.Effect<A, E>
    /** Runs an effect as one transaction with all that stores do inside it; nothing stays when it does not succeed. */
    readonly atomically: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Makes the ids of what the stores store. */
    readonly nextUlid: NextUlid
    /** Opened when deliveries may have become due, closed by the next claim. */
    readonly arrivals: Latch.Latch
  }
>()("@landfall/testing/memory/state/MemoryState") {
  static readonly layer = Layer.sync(MemoryState, () => {
    const journal: Array<Undo> = []
    const writer = Semaphore.makeUnsafe(1)

    const undoTo = (mark: number) => {
      while (journal.length > mark) journal.pop()?.()
    }

    const step = <A, E>(work: () => Result.Result<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        const mark = journal.length
        const done = Result.try(work)
        if (Result.isFailure(done) || Result.isFailure(done.success)) undoTo(mark)
        return Result.isFailure(done) ? Effect.die(done.failure) : Effect.fromResult(done.success)
      })

    const asWriter = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      writer.withPermit(
        Effect.onExit(Effect.provideService(effect, InTransaction, true), (exit) =>
          Effect.sync(() => {
            if (Exit.isFailure(exit)) undoTo(0)
            journal.length = 0
          })
        )
      )

    const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(InTransaction, (inside) => (inside ? effect : asWriter(effect)))

    return MemoryState.of({
      ...makeTables(journal),
      transact: (work) => atomically(step(work)),
      atomically,
      nextUlid: makeUlidSequence(),
      arrivals: Latch.makeUnsafe(false)
    })
  })
}

/** Joins ids into one key; ids have no blanks. */
export const joinKey = (...parts: ReadonlyArray<string>): string => parts.join(" ")

/** The fault of a row that is there already. */
export const duplicateError = (operation: string, id: string): StorageError =>
  new StorageError({ operation, reason: "fault", cause: new Error(`${id} is stored already`) })
