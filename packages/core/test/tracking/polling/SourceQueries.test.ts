import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { CarrierProfile } from "../../../src/tracking/carriers/CarrierProfile.ts"
import { queriesFor } from "../../../src/tracking/polling/SourceQueries.ts"
import type { ReferenceType } from "../../../src/tracking/references/ReferenceType.ts"
import { Scac } from "../../../src/tracking/references/Sealine.ts"

const carrier = (scac: string, kinds: ReadonlyArray<ReferenceType> = ["CT", "BK", "BL"]): CarrierProfile =>
  Schema.decodeUnknownSync(CarrierProfile)({ scac, name: scac, baseUrl: "https://api.carrier.example", kinds })

const carriers = [carrier("ONEY", ["CT"]), carrier("HLCU"), carrier("MAEU", ["CT", "BL"])]

const queriesOf = (number: string, type: Option.Option<ReferenceType>, sealine: Option.Option<Scac> = Option.none()) =>
  queriesFor({ number, type, sealine }, carriers).map(({ scac, kind }) => `${scac} ${kind}`)

describe("queriesFor", () => {
  it("returns only the carrier of the shipment when it names one", () => {
    assert.deepStrictEqual(queriesOf("MSKU1234565", Option.some("CT"), Option.some(Scac.make("HLCU"))), ["HLCU CT"])
    assert.deepStrictEqual(queriesOf("MSKU1234565", Option.some("CT"), Option.some(Scac.make("ZIMU"))), [])
  })

  it("returns the carriers of the owner code first, then all others", () => {
    assert.deepStrictEqual(queriesOf("MSKU1234565", Option.some("CT")), ["MAEU CT", "ONEY CT", "HLCU CT"])
    assert.deepStrictEqual(queriesOf("TCLU4265726", Option.some("CT")), ["ONEY CT", "HLCU CT", "MAEU CT"])
  })

  it("returns only carriers that support the type, and both document types for an unknown one", () => {
    assert.deepStrictEqual(queriesOf("ABC123", Option.some("BK")), ["HLCU BK"])
    assert.deepStrictEqual(queriesOf("ABC123", Option.none()), ["HLCU BK", "HLCU BL", "MAEU BL"])
  })
})
