import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime, Effect, Schedule } from "effect"
import { CarrierServer, serviceWithCarriers } from "../support/CarrierServer.ts"
import { listening } from "../support/Listening.ts"
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
  Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/shipment/${id}`)).pipe(
    Effect.map(({ body }) => body),
    Effect.repeat({
      until: ({ checks }) => checks.lastCheckedAt !== null,
      schedule: Schedule.spaced("50 millis")
    }),
    Effect.timeout("10 seconds")
  )

layer(serviceWithCarriers, { excludeTestServices: true })("a configured carrier", (it) => {
  it.effect("is polled for a container without a sealine, and becomes its sealine when it knows the container", () =>
    Effect.gen(function* () {
      const { responses } = yield* CarrierServer
      responses.set(containerOf(719430), { status: 200, events: completedVoyage(containerOf(719430), "B1") })
      const caller = yield* newCaller()
      const { id: endpoint, next, waiting } = yield* listening(caller)
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
      assert.strictEqual(shipment.checks.carrier, "MSCU")
      assert.isNull(shipment.checks.lastError)
      // The events of the first response are past: no alert is sent.
      assert.strictEqual(yield* waiting, 0)
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
      assert.match(shipment.checks.lastError, /MSCU.*403/)
      assert.isAbove(Date.parse(shipment.checks.nextCheckAt), Date.parse(shipment.checks.lastCheckedAt))
      assert.deepStrictEqual(shipment.journeys[0].milestones, [])
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
      const { id: endpoint } = yield* listening(caller)
      const shipments = [
        { number: containerOf(719433) },
        { number: containerOf(123456, "TGHU") },
        { number: containerOf(719433), sealine: "MAEU" },
        { number: "BILL1", type: "BL", sealine: "MSCU" },
        { number: "BILL1" },
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
      assert.deepStrictEqual(unasked.body.checks, {
        carrier: null,
        lastCheckedAt: null,
        nextCheckAt: null,
        lastError: null,
        warning: "no_source"
      })
    })
  )
})
