import type { Account, AccountId } from "@landfall/core/accounts/Account"
import type { ApiKey, ApiKeyId } from "@landfall/core/accounts/ApiKey"
import type { DashboardToken, DashboardTokenHash } from "@landfall/core/accounts/DashboardToken"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { Application, ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import type { Message, MessageId } from "@landfall/core/alerts/Message"
import type { TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import type { EndpointHour } from "@landfall/core/alerts/operations/EndpointStats"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { EmissionFactor } from "@landfall/core/co2/lanes/EmissionFactor"
import type { PortCallId } from "@landfall/core/congestion/detection/PortCall"
import type { VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import type { LastReception } from "@landfall/core/congestion/detection/PortCoverage"
import type { FleetLease } from "@landfall/core/congestion/fleet/FleetLease"
import type { StoredLedger } from "@landfall/core/congestion/ledger/PortCallLog"
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
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { TrackingKey } from "@landfall/core/tracking/shipments/TrackingPlan"
import type { TranshipmentRecord } from "@landfall/core/tracking/transhipments/TranshipmentRecord"
import type { ConsumptionPeriod } from "@landfall/core/usage/ConsumptionPeriod"
import { CarryOver } from "@landfall/core/usage/PeriodOpening"
import type { UsageCount } from "@landfall/core/usage/Usage"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import type { Vessel } from "@landfall/core/vessels/Vessel"
import { Context, Effect, Exit, Latch, Layer, Result, Semaphore } from "effect"
import { toCrockford } from "../../samples/Crockford.ts"
import type {
  CarrierEventRow,
  CarrierRow,
  DeliveryRow,
  EndpointRow,
  MeterRow,
  PollRow,
  PortCallRow,
  PortDayRow,
  RegistrationRow,
  RemovedEndpoint,
  StoredResponseRow,
  TaskRow
} from "./MemoryRows.ts"
import { Table, type Undo } from "./Table.ts"

/** Returns a ULID for an instant (milliseconds since the epoch) that sorts after all earlier ones. */
export type NextUlid = (millis: number) => string

/** Creates a sequence of ULIDs with a counter in place of the random part, so that a transaction needs no randomness. */
const makeUlidSequence = (): NextUlid => {
  let latest = 0
  let count = 0
  return (millis) => {
    latest = Math.max(latest, millis)
    count += 1
    return toCrockford(latest, 10) + toCrockford(count, 16)
  }
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
  portsLastReceived: new Table<Unlocode, LastReception>(journal),
  congestionThresholds: new Table<CongestionThresholdId, CongestionThreshold>(journal),
  portLedgers: new Table<Unlocode, StoredLedger>(journal),
  vesselStates: new Table<MmsiInteger, VesselState>(journal),
  /** The leases of the fleet and of its parts, by name. */
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
    /** The limits of the stored objects of an account. */
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
