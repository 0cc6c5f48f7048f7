import { DatabaseSync } from "node:sqlite"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { diffJourneys } from "@landfall/core/tracking/changes/JourneyDiff"
import { deriveContainerJourneys } from "@landfall/core/tracking/journey/Journey"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { NOTHING_NOTIFIED } from "@landfall/core/tracking/shipments/NotifiedState"
import { DEFAULT_TARIFF } from "@landfall/core/usage/Tariff"
import { DcsaDecoder } from "@landfall/feeds/dcsa/events/DcsaDecoder"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "@landfall/testing/samples/Samples"
import { Console, Effect, Layer, Option, Redacted } from "effect"
import { makeSqliteUrl, storageLayerAt } from "../delivery/BenchStores.ts"
import { type BenchResult, higherIsBetter, lowerIsBetter, median, percentile } from "../report/BenchResult.ts"
import { containersOf, eventsByContainer, NOW, requestBodiesOf } from "./TrackingFeed.ts"

/** The processor time of some work in milliseconds. */
const cpuMillis = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const started = process.cpuUsage()
  yield* work
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
})

const DIFF_CONTAINERS = 2_000
/** Rounds that warm up: the compiler still works on the code of a derivation after one. */
const DIFF_WARM_UP_ROUNDS = 5
const DIFF_ROUNDS = 5

/** Journeys derived and compared with the notified state, against parsing the JSON of the same events. */
const diffResults = Effect.gen(function* () {
  const journeys = eventsByContainer(containersOf(DIFF_CONTAINERS))
  const texts = journeys.map(({ events }) => JSON.stringify(events))
  const count = journeys.reduce((sum, { events }) => sum + events.length, 0)
  const terms = { thresholdHours: 24, registeredAt: NOW, firstResponse: false }
  const rates: Array<readonly [bare: number, landfall: number]> = []
  for (let round = 0; round < DIFF_WARM_UP_ROUNDS + DIFF_ROUNDS; round++) {
    const bare = yield* cpuMillis(
      Effect.sync(() => {
        for (const text of texts) JSON.parse(text)
      })
    )
    const landfall = yield* cpuMillis(
      Effect.sync(() => {
        for (const { container, events } of journeys) {
          diffJourneys(deriveContainerJourneys(events, container), NOTHING_NOTIFIED, terms)
        }
      })
    )
    if (round >= DIFF_WARM_UP_ROUNDS) rates.push([(count * 1000) / bare, (count * 1000) / landfall])
  }
  return [
    higherIsBetter(
      "tracking.diff",
      median(rates.map(([, landfall]) => landfall)),
      "events/s",
      median(rates.map(([bare]) => bare))
    )
  ]
})

const FEED_CONTAINERS = 5_000
const EVENTS_PER_REQUEST = 100
const TRACK_LINES_PER_CALL = 1_000

const account = accountOf(1, { monthlyCredits: Option.some(1_000_000_000) })
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1)

const shipments = Shipments.layer(DEFAULT_TARIFF).pipe(Layer.provide([DcsaDecoder.layer, TrackingSource.none]))

/** Registers containers on one endpoint. */
const registerContainers = Effect.fnUntraced(function* (containers: ReadonlyArray<string>) {
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
  const service = yield* Shipments
  for (let from = 0; from < containers.length; from += TRACK_LINES_PER_CALL) {
    const lines = containers.slice(from, from + TRACK_LINES_PER_CALL).map((number) => ({
      endpointId: Option.some(endpoint.id),
      number,
      type: Option.none(),
      sealine: Option.none(),
      label: Option.none(),
      metadata: Option.none()
    }))
    yield* service.track(account.id, lines)
  }
})

/** Stores the same events as rows of text, each batch committed durably. */
const storeRawEvents = (feed: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const database = new DatabaseSync(Redacted.value(yield* makeSqliteUrl).replace("sqlite:", ""))
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE event (body TEXT NOT NULL)")
    const insert = database.prepare("INSERT INTO event SELECT value FROM json_each(?)")
    const millis = yield* cpuMillis(
      Effect.sync(() => {
        for (const body of feed) insert.run(body)
      })
    )
    database.close()
    return millis
  }).pipe(Effect.scoped)

/**
 * Carriers' JSON to stored events, journeys and alerts in the outbox, on a SQLite file; a request of a hundred events
 * concerns nearly as many containers. The baseline stores the same events as plain rows.
 */
const endToEndResults = Effect.gen(function* () {
  const containers = containersOf(FEED_CONTAINERS)
  const feed = requestBodiesOf(containers, EVENTS_PER_REQUEST)
  const url = yield* makeSqliteUrl
  const run = Effect.gen(function* () {
    yield* registerContainers(containers)
    const service = yield* Shipments
    let events = 0
    let messages = 0
    const millis = yield* cpuMillis(
      Effect.forEach(
        feed,
        (body) =>
          Effect.map(service.receive(account.id, JSON.parse(body)), ({ decoded, received }) => {
            events += decoded.events.length
            messages += received.messages
          }),
        { discard: true }
      )
    )
    yield* Console.error(`  tracking.end_to_end: ${events} events, ${messages} alerts in ${Math.round(millis)} ms`)
    return { events, millis }
  })
  const { events, millis } = yield* Effect.provide(run, shipments.pipe(Layer.provideMerge(storageLayerAt(url))))
  const bare = yield* storeRawEvents(feed)
  return [higherIsBetter("tracking.end_to_end", (events * 1000) / millis, "events/s", (events * 1000) / bare)]
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

const CLAIMS = 200
const CLAIM_LIMIT = 100
const CARRIERS = Array.from({ length: 20 }, (_, n) => Scac.make(`CA${String.fromCharCode(65 + n)}R`))

/** Inserts tracked containers with SQL: the first few thousand are due now, the others over the next days. */
const fillShipments = (path: string, count: number) =>
  Effect.sync(() => {
    const database = new DatabaseSync(path)
    database.exec("BEGIN")
    database
      .prepare("INSERT INTO account (id, name, plan, created_at) VALUES ('acc_1', 'Bench', 'pay-as-you-go', 0)")
      .run()
    for (const scac of CARRIERS) {
      database.prepare("INSERT INTO carrier_allowance (scac, day, used) VALUES (?, 0, 0)").run(scac)
    }
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count})`
    database.exec(`${numbers} INSERT INTO shipment (id, account_id, number, asked_type, asked_sealine, type, status,
        created_at, updated_at, sequence)
      SELECT printf('shp_%026d', i), 'acc_1', printf('MSCU%07d', i), 'CT', '', 'CT', 'tracking', 0, 0, 0 FROM n`)
    const codes = JSON.stringify(CARRIERS)
    const due = Math.ceil(count / (2 * CLAIMS * CLAIM_LIMIT))
    database.exec(`${numbers} INSERT INTO shipment_check (shipment_id, account_id, number, scac, kind, due_at)
      SELECT printf('shp_%026d', i), 'acc_1', printf('MSCU%07d', i), '${codes}' ->> (i % ${CARRIERS.length}), 'CT',
        CASE WHEN (i / ${CARRIERS.length}) % ${due} = 0 THEN i ELSE ${Date.now() + 3_600_000} + i END FROM n`)
    database.exec("COMMIT")
    database.close()
  })

/** Schedules the next poll of every leased shipment in six hours, as a recorded outcome would. */
const rescheduleLeased = (path: string) =>
  Effect.sync(() => {
    const database = new DatabaseSync(path, { timeout: 5000 })
    database
      .prepare("UPDATE shipment_check SET lease_token = NULL, due_at = due_at + 21600000 WHERE lease_token IS NOT NULL")
      .run()
    database.close()
  })

/** The processor time of a claim of a hundred polls, in milliseconds. */
const claimMillis = Effect.fnUntraced(function* (count: number) {
  const url = yield* makeSqliteUrl
  const path = Redacted.value(url).replace("sqlite:", "")
  const run = Effect.gen(function* () {
    const queue = yield* PollQueue
    yield* fillShipments(path, count)
    const each = CLAIM_LIMIT / CARRIERS.length
    const millis: Array<number> = []
    for (let claim = 0; claim < Math.min(CLAIMS, count / CLAIM_LIMIT / 2); claim++) {
      millis.push(
        yield* cpuMillis(
          Effect.flatMap(
            queue.claim(() => new Map(CARRIERS.map((scac) => [scac, each])), CLAIM_LIMIT, 150_000),
            (leases) => (leases.length === CLAIM_LIMIT ? Effect.void : Effect.die(`${leases.length} leases`))
          )
        )
      )
      yield* rescheduleLeased(path)
    }
    yield* Console.error(
      `  tracking.claim with ${count}: median ${median(millis).toFixed(2)} ms, p99 ${percentile(millis, 0.99).toFixed(2)} ms`
    )
    return median(millis)
  })
  return yield* Effect.provide(run, storageLayerAt(url))
}, Effect.scoped)

/** A claim of a hundred polls of twenty carriers among a million shipments, against the same among two thousand. */
const claimResults = Effect.gen(function* () {
  const few = yield* claimMillis(2_000)
  const many = yield* claimMillis(1_000_000)
  return [lowerIsBetter("tracking.claim", many, "ms", few)]
}).pipe(Effect.provide(NodeServices.layer))

/** The speed of journey derivation, of event storage and of poll claims. */
export const trackingBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [
  diffResults,
  endToEndResults,
  claimResults
]
