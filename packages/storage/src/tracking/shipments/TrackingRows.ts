import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { pollEvidenceOf } from "@landfall/core/tracking/polling/PollRecord"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentChanges } from "@landfall/core/tracking/shipments/ShipmentChanges"
import type { PollEvidence, ShipmentDecision, Subscriber } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Context, type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeOutboxRows } from "../../alerts/messages/OutboxRows.ts"
import { jsonRows, OWNED_ID_COLUMNS } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { makeCallRows } from "../events/CallRows.ts"
import { makeCarrierEventRows } from "../events/CarrierEventRows.ts"
import { makeEventCache } from "../events/EventCache.ts"
import { makeEventBounds } from "./EventBounds.ts"
import { makeMatchedRows } from "./MatchedRows.ts"
import { type DuePollRow, lastPollFieldsOf } from "./PollRow.ts"
import { makeWriteShipmentChanges } from "./ShipmentChangeRows.ts"
import { makeShipmentTracking } from "./ShipmentTracking.ts"
import { makeSubscribers } from "./Subscribers.ts"
import { makeTranshipmentRows } from "./TranshipmentRows.ts"
import { makeUntrackedRows } from "./UntrackedRows.ts"

type LastPollRow = Pick<
  DuePollRow,
  "shipment_id" | "last" | "failures" | "quiet_until" | "answered_at" | "restarted_at"
>

/** The polls of shipments as decisions read them; without those that were never polled. */
type EvidenceByShipment = ReadonlyMap<ShipmentId, PollEvidence>
const NO_EVIDENCE: EvidenceByShipment = new Map()

/** The context of decisions, beside the shipments. */
interface DecisionOccasion {
  readonly evidence?: EvidenceByShipment
  /** The events that the transaction has added, by `storedEventKey`. */
  readonly added?: ReadonlySet<string>
}
const NOTHING_ADDED: ReadonlySet<string> = new Set()

/** The outcome of decisions without shipments. */
export const NO_DECISIONS = { messages: 0, excess: 0 }

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const cache = yield* makeEventCache
  const events = yield* makeCarrierEventRows(cache)
  const calls = yield* makeCallRows(cache, events)
  const matched = yield* makeMatchedRows(cache)
  const bounds = yield* makeEventBounds(events, matched)
  const untracked = yield* makeUntrackedRows(cache, events, matched, bounds)
  const subscribers = makeSubscribers(sql)
  const tracking = yield* makeShipmentTracking(matched, subscribers)
  const transhipments = yield* makeTranshipmentRows
  const writeChanges = makeWriteShipmentChanges(sql, yield* makeOutboxRows, transhipments)

  const planOf = (accountId: AccountId) => Effect.map(transhipments.read(accountId), ({ plan }) => plan)

  /** The outcome of the last poll of each of these shipments. */
  const pollEvidence = Effect.fnUntraced(function* (shipments: ReadonlyArray<Shipment>) {
    if (shipments.length === 0) return NO_EVIDENCE
    const rows = yield* sql<LastPollRow>`SELECT c.shipment_id, c.last, c.failures, c.quiet_until, c.answered_at,
        c.restarted_at
      FROM ${jsonRows(
        sql,
        OWNED_ID_COLUMNS,
        shipments.map(({ accountId, id }) => [accountId, id])
      )} AS reviewed CROSS JOIN shipment_check AS c
      WHERE c.account_id = reviewed.account_id AND c.shipment_id = reviewed.id AND c.last <> 'Never'`.withoutTransform
    return new Map(rows.map((row) => [row.shipment_id, pollEvidenceOf(lastPollFieldsOf(row))]))
  })

  /**
   * Decides on each of these shipments with these subscribers, and writes the changes. Returns the number of messages, and
   * of the added events without room, which are deleted.
   */
  const decideOn = Effect.fnUntraced(function* (
    accountId: AccountId,
    shipments: ReadonlyArray<Shipment>,
    subscribersOf: ReadonlyMap<ShipmentId, ReadonlyArray<Subscriber>>,
    now: DateTime.Utc,
    decide: ShipmentDecision,
    { evidence = NO_EVIDENCE, added = NOTHING_ADDED }: DecisionOccasion = {}
  ) {
    const [{ plan, record }, matching] = yield* inOneRoundTrip(sql, [
      transhipments.read(accountId),
      matched.eventsOf(accountId, shipments)
    ])
    const { eventsOf, excess } = yield* bounds.compact(accountId, shipments, matching, added)
    const changes = new ShipmentChanges()
    for (const shipment of shipments) {
      const snapshot = {
        plan,
        shipment,
        events: eventsOf.get(shipment.id) ?? [],
        subscribers: subscribersOf.get(shipment.id) ?? [],
        ...(record === undefined ? {} : { transhipments: record })
      }
      changes.apply(decide, { ...snapshot, ...evidence.get(shipment.id) })
    }
    yield* writeChanges(accountId, changes, now)
    return { messages: changes.outbox.length, excess }
  })

  return { events, calls, matched, untracked, subscribers, tracking, planOf, pollEvidence, decideOn, writeChanges }
})

/** The rows of shipments, registrations and carriers' events, for the stores that decide on shipments. */
export class TrackingRows extends Context.Service<TrackingRows, Effect.Success<typeof make>>()(
  "@landfall/storage/tracking/shipments/TrackingRows"
) {
  static readonly layer = Layer.effect(TrackingRows, make)
}
