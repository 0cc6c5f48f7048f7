import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { FIRST_PAGE_REQUEST, type Page, type PageRequest, parseCursor } from "@landfall/core/listing/Page"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import * as PostgresClient from "@landfall/storage/postgres/PostgresClient"
import { NO_LIMITS } from "@landfall/storage/postgres/SessionLimits"
import { Clock, Config, Console, Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { makePostgresServer, skipWithoutPostgres, storageLayerAt } from "../delivery/BenchStores.ts"
import { type BenchResult, lowerIsBetter } from "../report/BenchResult.ts"
import { busy, FREQUENT_TYPE, fillLists, large, quiet, RARE_TYPE, shipmentOf } from "./ListData.ts"

/** The time that a page of any list may take, in milliseconds; it is the baseline. */
const LIMIT_MILLIS = 20
/** A page is read this often, and the fastest counts: other programs may use the machine. */
const REPETITIONS = 9
const FAR_PAGE = 500
/** The most time that reading up to it takes. */
const MAX_WALK_MILLIS = 20_000
const HOUR_MILLIS = 3_600_000

type ReadPage = (page: PageRequest) => Effect.Effect<Page<unknown>, unknown>

/** Every list, by its name. */
const makeLists = Effect.gen(function* () {
  const log = yield* MessageLog
  const tasks = yield* DeliveryTasks
  const shipments = yield* ShipmentStore
  const endpoints = yield* EndpointStore
  const applications = yield* ApplicationStore
  const now = yield* DateTime.now
  const monthStart = DateTime.startOf(now, "month")
  const window = {
    since: DateTime.subtract(monthStart, { days: 40 }),
    until: DateTime.subtract(monthStart, { days: 39 })
  }
  const { applicationId, id } = busy
  const shipmentId = ShipmentId.make(shipmentOf(1_000))
  const messages =
    (filter: Parameters<typeof log.messages>[1]): ReadPage =>
    (page) =>
      log.messages(large.id, filter, page)
  const attempts =
    (filter: Parameters<typeof log.attemptsAtEndpoint>[2], endpointId = id): ReadPage =>
    (page) =>
      log.attemptsAtEndpoint(large.id, endpointId, filter, page)
  const tracked =
    (filter: Parameters<typeof shipments.list>[2]): ReadPage =>
    (page) =>
      shipments.list(large.id, page, filter)
  const lists: Readonly<Record<string, ReadPage>> = {
    messages: messages({}),
    "messages.ofShipment": messages({ shipmentId }),
    "messages.frequentType": messages({ type: FREQUENT_TYPE }),
    "messages.rareType": messages({ type: RARE_TYPE }),
    "messages.window": messages(window),
    "messages.examples": messages({ example: true }),
    "messages.busyEndpoint": messages({ endpointId: id }),
    "messages.quietEndpoint": messages({ endpointId: quiet.id }),
    "messages.application": messages({ applicationId }),
    "messages.pending": messages({ status: "pending" }),
    "messages.sending": messages({ status: "sending" }),
    "messages.succeeded": messages({ status: "succeeded" }),
    "messages.exhausted": messages({ status: "exhausted" }),
    "messages.skipped": messages({ status: "skipped" }),
    "messages.exhaustedAtEndpoint": messages({ status: "exhausted", endpointId: id }),
    "messages.exhaustedInWindow": messages({ status: "exhausted", ...window }),
    "messages.exhaustedOfRareType": messages({ status: "exhausted", type: RARE_TYPE }),
    "attempts.busyEndpoint": attempts({}),
    "attempts.quietEndpoint": attempts({}, quiet.id),
    "attempts.failed": attempts({ status: "failed" }),
    "attempts.succeeded": attempts({ status: "succeeded" }),
    "attempts.window": attempts(window),
    "attempts.frequentType": attempts({ type: FREQUENT_TYPE }),
    "attempts.rareType": attempts({ type: RARE_TYPE }),
    "attempts.failedOfType": attempts({ status: "failed", type: FREQUENT_TYPE }),
    tasks: (page) => tasks.list(large.id, page),
    shipments: tracked({}),
    "shipments.number": tracked({ number: "BOOKING2000" }),
    "shipments.rareCarrier": tracked({ sealine: Scac.make("HLCU") }),
    "shipments.frequentCarrier": tracked({ sealine: Scac.make("MAEU") }),
    "shipments.noCarrier": tracked({ sealine: Scac.make("ONEY") }),
    "shipments.search": tracked({ search: "order 2000" }),
    "shipments.busyEndpoint": tracked({ endpointId: id }),
    "shipments.quietEndpoint": tracked({ endpointId: quiet.id }),
    "shipments.application": tracked({ applicationId }),
    endpoints: (page) => endpoints.list(large.id, page),
    applications: (page) => applications.list(large.id, page)
  }
  const figures = { since: DateTime.makeUnsafe(now.epochMilliseconds - 24 * HOUR_MILLIS), until: now }
  return { lists, stats: log.stats(large.id, id, figures) }
})

/** The time of an effect, in milliseconds. */
const millisOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeNanos
    const result = yield* effect
    return { millis: Number((yield* Clock.currentTimeNanos) - start) / 1e6, result }
  })

/** The request of the next page; undefined after the last one. */
const nextRequest = Effect.fnUntraced(function* ({ done, iterator }: Page<unknown>) {
  if (done || Option.isNone(iterator)) return undefined
  const request: PageRequest = {
    limit: FIRST_PAGE_REQUEST.limit,
    cursor: Option.some(yield* parseCursor(iterator.value))
  }
  return request
})

/** Reads a list up to its page 500, and measures its first page and the last one that was read, each several times. */
const measure = Effect.fnUntraced(function* (name: string, read: ReadPage) {
  let [last, number, spent] = [FIRST_PAGE_REQUEST, 1, 0]
  while (number < FAR_PAGE && spent < MAX_WALK_MILLIS) {
    const { millis, result } = yield* millisOf(read(last))
    const next = yield* nextRequest(result)
    if (next === undefined) break
    last = next
    spent += millis
    number += 1
  }
  const repeat = (page: PageRequest) =>
    Effect.map(Effect.replicateEffect(millisOf(read(page)), REPETITIONS), (all) =>
      Math.min(...all.map(({ millis }) => millis))
    )
  const first = lowerIsBetter(`lists.${name}`, yield* repeat(FIRST_PAGE_REQUEST), "ms", LIMIT_MILLIS)
  if (number === 1) return [first]
  return [first, lowerIsBetter(`lists.${name}.page${number}`, yield* repeat(last), "ms", LIMIT_MILLIS)]
})

const results = Effect.gen(function* () {
  const messages = yield* Config.Int("BENCH_MESSAGES").pipe(Config.withDefault(1_000_000))
  const server = yield* makePostgresServer
  const url = Redacted.make(server.url)
  const stores = yield* Layer.build(storageLayerAt(url))
  const sql = Context.get(yield* Layer.build(PostgresClient.layer({ url, limits: NO_LIMITS })), SqlClient.SqlClient)
  yield* Effect.provide(fillLists(sql, messages), Layer.succeedContext(stores))
  const { lists, stats } = yield* Effect.provide(makeLists, Layer.succeedContext(stores))
  const all: Array<BenchResult> = []
  for (const [name, read] of Object.entries(lists)) {
    const measured = yield* measure(name, read)
    for (const { name: list, value } of measured) yield* Console.error(`  ${list}: ${value} ms`)
    all.push(...measured)
  }
  const figures = yield* Effect.replicateEffect(millisOf(stats), REPETITIONS)
  all.push(lowerIsBetter("lists.figures", Math.min(...figures.map(({ millis }) => millis)), "ms", LIMIT_MILLIS))
  return all
}).pipe(Effect.scoped)

/**
 * The time of a page of each list on Postgres, for an account with half of many messages: `BENCH_MESSAGES`, by default
 * 1,000,000, spread over six months. Each message has a delivery, and nearly each an attempt.
 */
export const listsBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [
  Effect.provide(skipWithoutPostgres(results), [NodeServices.layer, NodeCrypto.layer])
]
