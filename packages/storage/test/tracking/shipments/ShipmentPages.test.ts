import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { FIRST_PAGE_REQUEST, type Page, type PageRequest, parseCursor } from "@landfall/core/listing/Page"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { type ShipmentFilter, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { MAX_INDEX_REGISTRATIONS, MAX_SCANNED_SHIPMENTS } from "../../../src/tracking/shipments/ShipmentPages.ts"
import { plansOf, scansOf, sortsOf } from "../../Plans.ts"
import { openOnFile } from "../../TestStorage.ts"

const account = accountOf(1)
const application = applicationOf(account, 1)
const [few, many] = [endpointOf(application, 1), endpointOf(application, 2)]
/** More shipments than two pages read. */
const SHIPMENTS = 2 * MAX_SCANNED_SHIPMENTS + 500
const NOW = DateTime.toEpochMillis(SAMPLE_TIME)

/** Shipments of which the five oldest have a reference; an endpoint with five registrations, and one with too many for an index. */
const filled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  for (const endpoint of [few, many]) yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
  const rows = sql`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${SHIPMENTS - 1})`
  const id = sql`'shp_' || printf('%026d', i)`
  yield* sql`INSERT INTO shipment (id, account_id, number, asked_type, asked_sealine, reference, status, created_at,
      updated_at, sequence, tracked_since)
    ${rows} SELECT ${id}, ${account.id}, 'BOOKING' || i, '', '', CASE WHEN i < 5 THEN 'Order 50%' END, 'tracking', ${NOW},
      ${NOW}, 0, ${NOW} FROM n`
  const register = (endpointId: string, count: number) =>
    sql`INSERT INTO registration (account_id, shipment_id, endpoint_id, registered_at, notified)
      ${rows} SELECT ${account.id}, ${id}, ${endpointId}, ${NOW}, '{}' FROM n WHERE i < ${count}`
  yield* register(few.id, 5)
  yield* register(many.id, MAX_INDEX_REGISTRATIONS + 1)
  return yield* ShipmentStore
})

type Direction = "iterator" | "prevIterator"

/** Reads a list from a page on, to its end in one direction. */
const walk = Effect.fnUntraced(function* <E>(
  list: (page: PageRequest) => Effect.Effect<Page<Shipment>, E>,
  direction: Direction,
  from: PageRequest
) {
  const pages: Array<Page<Shipment>> = []
  for (let request = from; ; ) {
    const page = yield* list(request)
    pages.push(page)
    const next = direction === "iterator" && page.done ? Option.none<string>() : page[direction]
    if (Option.isNone(next)) return pages
    request = { limit: 250, cursor: Option.some(yield* parseCursor(next.value)) }
  }
})

const filters: ReadonlyArray<readonly [name: string, filter: ShipmentFilter]> = [
  ["a search", { search: "50%" }],
  ["an endpoint with few registrations", { endpointId: few.id }],
  ["a search among many registrations", { endpointId: many.id, search: "order" }]
]

describe("pages of an account with many shipments", () => {
  it.effect("find the oldest by any filter in both directions, and each reads a bounded number of shipments", () =>
    Effect.gen(function* () {
      const store = yield* filled
      for (const [name, filter] of filters) {
        const list = (page: PageRequest) => store.list(account.id, page, filter)
        const down = yield* walk(list, "iterator", FIRST_PAGE_REQUEST)
        const found = down.flatMap(({ data }) => data.map(({ id }) => id))
        assert.lengthOf(found, 5, name)
        const [first] = down
        if (filter.search !== undefined) {
          assert.isAtLeast(down.length, 3, name)
          assert.deepInclude(first, { data: [], done: false }, name)
        }
        const last = down.at(-1)
        const end = Option.getOrThrow(last?.iterator ?? Option.none())
        const cursor = yield* parseCursor(end)
        const back = { limit: 250, cursor: Option.some({ direction: "before", key: `${cursor.key}` } as const) }
        const up = yield* walk(list, "prevIterator", back)
        const again = new Set(up.flatMap(({ data }) => data.map(({ id }) => id)))
        assert.isAtLeast(again.size, 4, `${name}, backwards: all but the row of the iterator`)
      }
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("find their rows by an index, and sort only rows that an index has selected", () =>
    Effect.gen(function* () {
      const store = yield* filled
      const byNumber: ReadonlyArray<readonly [string, ShipmentFilter]> = [["a number", { number: "BOOKING7" }]]
      for (const [name, filter] of [...filters, ...byNumber, ["nothing", {}] as const]) {
        const { plans } = yield* plansOf(store.list(account.id, FIRST_PAGE_REQUEST, filter))
        assert.deepStrictEqual(scansOf(plans), [], name)
        const isSelected = filter.number !== undefined || filter.endpointId === few.id
        if (!isSelected) assert.deepStrictEqual(sortsOf(plans), [], name)
      }
    }).pipe(Effect.provide(openOnFile))
  )
})
