import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { decideDemoRound } from "@landfall/core/tracking/decisions/DemoRound"
import { decideOnEvents, decideOnRegistration } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { parseShipmentReference } from "@landfall/core/tracking/references/ShipmentReference"
import { ShipmentStore, type TrackRequest } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits } from "@landfall/core/usage/Credits"
import {
  bookingDocument,
  containerOf,
  equipmentEventOf,
  hoursLater,
  transportEventOf
} from "@landfall/testing/samples/EventSamples"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { Effect, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { plansOf, scansOf } from "../../Plans.ts"
import { openOnFile, storageOn, temporaryFile } from "../../TestStorage.ts"

const account = accountOf(1)
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1)
const FREE = Credits.make(0)

const receiver = Effect.gen(function* () {
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
})

const requestFor = (number: string): TrackRequest => ({
  reference: Result.getOrThrow(parseShipmentReference({ number })),
  endpointId: Option.some(endpoint.id),
  label: Option.none(),
  metadata: Option.none()
})

const track = Effect.fnUntraced(function* (numbers: ReadonlyArray<string>) {
  const store = yield* ShipmentStore
  return yield* store.track(account.id, numbers.map(requestFor), FREE, SAMPLE_TIME, decideOnRegistration(SAMPLE_TIME))
})

const receive = Effect.fnUntraced(function* (...events: Parameters<ShipmentStore["Service"]["receive"]>[1]) {
  const store = yield* ShipmentStore
  return yield* store.receive(account.id, events, SAMPLE_TIME, decideOnEvents(SAMPLE_TIME))
})

const CONTAINERS = Array.from({ length: 2000 }, (_, n) => containerOf(n))
const documents = [bookingDocument("BOOKING1")]

describe("the query plans of the shipment store with thousands of shipments and events", () => {
  it.effect("find every row by an index, and scan no table", () =>
    Effect.gen(function* () {
      yield* receiver
      yield* track(CONTAINERS)
      yield* receive(...CONTAINERS.map((container) => equipmentEventOf(container, { documents: [] })))
      const sql = yield* SqlClient.SqlClient
      const store = yield* ShipmentStore
      const [container = "", untracked = containerOf(900_000)] = CONTAINERS
      const { plans } = yield* plansOf(
        Effect.gen(function* () {
          const [tracked] = yield* track([container, untracked, "ZZZZ0000000"])
          yield* receive(
            equipmentEventOf(container, { documents, createdDateTime: Option.some(hoursLater(1)) }),
            transportEventOf({ documents })
          )
          if (tracked === undefined) return assert.fail()
          yield* store.snapshot(account.id, tracked.shipment.id)
          yield* store.runDemoRounds(SAMPLE_TIME, 1000, 10, decideDemoRound(SAMPLE_TIME))
          yield* store.unregister(account.id, endpoint.id, tracked.shipment.id)
          yield* store.stop(account.id, tracked.shipment.id, SAMPLE_TIME)
        })
      )
      assert.isAbove(plans.length, 15)
      const scans = scansOf(plans).filter((step) => !step.includes("INDEX registration_demo"))
      assert.deepStrictEqual(scans, [])
      const [row] = yield* sql`SELECT count(*) FROM carrier_event`.values
      assert.deepStrictEqual(row, [CONTAINERS.length + 1])
    }).pipe(Effect.provide(openOnFile))
  )
})

describe("a snapshot", () => {
  it.effect("is read while another process holds a write transaction", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const context = yield* Layer.build(storageOn(filename))
      yield* Effect.gen(function* () {
        yield* receiver
        const [tracked] = yield* track(CONTAINERS.slice(0, 1))
        const other = new DatabaseSync(filename)
        other.exec("BEGIN IMMEDIATE")
        if (tracked === undefined) return assert.fail()
        const snapshot = yield* (yield* ShipmentStore).snapshot(account.id, tracked.shipment.id)
        other.close()
        assert.strictEqual(snapshot.subscribers.length, 1)
      }).pipe(Effect.provide(context))
    })
  )
})

describe("cached events", () => {
  it.effect("are read again when another process has replaced them", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const [container = ""] = CONTAINERS
      const first = yield* Layer.build(storageOn(filename))
      const second = yield* Layer.build(storageOn(filename))
      const [tracked] = yield* receiver.pipe(Effect.andThen(track([container])), Effect.provide(first))
      if (tracked === undefined) return assert.fail()
      yield* Effect.provide(receive(equipmentEventOf(container)), first)
      const later = equipmentEventOf(container, {
        createdDateTime: Option.some(hoursLater(5)),
        remark: Option.some("written again")
      })
      yield* Effect.provide(receive(later), second)
      const { events } = yield* Effect.flatMap(ShipmentStore, (store) =>
        store.snapshot(account.id, tracked.shipment.id)
      ).pipe(Effect.provide(first))
      assert.deepStrictEqual(events, [later])
    })
  )
})
