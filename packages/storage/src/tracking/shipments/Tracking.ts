import type { AccountId } from "@landfall/core/accounts/Account"
import type { Plan } from "@landfall/core/accounts/Plan"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { StorageError } from "@landfall/core/faults/StorageError"
import { isDemoContainer } from "@landfall/core/tracking/references/ContainerNumber"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import type { Decide, ShipmentSnapshot, Tracked, TrackRequest } from "@landfall/core/tracking/shipments/ShipmentStore"
import { type DateTime, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { columns, insertRows, jsonRows } from "../../sql/JsonRows.ts"
import { Changes } from "./Changes.ts"
import { makeCheckTimes } from "./CheckTimes.ts"
import { REGISTRATION_TYPES, registrationCells, SHIPMENT_TYPES, ShipmentRow, shipmentCells } from "./ShipmentRow.ts"
import type { SpokenOf } from "./SpokenOf.ts"
import type { Subscribers } from "./Subscribers.ts"
import { askedFor, askedName, planTracking, registrationKey, type Step, type TrackingPlan } from "./TrackingPlan.ts"

const ASKED = columns({ number: "TEXT", asked_type: "TEXT", asked_sealine: "TEXT" })
const MADE = columns({ ...SHIPMENT_TYPES, asked_type: "TEXT", asked_sealine: "TEXT" })
const ADDED = columns({ ...REGISTRATION_TYPES, demo_due_at: "BIGINT" })

const AskedRow = Schema.Struct({ number: Schema.String, askedType: Schema.String, askedSealine: Schema.String })
const decodeAsked = Schema.decodeUnknownEffect(AskedRow)
const decodeShipment = Schema.decodeUnknownEffect(ShipmentRow)

/** What each new registration is decided on, by its step; the shipment as it was before all decisions. */
type Snapshots = ReadonlyMap<Step, ShipmentSnapshot>

/** Takes the decisions of a plan in the order of its requests, each on the shipment as those before have left it. */
const decideSteps = (plan: TrackingPlan, snapshots: Snapshots, changes: Changes, decide: Decide) =>
  plan.steps.flatMap((step): ReadonlyArray<Tracked> => {
    const shipment = changes.shipments.get(step.shipmentId) ?? plan.shipments.get(step.shipmentId)
    if (shipment === undefined) return []
    const snapshot = snapshots.get(step)
    return snapshot === undefined
      ? [{ shipment, added: step.followed }]
      : [{ shipment: changes.decide(decide, { ...snapshot, shipment }), added: true }]
  })

/** Works out and stores what is to be tracked; to be used inside a transaction. */
export const makeTracking = Effect.fnUntraced(function* (spokenOf: SpokenOf, subscribers: Subscribers) {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const checks = makeCheckTimes(sql)

  /** The account's shipments that are asked for, by what was asked when they were made. */
  const findKnown = Effect.fnUntraced(function* (accountId: AccountId, requests: ReadonlyArray<TrackRequest>) {
    const asked = new Map(requests.map(askedFor).map((cells) => [askedName(cells), cells]))
    const rows =
      yield* sql`SELECT s.* FROM ${jsonRows(sql, ASKED, [...asked.values()])} AS asked CROSS JOIN shipment AS s
      WHERE s.account_id = ${accountId} AND s.number = asked.number AND s.asked_type = asked.asked_type
        AND s.asked_sealine = asked.asked_sealine`
    const known = new Map<string, Shipment>()
    for (const row of rows) {
      const { number, askedType, askedSealine } = yield* decodeAsked(row)
      known.set(askedName([number, askedType, askedSealine]), yield* decodeShipment(row))
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
    const names = new Set(requests.map((request) => askedName(askedFor(request))))
    const ids = new Map<string, ShipmentId>()
    for (const name of names) if (!known.has(name)) ids.set(name, ShipmentId.make(`shp_${yield* random.ulid}`))
    return planTracking(accountId, requests, known, keys, ids, now)
  })

  const snapshotsOf = Effect.fnUntraced(function* (accountId: AccountId, plan: TrackingPlan, of: Plan) {
    const added = plan.steps.flatMap((step) => (step.registration === undefined ? [] : [step.registration]))
    const endpoints = yield* subscribers.endpoints(added.map(({ endpointId }) => endpointId))
    const ids = new Set(added.map(({ shipmentId }) => shipmentId))
    const events = yield* spokenOf.eventsOf(
      accountId,
      [...plan.shipments.values()].filter(({ id }) => ids.has(id))
    )
    const snapshots = new Map<Step, ShipmentSnapshot>()
    for (const step of plan.steps) {
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
  const insertNew = Effect.fnUntraced(function* (plan: TrackingPlan, changes: Changes, now: DateTime.Utc) {
    const made = [...plan.made].flatMap(([id, request]) => {
      const shipment = changes.shipments.get(id) ?? plan.shipments.get(id)
      changes.shipments.delete(id)
      const [, type, sealine] = askedFor(request)
      return shipment === undefined ? [] : [[...shipmentCells(shipment), type, sealine]]
    })
    yield* insertRows(sql, "shipment", MADE, made)
    const followed = [...plan.made].flatMap(([id, { reference }]) => {
      const shipment = plan.shipments.get(id)
      return shipment === undefined || reference._tag === "Demo" ? [] : [shipment]
    })
    yield* checks.begin(followed, now)
    const added = plan.steps.flatMap(({ shipmentId, registration }) => {
      if (registration === undefined) return []
      const key = registrationKey(shipmentId, registration.endpointId)
      const decided = changes.registrations.get(key) ?? registration
      changes.registrations.delete(key)
      const isDemo = isDemoContainer(plan.shipments.get(shipmentId)?.number ?? "")
      return [[...registrationCells(decided), isDemo ? now.epochMilliseconds : null]]
    })
    yield* insertRows(sql, "registration", ADDED, added)
  })

  /** Stores what the requests add; answers them, and the changes that are still to be written. */
  return Effect.fnUntraced(function* (
    accountId: AccountId,
    of: Plan,
    requests: ReadonlyArray<TrackRequest>,
    now: DateTime.Utc,
    decide: Decide
  ) {
    const plan = yield* makePlan(accountId, requests, now)
    const snapshots = yield* snapshotsOf(accountId, plan, of)
    const changes = new Changes()
    for (const shipment of plan.revived) {
      changes.shipments.set(shipment.id, shipment)
      changes.followed.set(shipment.id, true)
    }
    const tracked = decideSteps(plan, snapshots, changes, decide)
    yield* insertNew(plan, changes, now)
    return { tracked, changes }
  })
})
