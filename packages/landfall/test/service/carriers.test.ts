import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime, Effect } from "effect"
import { CarrierServer, serviceWithCarriers } from "../support/CarrierServer.ts"
import { repeatUntil } from "../support/Eventually.ts"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { type Caller, newCaller } from "../support/Service.ts"

/** Every event of a carrier for a container on a completed voyage. */
const completedVoyage = (container: string, booking: string) =>
  transhipmentVoyage({ container, booking, start: DateTime.makeUnsafe("2026-01-01T00:00:00Z") }).flatMap(
    ({ events }) => events
  )

const trackShipment = Effect.fnUntraced(function* (caller: Caller, line: object) {
  const response = yield* Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/shipment`, line))
  assert.strictEqual(response.status, 201, JSON.stringify(response.body))
  const id: string = response.body.id
  return id
})

/** The shipment after its first poll. */
const polledShipment = (caller: Caller, id: string) =>
  repeatUntil(
    Effect.promise(async () => (await caller.send("GET", `${ALERTS_PREFIX}/shipment/${id}`)).body),
    ({ polling }) => polling.lastPolledAt !== null
  )

layer(serviceWithCarriers, { excludeTestServices: true })("a configured carrier", (it) => {
  it.effect("is polled for a container without a sealine, and becomes its sealine when it knows the container", () =>
    Effect.gen(function* () {
      const { responses } = yield* CarrierServer
      responses.set(containerOf(719430), { status: 200, events: completedVoyage(containerOf(719430), "B1") })
      const caller = yield* newCaller()
      const { id: endpoint, next, assertNothingElse } = yield* createReceivingEndpoint(caller)
      const registered = yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, {
          [endpoint]: { shipments: [{ number: containerOf(719430) }] }
        })
      )
      const [line] = registered.body.results
      assert.deepStrictEqual([line.status, line.sealine, line.warning], ["accepted", null, undefined])
      yield* next
      const shipment = yield* polledShipment(caller, line.shipmentId)
      assert.deepStrictEqual([shipment.sealine, shipment.type], ["MSCU", "CT"])
      assert.strictEqual(shipment.journeys.length, 1)
      assert.isAtLeast(shipment.journeys[0].milestones.length, 10)
      assert.strictEqual(shipment.polling.carrier, "MSCU")
      assert.isNull(shipment.polling.lastError)
      // The events of the first response are past: no alert is sent.
      yield* assertNothingElse
    })
  )

  it.effect("provides each container of a booking, even if its events do not repeat the booking number", () =>
    Effect.gen(function* () {
      const { responses, requests } = yield* CarrierServer
      const eventsWithoutBooking = [containerOf(719430), containerOf(719431)].flatMap((container) =>
        completedVoyage(container, "").map((event) => ({ ...event, documentReferences: [] }))
      )
      responses.set("BOOKING1", { status: 200, events: eventsWithoutBooking })
      const caller = yield* newCaller()
      const id = yield* trackShipment(caller, { number: "BOOKING1", type: "BK", sealine: "MSCU" })
      const shipment = yield* polledShipment(caller, id)
      const containers = shipment.journeys.map((journey: { readonly container: string }) => journey.container)
      assert.deepStrictEqual(containers.sort(), [containerOf(719430), containerOf(719431)])
      assert.isTrue(requests.some((request) => request.includes("carrierBookingReference=BOOKING1")))
    })
  )

  it.effect("that does not respond is shown with the reason and the next poll, without secrets", () =>
    Effect.gen(function* () {
      const { responses } = yield* CarrierServer
      responses.set(containerOf(719432), { status: 403 })
      const caller = yield* newCaller()
      const shipment = yield* polledShipment(
        caller,
        yield* trackShipment(caller, { number: containerOf(719432), type: "CT", sealine: "MSCU" })
      )
      assert.match(shipment.polling.lastError, /MSCU.*403/)
      assert.isAbove(Date.parse(shipment.polling.nextPollAt), Date.parse(shipment.polling.lastPolledAt))
      assert.deepStrictEqual(shipment.journeys[0].milestones, [])
    })
  )

  it.effect("is polled for a refreshed shipment when its limits allow, and a refresh that cannot poll states why", () =>
    Effect.gen(function* () {
      const { responses, requests } = yield* CarrierServer
      const number = containerOf(719435)
      responses.set(number, { status: 200, events: completedVoyage(number, "B2").slice(0, 4) })
      const caller = yield* newCaller()
      const refresh = (id: string) =>
        Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/shipment/${id}/refresh`))
      const id = yield* trackShipment(caller, { number, sealine: "MSCU" })
      const { polling } = yield* polledShipment(caller, id)
      const first = yield* refresh(id)
      assert.deepStrictEqual([first.status, first.body.status, first.body.polling.carrier], [202, "scheduled", "MSCU"])
      const nextPollAt = Date.parse(first.body.polling.nextPollAt)
      assert.strictEqual(nextPollAt, Date.parse(polling.lastPolledAt) + 4 * 60_000)
      const second = yield* refresh(id)
      assert.deepStrictEqual([second.status, second.body.status], [202, "already_due"])
      assert.strictEqual(Date.parse(second.body.polling.nextPollAt), nextPollAt)
      assert.strictEqual(requests.filter((request) => request.includes(number)).length, 1)

      const uncovered = yield* refresh(yield* trackShipment(caller, { number, sealine: "MAEU" }))
      assert.deepStrictEqual([uncovered.status, uncovered.body.errorCode], [409, 40902])
      assert.deepStrictEqual(uncovered.body.details, [`No configured carrier can be polled for ${number}.`])
      const demo = yield* refresh(yield* trackShipment(caller, { number: "ZZZZ0000000" }))
      assert.deepStrictEqual([demo.status, demo.body.errorCode], [409, 40903])
      yield* Effect.promise(() => caller.send("DELETE", `${ALERTS_PREFIX}/shipment/${id}`))
      const stopped = yield* refresh(id)
      assert.deepStrictEqual([stopped.status, stopped.body.errorCode], [409, 40903])
      assert.match(stopped.body.details[0], /is stopped; only a tracked shipment is polled/)
      const foreign = yield* newCaller()
      const unknown = yield* Effect.promise(() => foreign.send("POST", `${ALERTS_PREFIX}/shipment/${id}/refresh`))
      assert.deepStrictEqual([unknown.status, unknown.body.errorCode], [404, 40403])
    })
  )

  it.effect("that fails is named in the detail of /readyz, which stays ready", () =>
    Effect.gen(function* () {
      const { responses } = yield* CarrierServer
      const number = containerOf(719436)
      responses.set(number, { status: 403 })
      const caller = yield* newCaller()
      yield* polledShipment(caller, yield* trackShipment(caller, { number, sealine: "MSCU" }))
      const ready = yield* Effect.promise(() => caller.send("GET", "/readyz"))
      assert.deepStrictEqual([ready.status, ready.body.status], [200, "ready"])
      const [failing, unpolled] = ready.body.carriers
      assert.deepInclude(failing, { scac: "MSCU", status: "failing", lastOutcome: "unauthorised" })
      assert.isAtLeast(failing.failures, 1)
      assert.deepStrictEqual(unpolled, {
        scac: "ZZTV",
        status: "not_polled",
        lastOutcome: null,
        lastPolledAt: null,
        failures: 0,
        failingSince: null
      })
      assert.notInclude(JSON.stringify(ready.body), number)
    })
  )

  it.effect("is listed with its coverage, even if it is not a known sealine", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body } = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/sealines`))
      const coverOf = (scac: string) =>
        body.data.find((sealine: { readonly scac: string }) => sealine.scac === scac)?.covered
      assert.deepStrictEqual(coverOf("MSCU"), { container: true, booking: true, billOfLading: false })
      assert.deepStrictEqual(coverOf("ZZTV"), { container: false, booking: false, billOfLading: true })
      assert.deepStrictEqual(coverOf("MAEU"), { container: false, booking: false, billOfLading: false })
    })
  )

  it.effect("causes the warning no_source only for shipments that no carrier covers", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id: endpoint } = yield* createReceivingEndpoint(caller)
      const shipments = [
        { number: containerOf(719433) },
        { number: containerOf(123456, "TGHU") },
        { number: containerOf(719433), sealine: "MAEU" },
        { number: "BILL1", type: "BL", sealine: "MSCU" },
        { number: "BILL1", sealine: "ZZTV" },
        { number: "ZZZZ0000000" }
      ]
      const { body } = yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, { [endpoint]: { shipments } })
      )
      assert.deepStrictEqual(
        body.results.map((result: { readonly warning?: string }) => result.warning ?? null),
        [null, null, "no_source", "no_source", null, null]
      )
      const unasked = yield* Effect.promise(() =>
        caller.send("GET", `${ALERTS_PREFIX}/shipment/${body.results[2].shipmentId}`)
      )
      assert.deepStrictEqual(unasked.body.polling, {
        carrier: null,
        lastPolledAt: null,
        nextPollAt: null,
        lastError: null,
        warning: "no_source"
      })
    })
  )
})
