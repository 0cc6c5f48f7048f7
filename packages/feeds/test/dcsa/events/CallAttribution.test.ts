import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { CarrierEventDecoder } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Effect } from "effect"
import { DcsaDecoder } from "../../../src/dcsa/events/DcsaDecoder.ts"

const call = (id: string) => ({ transportCallID: id, modeOfTransport: "VESSEL", UNLocationCode: "NLRTM" })

const arrival = (id: string) => ({
  eventType: "TRANSPORT",
  transportEventTypeCode: "ARRI",
  eventClassifierCode: "ACT",
  eventDateTime: "2026-03-05T08:00:00Z",
  transportCall: call(id)
})

const discharge = (documents: ReadonlyArray<object>) => ({
  eventType: "EQUIPMENT",
  equipmentEventTypeCode: "DISC",
  eventClassifierCode: "ACT",
  emptyIndicatorCode: "LADEN",
  eventDateTime: "2026-03-06T08:00:00Z",
  equipmentReference: "MSKU1234565",
  documentReferences: documents,
  transportCall: call("one")
})

const decode = (...events: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    const decoder = yield* CarrierEventDecoder
    const { events: read, unknown } = yield* decoder.decode(events, Instant.make(Date.parse("2026-03-07T00:00:00Z")))
    return { named: read.map(({ documents, references }) => [documents, references]), unknown }
  }).pipe(Effect.provide(DcsaDecoder.layer))

describe("events of vessels without a container and a document", () => {
  it.effect("get the documents of the other events of their call, or without any their containers", () =>
    Effect.gen(function* () {
      const booking = { documentReferenceType: "BKG", documentReferenceValue: "BOOKING1" }
      const documents = [{ type: "BKG", value: "BOOKING1" }]
      const [withDocuments] = (yield* decode(arrival("one"), discharge([booking]))).named
      assert.deepStrictEqual(withDocuments, [documents, []])
      const [withContainer] = (yield* decode(arrival("one"), discharge([]))).named
      assert.deepStrictEqual(withContainer, [[], [{ type: "EQ", value: "MSKU1234565" }]])
    })
  )

  it.effect("are counted where no other event has their call", () =>
    Effect.gen(function* () {
      const { named, unknown } = yield* decode(arrival("two"), discharge([]))
      assert.deepStrictEqual(named[0], [[], []])
      assert.deepStrictEqual(unknown, { "references=missing": 1 })
    })
  )
})
