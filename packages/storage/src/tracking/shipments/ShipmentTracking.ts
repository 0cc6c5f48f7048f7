import type { AccountId } from "@landfall/core/accounts/Account"
import type { Plan } from "@landfall/core/accounts/Plan"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { StorageError } from "@landfall/core/faults/StorageError"
import { isDemoContainer } from "@landfall/core/tracking/references/ContainerNumber"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type {
  ShipmentDecision,
  ShipmentSnapshot,
  TrackedShipment,
  TrackRequest
} from "@landfall/core/tracking/shipments/ShipmentStore"
import { type DateTime, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { insertRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { makePollSchedule } from "./PollSchedule.ts"
import { ShipmentChanges } from "./ShipmentChanges.ts"
import type { ShipmentEventMatching } from "./ShipmentEventMatching.ts"
import {
  REGISTRATION_COLUMN_TYPES,
  registrationCells,
  SHIPMENT_COLUMN_TYPES,
  ShipmentRow,
  shipmentCells
} from "./ShipmentRow.ts"
import type { Subscribers } from "./Subscribers.ts"
import {
  planTracking,
  type RequestPlan,
  registrationKey,
  requestKey,
  requestKeyParts,
  type TrackingPlan
} from "./TrackingPlan.ts"

const REQUEST_KEY_COLUMNS = jsonColumns({ number: "TEXT", asked_type: "TEXT", asked_sealine: "TEXT" })
const NEW_SHIPMENT_COLUMNS = jsonColumns({ ...SHIPMENT_COLUMN_TYPES, asked_type: "TEXT", asked_sealine: "TEXT" })
const NEW_REGISTRATION_COLUMNS = jsonColumns({ ...REGISTRATION_COLUMN_TYPES, demo_due_at: "BIGINT" })

const RequestKeyRow = Schema.Struct({ number: Schema.String, askedType: Schema.String, askedSealine: Schema.String })
const decodeRequestKey = Schema.decodeUnknownEffect(RequestKeyRow)
const decodeShipment = Schema.decodeUnknownEffect(ShipmentRow)

/** What each new registration is decided on, by its step; the shipment as it was before all decisions. */
type Snapshots = ReadonlyMap<RequestPlan, ShipmentSnapshot>

/** Takes the decisions of a plan in the order of its requests, each on the shipment as those before have left it. */
const decideRequests = (plan: TrackingPlan, snapshots: Snapshots, changes: ShipmentChanges, decide: ShipmentDecision) =>
  plan.requestPlans.flatMap((step): ReadonlyArray<TrackedShipment> => {
    const shipment = changes.shipments.get(step.shipmentId) ?? plan.shipments.get(step.shipmentId)
    if (shipment === undefined) return []
    const snapshot = snapshots.get(step)
    return snapshot === undefined
      ? [{ shipment, added: step.startsTracking }]
      : [{ shipment: changes.apply(decide, { ...snapshot, shipment }), added: true }]
  })

/** Works out and stores what is to be tracked; to be used inside a transaction. */
export const makeTrackShipments = Effect.fnUntraced(function* (
  spokenOf: ShipmentEventMatching,
  subscribers: Subscribers
) {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const checks = makePollSchedule(sql)

  /** The account's shipments that are asked for, by what was asked when they were made. */
  const findKnown = Effect.fnUntraced(function* (accountId: AccountId, requests: ReadonlyArray<TrackRequest>) {
    const asked = new Map(requests.map(requestKeyParts).map((cells) => [requestKey(cells), cells]))
    const rows =
      yield* sql`SELECT s.* FROM ${jsonRows(sql, REQUEST_KEY_COLUMNS, [...asked.values()])} AS asked CROSS JOIN shipment AS s
      WHERE s.account_id = ${accountId} AND s.number = asked.number AND s.asked_type = asked.asked_type
        AND s.asked_sealine = asked.asked_sealine`
    const known = new Map<string, Shipment>()
    for (const row of rows) {
      const { number, askedType, askedSealine } = yield* decodeRequestKey(row)
      known.set(requestKey([number, askedType, askedSealine]), yield* decodeShipment(row))
    }
    return known
  })

  const makePlan = Effect.fnUntraced(function* (
    accountId: AccountId,
    requests: ReadonlyArray<TrackRequest>,
    now: DateTime.Utc
  ) {
    const known = yield* findKnown(accountId, requests)
    const registered = yield* subscribers.registrations([...known.values()].map(({ id }) => id))
    const keys = new Set(registered.map(({ shipmentId, endpointId }) => registrationKey(shipmentId, endpointId)))
    const names = new Set(requests.map((request) => requestKey(requestKeyParts(request))))
    const ids = new Map<string, ShipmentId>()
    for (const name of names) if (!known.has(name)) ids.set(name, ShipmentId.make(`shp_${yield* random.ulid}`))
    return planTracking(accountId, requests, known, keys, ids, now)
  })

  const snapshotsOf = Effect.fnUntraced(function* (accountId: AccountId, plan: TrackingPlan, of: Plan) {
    const added = plan.requestPlans.flatMap((step) => (step.registration === undefined ? [] : [step.registration]))
    const endpoints = yield* subscribers.endpoints(added.map(({ endpointId }) => endpointId))
    const ids = new Set(added.map(({ shipmentId }) => shipmentId))
    const events = yield* spokenOf.eventsOf(
      accountId,
      [...plan.shipments.values()].filter(({ id }) => ids.has(id))
    )
    const snapshots = new Map<RequestPlan, ShipmentSnapshot>()
    for (const step of plan.requestPlans) {
      const { shipmentId, registration } = step
      const shipment = plan.shipments.get(shipmentId)
      if (registration === undefined || shipment === undefined) continue
      const endpoint = endpoints.get(registration.endpointId)
      if (endpoint?.accountId !== accountId) {
        const cause = new Error(`The account has no endpoint ${registration.endpointId}`)
        return yield* new StorageError({ operation: "ShipmentStore.track", reason: "fault", cause })
      }
      const held = events.get(shipmentId) ?? []
      snapshots.set(step, { plan: of, shipment, events: held, subscribers: [{ registration, endpoint }] })
    }
    return snapshots
  })

  /** Inserts what is new as the decisions have left it, so that what remains in `changes` was there before. */
  const insertNew = Effect.fnUntraced(function* (plan: TrackingPlan, changes: ShipmentChanges, now: DateTime.Utc) {
    const made = [...plan.created].flatMap(([id, request]) => {
      const shipment = changes.shipments.get(id) ?? plan.shipments.get(id)
      changes.shipments.delete(id)
      const [, type, sealine] = requestKeyParts(request)
      return shipment === undefined ? [] : [[...shipmentCells(shipment), type, sealine]]
    })
    yield* insertRows(sql, "shipment", NEW_SHIPMENT_COLUMNS, made)
    const followed = [...plan.created].flatMap(([id, { reference }]) => {
      const shipment = plan.shipments.get(id)
      return shipment === undefined || reference._tag === "Demo" ? [] : [shipment]
    })
    yield* checks.start(followed, now)
    const added = plan.requestPlans.flatMap(({ shipmentId, registration }) => {
      if (registration === undefined) return []
      const key = registrationKey(shipmentId, registration.endpointId)
      const decided = changes.registrations.get(key) ?? registration
      changes.registrations.delete(key)
      const isDemo = isDemoContainer(plan.shipments.get(shipmentId)?.number ?? "")
      return [[...registrationCells(decided), isDemo ? now.epochMilliseconds : null]]
    })
    yield* insertRows(sql, "registration", NEW_REGISTRATION_COLUMNS, added)
  })

  /** Stores what the requests add; answers them, and the changes that are still to be written. */
  return Effect.fnUntraced(function* (
    accountId: AccountId,
    of: Plan,
    requests: ReadonlyArray<TrackRequest>,
    now: DateTime.Utc,
    decide: ShipmentDecision
  ) {
    const plan = yield* makePlan(accountId, requests, now)
    const snapshots = yield* snapshotsOf(accountId, plan, of)
    const changes = new ShipmentChanges()
    for (const shipment of plan.resumed) {
      changes.shipments.set(shipment.id, shipment)
      changes.pollingChanges.set(shipment.id, true)
    }
    const tracked = decideRequests(plan, snapshots, changes, decide)
    yield* insertNew(plan, changes, now)
    return { tracked, changes }
  })
})
