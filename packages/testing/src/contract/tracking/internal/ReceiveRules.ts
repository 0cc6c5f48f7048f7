import { assert } from "@effect/vitest"
import { firstPage } from "@landfall/core/listing/Page"
import { distinctEvents } from "@landfall/core/tracking/carriers/EventMeaning"
import { type Decide, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Arbitrary, Effect, Option } from "effect"
import { carrierEvent } from "../../../samples/arbitraries.ts"
import { containerOf, equipmentEventOf, hoursLater } from "../../../samples/EventSamples.ts"
import { isRefused, same } from "../../suite/Assertions.ts"
import { claimNone } from "../../suite/Queued.ts"
import { property, rule } from "../../suite/Rules.ts"
import {
  containerReference,
  counting,
  quiet,
  receive,
  requestOf,
  sameEvents,
  telling,
  throwing,
  track,
  watched
} from "../../suite/Shipments.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storedAccount, storedEndpoint, storedReceiver } from "../../suite/Stored.ts"

const boxOne = containerOf(1)

const keepingRules = <E>(layer: StorageLayer<E>): void => {
  property(
    layer,
    "events come back as they were sent, each meaning once",
    Arbitrary.array(carrierEvent, { maxLength: 8 }),
    (sent) =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const account = yield* storedAccount(1)
        const shipment = yield* track(account, requestOf(containerReference(1)))
        const events = sent.flatMap((event) =>
          event._tag === "ShipmentEvent" ? [] : [{ ...event, equipmentReference: Option.some<string>(boxOne) }]
        )
        const received = yield* receive(account, events)
        const distinct = distinctEvents(events)
        assert.strictEqual(received.added, distinct.length)
        assert.strictEqual(received.repeated, events.length - distinct.length)
        const snapshot = yield* store.snapshot(account.id, shipment.id)
        sameEvents(snapshot.events, distinct)
        assert.strictEqual(snapshot.events.length, distinct.length)
      })
  )

  rule(layer, "an event that says again what is known counts as repeated, and nothing is decided", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const account = yield* storedAccount(1)
      const shipment = yield* track(account, requestOf(containerReference(1)))
      const event = equipmentEventOf(boxOne)
      const { asked, decide } = watched(quiet)
      same(yield* receive(account, [event, event], decide), {
        added: 1,
        repeated: 1,
        shipments: [shipment.id],
        messages: 0
      })
      const copy = { ...event, sourceEventId: Option.some("another"), receivedAt: hoursLater(5) }
      same(yield* receive(account, [copy], decide), { added: 0, repeated: 1, shipments: [], messages: 0 })
      assert.strictEqual(asked.length, 1)
      same((yield* store.snapshot(account.id, shipment.id)).events, [event])
    })
  )

  rule(layer, "an event written again later replaces the one held, and its shipments are decided on anew", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const account = yield* storedAccount(1)
      const shipment = yield* track(account, requestOf(containerReference(1)))
      const event = equipmentEventOf(boxOne)
      yield* receive(account, [event])
      const { asked, decide } = watched(quiet)
      const rewritten = { ...event, createdDateTime: Option.some(hoursLater(9)), receivedAt: hoursLater(9) }
      same(yield* receive(account, [rewritten], decide), {
        added: 0,
        repeated: 1,
        shipments: [shipment.id],
        messages: 0
      })
      same(
        asked.map(({ events }) => events),
        [[rewritten]]
      )
      same(yield* receive(account, [event], decide), { added: 0, repeated: 1, shipments: [], messages: 0 })
      same((yield* store.snapshot(account.id, shipment.id)).events, [rewritten])
    })
  )

  rule(layer, "events are kept before anything is tracked, and no events are nothing", () =>
    Effect.gen(function* () {
      const account = yield* storedAccount(1)
      const event = equipmentEventOf(boxOne)
      same(yield* receive(account, [event]), { added: 1, repeated: 0, shipments: [], messages: 0 })
      same(yield* receive(account, [event]), { added: 0, repeated: 1, shipments: [], messages: 0 })
      same(yield* receive(account, []), { added: 0, repeated: 0, shipments: [], messages: 0 })
      const shipment = yield* track(account, requestOf(containerReference(1)))
      same((yield* (yield* ShipmentStore).snapshot(account.id, shipment.id)).events, [event])
    })
  )
}

const decidingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "each shipment is decided on once, with every event of the call and every registration", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storedReceiver(1)
      const second = yield* storedEndpoint(application, 2)
      const one = yield* track(account, requestOf(containerReference(1), endpoint.id))
      yield* track(account, requestOf(containerReference(1), second.id))
      const two = yield* track(account, requestOf(containerReference(2)))
      const events = [1, 2].flatMap((serial) =>
        (["LOAD", "DISC"] as const).map((code) => equipmentEventOf(containerOf(serial), { code }))
      )
      const { asked, decide } = watched(telling)
      const received = yield* receive(account, events, decide)
      assert.sameMembers([...received.shipments], [one.id, two.id])
      assert.strictEqual(received.messages, 2)
      const summary = asked.map(({ shipment, events, subscribers, plan }) => [
        shipment.id,
        events.length,
        subscribers.map(({ endpoint }) => endpoint.id).toSorted(),
        plan
      ])
      assert.sameDeepMembers(summary, [
        [one.id, 2, [endpoint.id, second.id], account.plan],
        [two.id, 2, [], account.plan]
      ])
      const found = yield* (yield* ShipmentStore).find(account.id, one.id)
      assert.strictEqual(found.sequence, 2)
    })
  )

  rule(layer, "a decision that throws leaves nothing of its call: no event, no message, no other decision", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storedReceiver(1)
      yield* track(account, requestOf(containerReference(1), endpoint.id))
      yield* track(account, requestOf(containerReference(2), endpoint.id))
      const before = yield* store.list(account.id, firstPage)
      const events = [1, 2].map((serial) => equipmentEventOf(containerOf(serial)))
      let decisions = 0
      const failing: Decide = (snapshot) => (++decisions === 2 ? throwing(snapshot) : telling(snapshot))
      yield* isRefused(receive(account, events, failing))
      same(yield* store.list(account.id, firstPage), before)
      yield* claimNone()
      const received = yield* receive(account, events, telling)
      assert.deepStrictEqual([received.added, received.messages], [2, 2])
    })
  )

  rule(layer, "of decisions at once on one shipment none is lost", () =>
    Effect.gen(function* () {
      const account = yield* storedAccount(1)
      const shipment = yield* track(account, requestOf(containerReference(1)))
      const events = Array.from({ length: 30 }, (_, n) => equipmentEventOf(boxOne, { eventDateTime: hoursLater(n) }))
      yield* Effect.forEach(events, (event) => receive(account, [event], counting), { concurrency: "unbounded" })
      const found = yield* (yield* ShipmentStore).find(account.id, shipment.id)
      assert.strictEqual(found.sequence, events.length)
    })
  )
}

/** Registers how `ShipmentStore.receive` keeps events, and decides on them. */
export const receiveRules = <E>(layer: StorageLayer<E>): void => {
  keepingRules(layer)
  decidingRules(layer)
}
