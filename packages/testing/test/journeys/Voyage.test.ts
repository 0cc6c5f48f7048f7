import { assert, describe, it } from "@effect/vitest"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { Arbitrary, DateTime, Effect, Schema } from "effect"
import { places, vessels } from "../../src/journeys/Places.ts"
import { addHours } from "../../src/journeys/Schedule.ts"
import { type DcsaUpdate, dcsaUpdatesOf, directVoyage, transhipmentVoyage } from "../../src/journeys/Voyage.ts"
import { containerNumber, dateTimeUtc } from "../../src/samples/Arbitraries.ts"
import { containerOf } from "../../src/samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"

/** The fields of an event that this test reads. */
const ReportedEvent = Schema.Struct({
  eventID: Schema.String.pipe(Schema.check(Schema.isUUID())),
  eventType: Schema.Literals(["TRANSPORT", "EQUIPMENT"]),
  eventClassifierCode: Schema.Literals(["PLN", "EST", "ACT"]),
  eventDateTime: Schema.String,
  eventCreatedDateTime: Schema.String,
  transportEventTypeCode: Schema.optionalKey(Schema.Literals(["ARRI", "DEPA"])),
  equipmentEventTypeCode: Schema.optionalKey(Schema.Literals(["LOAD", "DISC", "GTIN", "GTOT"])),
  equipmentReference: Schema.optionalKey(Schema.String),
  emptyIndicatorCode: Schema.optionalKey(Schema.Literals(["EMPTY", "LADEN"])),
  transportCall: Schema.Struct({
    UNLocationCode: Unlocode,
    modeOfTransport: Schema.Literals(["VESSEL", "RAIL", "TRUCK"])
  }),
  documentReferences: Schema.Array(
    Schema.Struct({ documentReferenceType: Schema.Literals(["BKG", "TRD"]), documentReferenceValue: Schema.String })
  )
})
const decode = Schema.decodeUnknownSync(ReportedEvent)

const eventsOf = (updates: ReadonlyArray<DcsaUpdate>) =>
  updates.flatMap((step) => step.events.map((event) => decode(event)))
const millisOf = (iso: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(iso))

const consignment = { container: containerOf(482_913), booking: "177IHPHPQ7958V", start: SAMPLE_TIME }

/** The reported events, as `ACT LOAD CNSHA`. */
const linesOf = (updates: ReadonlyArray<DcsaUpdate>) =>
  eventsOf(updates).map((event) =>
    [
      event.eventClassifierCode,
      event.transportEventTypeCode ?? event.equipmentEventTypeCode,
      event.transportCall.UNLocationCode,
      ...(event.emptyIndicatorCode === "EMPTY" ? ["EMPTY"] : [])
    ].join(" ")
  )

const inland = { origin: places.suzhou, destination: places.duisburg }
const kinds = {
  direct: directVoyage,
  transhipment: transhipmentVoyage,
  inland: (options: typeof consignment) => transhipmentVoyage({ ...options, ...inland, bill: "MEDUWA216748" })
}

describe("a voyage", () => {
  it.effect.prop(
    "reports every update when it is due, in order, with each event once",
    {
      kind: Schema.Literals(["direct", "transhipment", "inland"]),
      container: containerNumber,
      start: dateTimeUtc
    },
    ({ kind, container, start }) =>
      Effect.sync(() => {
        const updates = kinds[kind]({ ...consignment, container, start })
        assert.deepStrictEqual(updates, kinds[kind]({ ...consignment, container, start }))
        const instants = updates.map((step) => DateTime.toEpochMillis(step.at))
        assert.deepStrictEqual(
          instants,
          instants.toSorted((a, b) => a - b)
        )
        assert.strictEqual(instants[0], DateTime.toEpochMillis(start))
        const events = eventsOf(updates)
        assert.strictEqual(new Set(events.map((event) => event.eventID)).size, events.length)
        for (const step of updates) {
          assert.isAbove(step.events.length, 0)
          for (const event of step.events.map((event) => decode(event))) {
            assert.strictEqual(millisOf(event.eventCreatedDateTime), DateTime.toEpochMillis(step.at))
            const ahead = millisOf(event.eventDateTime) - DateTime.toEpochMillis(step.at)
            assert.isTrue(event.eventClassifierCode === "ACT" ? ahead === -3_600_000 : ahead > 0)
            assert.strictEqual(event.eventType === "EQUIPMENT", event.equipmentReference === container)
            assert.strictEqual(event.documentReferences[0]?.documentReferenceValue, consignment.booking)
          }
        }
      })
  )

  it("without transhipment is reported from the booking to the empty return", () => {
    const planned = ["LOAD CNSHA", "DEPA CNSHA", "ARRI NLRTM", "DISC NLRTM"]
    assert.deepStrictEqual(linesOf(directVoyage(consignment)), [
      ...planned.map((line) => `PLN ${line}`),
      "ACT GTOT CNSHA EMPTY",
      "ACT GTIN CNSHA",
      ...planned.map((line) => `EST ${line}`),
      "ACT LOAD CNSHA",
      "ACT DEPA CNSHA",
      "EST ARRI NLRTM",
      "EST DISC NLRTM",
      "EST ARRI NLRTM",
      "EST DISC NLRTM",
      "ACT ARRI NLRTM",
      "ACT DISC NLRTM",
      "ACT GTOT NLRTM",
      "ACT GTIN NLRTM EMPTY"
    ])
  })

  it("from inland to inland by two vessels is reported at every place", () => {
    const actual = linesOf(transhipmentVoyage({ ...consignment, ...inland })).filter((line) => line.startsWith("ACT"))
    assert.deepStrictEqual(actual, [
      "ACT GTOT CNSZH EMPTY",
      "ACT GTIN CNSZH",
      "ACT LOAD CNSZH",
      "ACT DEPA CNSZH",
      "ACT GTIN CNSHA",
      "ACT LOAD CNSHA",
      "ACT DEPA CNSHA",
      "ACT ARRI SGSIN",
      "ACT DISC SGSIN",
      "ACT LOAD SGSIN",
      "ACT DEPA SGSIN",
      "ACT ARRI DEHAM",
      "ACT DISC DEHAM",
      "ACT GTOT DEHAM",
      "ACT ARRI DEDUI",
      "ACT DISC DEDUI",
      "ACT GTOT DEDUI",
      "ACT GTIN DEDUI EMPTY"
    ])
  })

  it("accumulates its delays: planned, estimated and actual dates differ by exactly these hours", () => {
    const arrivals = eventsOf(directVoyage(consignment)).filter((event) => event.transportEventTypeCode === "ARRI")
    const [planned, ...later] = arrivals.map((event) => millisOf(event.eventDateTime))
    const hours = later.map((arrival) => (arrival - (planned ?? 0)) / 3_600_000)
    assert.deepStrictEqual(hours, [0, 10, 40, 40])
  })

  const Hours = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: -20, maximum: 200 })))

  it.effect.prop(
    "never misses a connection: the next vessel departs 24 hours after the arrival or later",
    [Arbitrary.schema(Hours)],
    ([hours]) =>
      Effect.sync(() => {
        const updates = transhipmentVoyage({ ...consignment, delays: [{ leg: 0, afterDays: 2, hours }] })
        const actual = eventsOf(updates).filter((event) => event.eventClassifierCode === "ACT")
        const at = (code: string) =>
          millisOf(
            actual.find(
              (event) => event.transportEventTypeCode === code && event.transportCall.UNLocationCode === "SGSIN"
            )?.eventDateTime ?? ""
          )
        assert.isAtLeast(at("DEPA") - at("ARRI"), 24 * 3_600_000)
        assert.strictEqual(at("DEPA") - at("ARRI"), Math.max(72 - hours, 24) * 3_600_000)
      })
  )

  it("writes dates in local time", () => {
    const from = { unlocode: "USNYC", name: "New York", utcOffsetHours: -5 }
    const leg = { from, to: places.rotterdam, vessel: vessels.mscGulsun, voyage: "012E", transitHours: 240 }
    const [load] = eventsOf(dcsaUpdatesOf({ ...consignment, legs: [leg] }))
    assert.match(load?.eventDateTime ?? "", /-05:00$/)
    assert.strictEqual(millisOf(load?.eventDateTime ?? ""), DateTime.toEpochMillis(addHours(SAMPLE_TIME, 8 * 24 - 6)))
  })

  it("uses places and vessels with valid codes", () => {
    for (const place of Object.values(places)) assert.isTrue(Schema.is(Unlocode)(place.unlocode))
    for (const vessel of Object.values(vessels)) assert.isTrue(Schema.is(ImoNumber)(vessel.imo))
  })
})
