import type { AccountId } from "@landfall/core/accounts/Account"
import type { Plan } from "@landfall/core/accounts/Plan"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Limits } from "@landfall/core/limits/Limits"
import { runInSlices, TRANSACTION_SLICES } from "@landfall/core/limits/WorkSlices"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { registrationKey } from "@landfall/core/tracking/shipments/ShipmentChanges"
import type { ShipmentDecision, TrackRequest } from "@landfall/core/tracking/shipments/ShipmentStore"
import { makeTrackingDecider, type TrackingOutcome } from "@landfall/core/tracking/shipments/TrackingOutcome"
import {
  addedRegistrations,
  keysToCreate,
  makeTrackingPlanner,
  type TrackingPlan,
  trackingKeyOf,
  trackingKeyText
} from "@landfall/core/tracking/shipments/TrackingPlan"
import { type DateTime, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { jsonColumns, jsonRows, type TableRows } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import type { MatchedRows } from "./MatchedRows.ts"
import { NEW_POLL_COLUMNS, newPollCells } from "./PollRow.ts"
import {
  REGISTRATION_COLUMN_TYPES,
  registrationRows,
  SHIPMENT_COLUMN_TYPES,
  ShipmentRow,
  shipmentCells
} from "./ShipmentRow.ts"
import type { Subscribers } from "./Subscribers.ts"

const KEY_COLUMNS = jsonColumns({ number: "TEXT", asked_type: "TEXT", asked_sealine: "TEXT" })
const NEW_SHIPMENT_COLUMNS = jsonColumns({ ...SHIPMENT_COLUMN_TYPES, asked_type: "TEXT", asked_sealine: "TEXT" })
const NEW_REGISTRATION_COLUMNS = jsonColumns({ ...REGISTRATION_COLUMN_TYPES, demo_due_at: "BIGINT" })

const KeyRow = Schema.Struct({ number: Schema.String, askedType: Schema.String, askedSealine: Schema.String })
const decodeKey = Schema.decodeUnknownEffect(KeyRow)
const decodeShipment = Schema.decodeUnknownEffect(ShipmentRow)
const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: EndpointId })))

/** Plans requests to track, decides on them and inserts the results; use it inside a transaction. */
export const makeShipmentTracking = Effect.fnUntraced(function* (matched: MatchedRows, subscribers: Subscribers) {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const limits = yield* Limits

  /** The account's shipments that the requests find, by the text of their tracking keys. */
  const findKnown = Effect.fnUntraced(function* (accountId: AccountId, requests: ReadonlyArray<TrackRequest>) {
    const keys = new Map(requests.map(trackingKeyOf).map((key) => [trackingKeyText(key), key]))
    const rows = yield* sql`SELECT s.*
      FROM ${jsonRows(sql, KEY_COLUMNS, [...keys.values()])} AS requested CROSS JOIN shipment AS s
      WHERE s.account_id = ${accountId} AND s.number = requested.number AND s.asked_type = requested.asked_type
        AND s.asked_sealine = requested.asked_sealine`
    const stored = new Map<string, Shipment>()
    for (const row of rows) {
      const { number, askedType, askedSealine } = yield* decodeKey(row)
      stored.set(trackingKeyText([number, askedType, askedSealine]), yield* decodeShipment(row))
    }
    return stored
  })

  const findEnrolling = Effect.fnUntraced(function* (accountId: AccountId) {
    const rows = yield* sql`SELECT id FROM endpoint
      WHERE account_id = ${accountId} AND removed_at IS NULL AND disabled = 0 AND enrol_future = 1 ORDER BY id`
    return (yield* decodeIds(rows)).map(({ id }) => id)
  })

  /** The stored data that the plan of requests depends on. */
  const readKnown = (accountId: AccountId, requests: ReadonlyArray<TrackRequest>) =>
    inOneRoundTrip(sql, [findKnown(accountId, requests), findEnrolling(accountId)])

  const makePlan = Effect.fnUntraced(function* (
    accountId: AccountId,
    requests: ReadonlyArray<TrackRequest>,
    [shipments, enrolling]: Effect.Success<ReturnType<typeof readKnown>>,
    now: DateTime.Utc
  ) {
    const registered = yield* subscribers.registrations(shipments.values())
    const registrations = new Set(
      registered.map(({ shipmentId, endpointId }) => registrationKey(shipmentId, endpointId))
    )
    const ids = new Map<string, ShipmentId>()
    for (const key of keysToCreate(requests, shipments)) ids.set(key, ShipmentId.make(`shp_${yield* random.ulid}`))
    const state = { accountId, shipments, registrations, enrolling, limits }
    const { planAt, plan } = makeTrackingPlanner(state, requests, ids, now)
    yield* runInSlices(requests.length, planAt, () => 1, TRANSACTION_SLICES)
    return yield* Effect.fromResult(plan())
  })

  const readContext = Effect.fnUntraced(function* (accountId: AccountId, tracking: TrackingPlan, plan: Plan) {
    const added = addedRegistrations(tracking)
    const ids = new Set(added.map(({ shipmentId }) => shipmentId))
    const shipments = [...tracking.shipments.values()].filter(({ id }) => ids.has(id))
    const [endpoints, events] = yield* inOneRoundTrip(sql, [
      subscribers.endpoints(new Map(added.map(({ endpointId }) => [endpointId, accountId]))),
      matched.eventsOf(accountId, shipments)
    ])
    return { accountId, plan, endpoints, eventsOf: ({ id }: Shipment) => events.get(id) ?? [] }
  })

  /** The rows that a plan adds. */
  const newRows = (
    accountId: AccountId,
    { shipments, registrations }: TrackingOutcome,
    now: DateTime.Utc
  ): ReadonlyArray<TableRows> => {
    const shipmentRows = shipments.map(({ shipment, key: [, type, sealine] }) => [
      ...shipmentCells(shipment),
      type,
      sealine
    ])
    const polled = shipments.filter((created) => created.polled)
    const pollRows = polled.map(({ shipment }) => newPollCells(shipment, now))
    const rows = registrationRows(
      accountId,
      registrations.map(({ registration }) => registration)
    )
    const demoDueAts = registrations.map(({ demoDueAt }) =>
      Option.getOrNull(Option.map(demoDueAt, (at) => at.epochMilliseconds))
    )
    const demoRows = rows.map((cells, index) => [...cells, demoDueAts[index] ?? null])
    return [
      ["shipment", NEW_SHIPMENT_COLUMNS, shipmentRows],
      ["shipment_check", NEW_POLL_COLUMNS, pollRows],
      ["registration", NEW_REGISTRATION_COLUMNS, demoRows]
    ]
  }

  /** Decides on the additions of a plan. Returns the outcome with its rows; write its changes after them. */
  const decideOn = Effect.fnUntraced(function* (
    accountId: AccountId,
    plan: Plan,
    tracking: TrackingPlan,
    now: DateTime.Utc,
    decide: ShipmentDecision
  ) {
    const context = yield* readContext(accountId, tracking, plan)
    const decider = makeTrackingDecider(tracking, context, decide, now)
    const registrationsAt = (index: number) => tracking.requests[index]?.registrations.length ?? 0
    yield* runInSlices(tracking.requests.length, decider.decideAt, registrationsAt, TRANSACTION_SLICES)
    const outcome = yield* Effect.fromResult(decider.outcome())
    return { ...outcome, rows: newRows(accountId, outcome, now) }
  })

  return { readKnown, makePlan, decideOn }
})
