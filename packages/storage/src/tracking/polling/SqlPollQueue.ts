import { AccountId } from "@landfall/core/accounts/Account"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { DAY_MILLIS, Instant } from "@landfall/core/time/Instant"
import { storedEventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import type { SourceQuery } from "@landfall/core/tracking/carriers/TrackingSource"
import type { PollAllocation } from "@landfall/core/tracking/polling/PollAllocation"
import type { PollPlan } from "@landfall/core/tracking/polling/PollPlan"
import {
  notConfiguredMessage,
  type PollAllocator,
  type PollLease,
  type PollOutcome,
  PollQueue
} from "@landfall/core/tracking/polling/PollQueue"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient, SqlSchema } from "effect/sql"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"
import { DUE_POLL_COLUMNS, type DuePollRow, pollPlanCells, pollProgressOf } from "../shipments/PollRow.ts"
import { ShipmentRow } from "../shipments/ShipmentRow.ts"
import { TrackingRows } from "../shipments/TrackingRows.ts"
import { makeCarrierQueues } from "./CarrierQueues.ts"

const PollStatusRow = Schema.Struct({
  carrier: Schema.OptionFromNullOr(Scac),
  lastPolledAt: Schema.OptionFromNullOr(Instant),
  nextPollAt: Schema.OptionFromNullOr(Instant),
  lastError: Schema.OptionFromNullOr(Schema.String)
})

const FIRST_POLL_COLUMNS = jsonColumns({ shipment_id: "TEXT", scac: "TEXT", kind: "TEXT", due_at: "BIGINT" })
const SCAC_COLUMN = jsonColumns({ scac: "TEXT" })
const Meanings = Schema.fromJsonString(Schema.Array(Schema.String))

/** Whoever claims waits for the claim before: what each carrier allows is one count. */
const CLAIM_LOCK = "shipment_check claim"

/** How often a waiting poller looks for shipments that were added. */
const ENROL_INTERVAL = "1 second"

// Claims run often over many rows and make no spans; what is asked takes far longer than its record.
const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const random = yield* SecureRandom.SecureRandom
  const clock = yield* LeaseClock
  const { intake, spokenOf, subscribers, decideOn } = yield* TrackingRows
  const locks = rowLocks(sql)
  const carriers = makeCarrierQueues(sql)

  const findNew = SqlSchema.findAll({
    Request: Schema.Struct({ now: Schema.Int, limit: Schema.Int }),
    Result: ShipmentRow,
    execute: ({ now, limit }) => sql`SELECT s.* FROM shipment_check AS c JOIN shipment AS s ON s.id = c.shipment_id
      WHERE c.scac IS NULL AND c.due_at <= ${now} ORDER BY c.due_at, c.shipment_id LIMIT ${limit}
      ${locks.skipLockedOf("c")}`
  })

  /** Frees up to `limit` shipments from a carrier that is asked no more. */
  const releaseFrom = Effect.fnUntraced(function* (scac: Scac, now: number, limit: number) {
    const rows = yield* sql<Pick<DuePollRow, "shipment_id">>`SELECT shipment_id FROM shipment_check
      WHERE scac = ${scac} AND due_at IS NOT NULL ORDER BY due_at, shipment_id LIMIT ${limit}`.withoutTransform
    if (rows.length === 0) return 0
    const ids = sql`SELECT id FROM ${jsonRows(
      sql,
      ID_COLUMN,
      rows.map(({ shipment_id }) => [shipment_id])
    )} AS freed`
    // What another carrier does not say is no reason to take back what this one has said.
    yield* sql`DELETE FROM source_answer WHERE shipment_id IN (${ids})`
    yield* sql`UPDATE shipment SET sealine = NULL, updated_at = ${now} WHERE asked_sealine = '' AND id IN (${ids})`
    yield* sql`UPDATE shipment SET review_at = ${now} WHERE status = 'tracking' AND id IN (${ids})`
    yield* sql`UPDATE shipment_check SET scac = NULL, kind = NULL, matched = 0, tried = 0, last = 'NoSource', failures = 0,
        lease_token = NULL, due_at = ${now}, why = NULL, error = ${notConfiguredMessage(scac)}
      WHERE shipment_id IN (${ids})`
    return rows.length
  })

  const enrol = Effect.fnUntraced(
    function* (questions: (shipment: Shipment) => ReadonlyArray<SourceQuery>, limit: number) {
      const now = yield* clock.now
      const found = yield* findNew({ now, limit })
      if (found.length === 0) return 0
      const first = found.map((shipment) => ({ shipment, question: questions(shipment)[0] }))
      const rows = first.map(({ shipment, question }) => [
        shipment.id,
        question?.scac ?? null,
        question?.kind ?? null,
        question === undefined ? now + DAY_MILLIS : now
      ])
      yield* sql`UPDATE shipment_check SET scac = first.scac, kind = first.kind, due_at = first.due_at
        FROM ${jsonRows(sql, FIRST_POLL_COLUMNS, rows)} AS first WHERE shipment_check.shipment_id = first.shipment_id`
      const scacs = new Set(first.flatMap(({ question }) => (question === undefined ? [] : [question.scac])))
      const uses = [...scacs].map((scac) => ({ scac, requests: 0, quietUntil: Option.none() }))
      yield* carriers.recordUsage(uses, now)
      return found.length
    },
    sql.withTransaction,
    mapToStorageError("PollQueue.enrol")
  )

  const release = Effect.fnUntraced(
    function* (codes: ReadonlyArray<Scac>, limit: number) {
      yield* locks.lockName(CLAIM_LOCK)
      const now = yield* clock.now
      const gone = (yield* carriers.readAll(now, 1)).map(({ scac }) => scac).filter((scac) => !codes.includes(scac))
      let released = 0
      for (const scac of gone) {
        released += yield* releaseFrom(scac, now, limit - released)
        if (released >= limit) return released
      }
      yield* sql`UPDATE shipment_check SET due_at = ${now} WHERE scac IS NULL AND due_at > ${now}`
      return released
    },
    sql.withTransaction,
    mapToStorageError("PollQueue.release")
  )

  const dueOf = (scac: Scac, now: number, limit: number) =>
    sql`SELECT ${sql.literal(DUE_POLL_COLUMNS)} FROM shipment_check
      WHERE scac = ${scac} AND due_at <= ${now} ORDER BY due_at, shipment_id LIMIT ${limit} ${locks.skipLocked}`

  // Postgres locks no rows of a union; on SQLite a statement for each carrier would take longer than all else.
  const findDue = (shares: PollAllocation, now: number) => {
    const each = [...shares].map(([scac, share]) => dueOf(scac, now, share))
    return sql.onDialectOrElse({
      pg: () =>
        Effect.map(
          Effect.forEach(each, (one) => sql<DuePollRow>`${one}`.withoutTransform),
          (rows) => rows.flat()
        ),
      orElse: () =>
        sql<DuePollRow>`${sql.join(" UNION ALL ", false)(each.map((one) => sql`SELECT * FROM (${one})`))}`
          .withoutTransform
    })
  }

  const claim = Effect.fnUntraced(
    function* (choose: PollAllocator, limit: number, leaseMillis: number) {
      yield* locks.lockName(CLAIM_LOCK)
      const now = yield* clock.now
      const shares = choose(yield* carriers.readAll(now, limit))
      const due = shares.size === 0 ? [] : yield* findDue(shares, now)
      if (due.length === 0) return []
      const token = yield* random.uuidV4()
      const ids = due.map(({ shipment_id }) => [shipment_id])
      yield* sql`UPDATE shipment_check SET lease_token = ${token}, due_at = ${now + leaseMillis}
        WHERE shipment_id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, ids)} AS leased)`
      const byCarrier = Map.groupBy(due, ({ scac }) => scac)
      yield* carriers.recordUsage(
        [...byCarrier].map(([scac, own]) => ({ scac, requests: own.length, quietUntil: Option.none() })),
        now
      )
      return due.map(
        (row): PollLease => ({
          shipmentId: row.shipment_id,
          accountId: row.account_id,
          token,
          progress: pollProgressOf(row)
        })
      )
    },
    sql.withTransaction,
    mapToStorageError("PollQueue.claim")
  )

  const findShipment = SqlSchema.findOneOption({
    Request: ShipmentId,
    Result: ShipmentRow,
    execute: (id) => sql`SELECT * FROM shipment WHERE id = ${id}`
  })
  const findAnswers = SqlSchema.findAll({
    Request: Schema.Array(ShipmentId),
    Result: Schema.Struct({ meanings: Meanings }),
    execute: (ids) => {
      const asked = ids.map((id) => [id])
      return sql`SELECT meanings FROM source_answer WHERE shipment_id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, asked)} AS asked)`
    }
  })

  /** Takes back what the last answer about a shipment held and this one lacks; not what is still said about another. */
  const retract = Effect.fnUntraced(function* (accountId: AccountId, id: ShipmentId, lacking: ReadonlyArray<string>) {
    const held = yield* intake.findByMeaning(accountId, lacking)
    if (held.length === 0) return []
    const told = held.map(({ event }) => event)
    const others = (yield* spokenOf.shipmentsConcernedBy(accountId, told)).filter((shipment) => shipment.id !== id)
    const answers = others.length === 0 ? [] : yield* findAnswers(others.map((other) => other.id))
    const said = new Set(answers.flatMap(({ meanings }) => meanings))
    const gone = held.filter(({ event }) => !said.has(storedEventKey(event)))
    if (gone.length === 0) return []
    // Those that a retracted event spoke of are no longer found by it.
    const concerned =
      gone.length === held.length
        ? others
        : yield* spokenOf.shipmentsConcernedBy(
            accountId,
            gone.map(({ event }) => event)
          )
    yield* intake.remove(
      accountId,
      gone.map((one) => one.id)
    )
    return concerned
  })

  /**
   * Takes in what a carrier says of a shipment; of a complete answer, without what only the one before held. Answers the
   * other shipments that this changes something about.
   */
  const takeIn = Effect.fnUntraced(function* (accountId: AccountId, id: ShipmentId, answer: PollOutcome["response"]) {
    if (Option.isNone(answer)) return []
    const { events, complete } = answer.value
    const { news } = yield* intake.store(accountId, events)
    const concerned = news.length === 0 ? [] : yield* spokenOf.shipmentsConcernedBy(accountId, news)
    const [held] = yield* findAnswers([id])
    const before = new Set<string>(held?.meanings)
    const meanings = new Set<string>(events.map(storedEventKey))
    const lacking = [...before].filter((meaning) => !meanings.has(meaning))
    const others = new Map(concerned.map((shipment) => [shipment.id, shipment]))
    for (const shipment of complete ? yield* retract(accountId, id, lacking) : []) others.set(shipment.id, shipment)
    others.delete(id)
    const changed = [...others.values()]
    const after = complete ? meanings : new Set([...meanings, ...before])
    // Most answers say what the one before has said.
    if (after.size === before.size && [...after].every((meaning) => before.has(meaning))) return changed
    yield* sql`INSERT INTO source_answer (shipment_id, meanings) VALUES (${id}, ${JSON.stringify([...after])})
      ON CONFLICT (shipment_id) DO UPDATE SET meanings = excluded.meanings`
    return changed
  })

  const record = Effect.fn("PollQueue.record")(
    function* (checked: PollOutcome) {
      const { lease, now, requests, quietUntil, decide } = checked
      const { shipmentId: id, accountId } = lease
      yield* locks.lockAccount(accountId)
      const held = yield* sql`UPDATE shipment_check SET lease_token = NULL
        WHERE shipment_id = ${id} AND lease_token = ${lease.token} RETURNING shipment_id`
      if (held.length === 0) return false
      const others = yield* takeIn(accountId, id, checked.response)
      const shipment = Option.toArray(yield* findShipment(id))
      let planned = Option.none<PollPlan>()
      yield* decideOn(accountId, shipment, yield* subscribers.ofShipments([id]), now, (snapshot) => {
        const { change, plan } = decide(snapshot)
        planned = Option.some(plan)
        return change
      })
      if (others.length > 0) {
        const heard = yield* subscribers.ofShipments(others.map((other) => other.id))
        yield* decideOn(accountId, others, heard, now, checked.decideOthers)
      }
      if (Option.isNone(planned)) return yield* Effect.die("A check was recorded that nothing was decided about")
      const { scac, ...cells } = pollPlanCells(planned.value)
      yield* sql`UPDATE shipment_check SET ${sql.update({ scac, ...cells, checked_at: now.epochMilliseconds })}
        WHERE shipment_id = ${id}`
      const asked = { scac: lease.progress.query.scac, requests: requests - 1, quietUntil }
      const isOther = scac !== asked.scac
      yield* carriers.recordUsage(
        [asked, ...(isOther ? [{ scac, requests: 0, quietUntil: Option.none() }] : [])],
        yield* clock.now
      )
      return true
    },
    sql.withTransaction,
    mapToStorageError("PollQueue.record")
  )

  const findNext = SqlSchema.findOneOption({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ nextAt: Schema.OptionFromNullOr(Schema.Int) }),
    execute: (codes) => {
      const rows = codes.map((code) => [code])
      return sql`SELECT min((SELECT min(c.due_at) FROM shipment_check AS c
          WHERE c.scac = asked.scac AND c.due_at IS NOT NULL)) AS next_at
        FROM ${jsonRows(sql, SCAC_COLUMN, rows)} AS asked`
    }
  })

  const findStanding = SqlSchema.findOneOption({
    Request: Schema.Struct({ accountId: AccountId, id: ShipmentId }),
    Result: PollStatusRow,
    execute: ({ accountId, id }) => sql`SELECT c.scac AS carrier, c.checked_at AS last_polled_at, c.error AS last_error,
        CASE WHEN c.scac IS NULL THEN NULL ELSE c.due_at END AS next_poll_at
      FROM shipment_check AS c JOIN shipment AS s ON s.id = c.shipment_id
      WHERE c.shipment_id = ${id} AND s.account_id = ${accountId}`
  })

  return PollQueue.of({
    enrol,
    release,
    claim,
    record,
    status: Effect.fn("PollQueue.standing")(
      (accountId: AccountId, id: ShipmentId) => findStanding({ accountId, id }),
      mapToStorageError("PollQueue.standing")
    ),
    nextDueAt: Effect.fnUntraced(function* (codes) {
      return Option.flatMap(yield* findNext(codes), ({ nextAt }) => nextAt)
    }, mapToStorageError("PollQueue.nextDueAt")),
    arrival: Effect.sleep(ENROL_INTERVAL)
  })
})

/** `PollQueue` in the tables `shipment_check`, `carrier_allowance` and `source_answer`. */
export const layer = Layer.effect(PollQueue, make)
