import type { Account, AccountId } from "@landfall/core/accounts/Account"
import type { ApiKey, ApiKeyId } from "@landfall/core/accounts/ApiKey"
import type { DashboardToken, DashboardTokenHash } from "@landfall/core/accounts/DashboardToken"
import type { RequestOwner, StoredResponse } from "@landfall/core/accounts/Idempotency"
import type { Attempt, Delivery } from "@landfall/core/alerts/delivery/Delivery"
import type { QueuePostponement } from "@landfall/core/alerts/delivery/QueuePostponement"
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
import { Limits, type LimitValues } from "@landfall/core/limits/Limits"
import type { Instant } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import type { EnrolmentRange } from "@landfall/core/tracking/enrolment/Enrolment"
import type { CarrierHealth } from "@landfall/core/tracking/polling/CarrierHealth"
import type { CarrierUsage } from "@landfall/core/tracking/polling/CarrierUsage"
import type { PollRecord } from "@landfall/core/tracking/polling/PollRecord"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Registration, Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { TrackingKey } from "@landfall/core/tracking/shipments/TrackingPlan"
import type { TranshipmentRecord } from "@landfall/core/tracking/transhipments/TranshipmentRecord"
import type { ConsumptionPeriod } from "@landfall/core/usage/ConsumptionPeriod"
import { CarryOver } from "@landfall/core/usage/PeriodOpening"
import type { UsageCount } from "@landfall/core/usage/Usage"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import type { Vessel } from "@landfall/core/vessels/Vessel"
import { Context, type DateTime, Effect, Exit, Latch, Layer, Option, type Redacted, Result, Semaphore } from "effect"
import { Table, type Undo } from "./Table.ts"
import { makeUlidSequence, type NextUlid } from "./UlidSequence.ts"

/** An endpoint with its status and its queue. Instants in milliseconds since the epoch. */
export interface EndpointRow extends EndpointStatus {
  readonly endpoint: Endpoint
  readonly secrets: SecretRing
  readonly headers: RedactedHeaders
  readonly urlSecret: Option.Option<Redacted.Redacted<string>>
  /** The end of the pause that the receiver requested with Retry-After; 0 without one. */
  readonly pausedUntil: number
  /** Why its deliveries wait for a reason on this side; none when they never did. */
  readonly postponement: Option.Option<QueuePostponement>
  /** The earliest start of the next attempt under a rate limit. */
  readonly slotAt: number
  /** The earliest instant of the next turn of its queue. */
  readonly nextTurnAt: number
  /** Rises with each turn. Of two queues with a turn at the same instant, the one with the earlier last turn comes first. */
  readonly lastTurn: number
}

/** An endpoint that an account has removed. */
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
  /** What it counts as in bytes while it is marked as an event that concerns no shipment. */
  readonly untrackedBytes: Option.Option<number>
}

/** The polls of a shipment. */
export interface PollRow {
  readonly shipmentId: ShipmentId
  readonly poll: PollRecord
}

/** The last batch that a meter has stored. */
interface MeterRow {
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

/** Whether the effect runs inside a transaction, which then includes its changes. */
const InTransaction = Context.Reference<boolean>("@landfall/testing/memory/state/InTransaction", {
  defaultValue: () => false
})

const makeTables = (journal: Array<Undo>) => ({
  accounts: new Table<AccountId, Account>(journal),
  apiKeys: new Table<ApiKeyId, ApiKey>(journal),
  dashboardTokens: new Table<DashboardTokenHash, DashboardToken>(journal),
  applications: new Table<ApplicationId, Application>(journal),
  endpoints: new Table<EndpointId, EndpointRow>(journal),
  /** When each removed endpoint was removed. */
  removedEndpoints: new Table<EndpointId, RemovedEndpoint>(journal),
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
  transhipments: new Table<AccountId, TranshipmentRecord>(journal),
  /** The keys of the events that carriers last reported about a shipment. */
  reportedEvents: new Table<ShipmentId, ReadonlySet<string>>(journal),
  carriers: new Table<Scac, CarrierRow>(journal),
  /** By account, hour and operation. */
  usageCounts: new Table<string, UsageCount>(journal),
  usageMeters: new Table<string, MeterRow>(journal),
  /** By account and first instant. */
  consumptionPeriods: new Table<string, ConsumptionPeriod>(journal),
  /** When each shared token bucket is full again, in milliseconds since the epoch: by rate and key. */
  rateBuckets: new Table<string, number>(journal),
  /** By account, operation and key. */
  idempotentResponses: new Table<string, StoredResponseRow>(journal),
  /** Vessels with an IMO number, and vessels with an MMSI; most are in both tables. */
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
  /** When the last position report at each port was received. */
  portsLastReceived: new Table<Unlocode, Instant>(journal),
  congestionThresholds: new Table<CongestionThresholdId, CongestionThreshold>(journal),
  portLedgers: new Table<Unlocode, StoredLedger>(journal),
  vesselStates: new Table<MmsiInteger, VesselState>(journal),
  /** The fleet lease, under `fleet`. */
  fleetLeases: new Table<string, FleetLease>(journal),
  /** Ports that the operator has supplied. */
  operatorPorts: new Table<Unlocode, OperatorPort>(journal),
  /** Revisions, which rise with every change: by port, `zones`, and `own ports`. */
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
     * Runs `work` as one transaction. When it returns a failure or throws, its changes are undone. A thrown error becomes
     * a defect.
     */
    readonly transact: <A, E>(work: () => Result.Result<A, E>) => Effect.Effect<A, E>
    /** Runs an effect as one transaction that includes the changes of all stores. They are undone unless it succeeds. */
    readonly atomically: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Whether unused credits are carried over to the next period. */
    readonly carryOver: boolean
    /** The limits of what an account has. */
    readonly limits: LimitValues
    /** Creates the ids of stored rows. */
    readonly nextUlid: NextUlid
    /** Open when deliveries may have become due. The next claim closes it. */
    readonly arrivals: Latch.Latch
  }
>()("@landfall/testing/memory/state/MemoryState") {
  static readonly layer = Layer.effect(
    MemoryState,
    Effect.gen(function* () {
      return makeState(yield* CarryOver, yield* Limits)
    })
  )
}

const makeState = (carryOver: boolean, limits: LimitValues): MemoryState["Service"] => {
  const journal: Array<Undo> = []
  const writer = Semaphore.makeUnsafe(1)

  const undoTo = (mark: number) => {
    while (journal.length > mark) journal.pop()?.()
  }

  const runWork = <A, E>(work: () => Result.Result<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const mark = journal.length
      const outcome = Result.try(work)
      if (Result.isFailure(outcome) || Result.isFailure(outcome.success)) undoTo(mark)
      return Result.isFailure(outcome) ? Effect.die(outcome.failure) : Effect.fromResult(outcome.success)
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
    Effect.flatMap(InTransaction, (inTransaction) => (inTransaction ? effect : asWriter(effect)))

  return MemoryState.of({
    ...makeTables(journal),
    transact: (work) => atomically(runWork(work)),
    atomically,
    carryOver,
    limits,
    nextUlid: makeUlidSequence(),
    arrivals: Latch.makeUnsafe(false)
  })
}

/** Joins ids into one key. Ids contain no spaces. */
export const joinKey = (...parts: ReadonlyArray<string>): string => parts.join(" ")

/** The error of a row that is already stored. */
export const duplicateError = (operation: string, id: string): StorageError =>
  new StorageError({ operation, reason: "fault", cause: new Error(`${id} is already stored`) })
