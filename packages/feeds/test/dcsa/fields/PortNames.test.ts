import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import { Option } from "effect"
import { decodeDcsa } from "../../../src/dcsa/events/DcsaDecoder.ts"
import { portNamed } from "../../../src/dcsa/fields/PortNames.ts"

describe("a port by its name", () => {
  it("is found in any case, with diacritics, a country or a state, and by its former name", () => {
    for (const [name, unlocode] of [
      ["ROTTERDAM", "NLRTM"],
      ["Busan, KR", "KRPUS"],
      ["Göteborg", "SEGOT"],
      ["CHITTAGONG", "BDCGP"],
      ["Los Angeles, CA", "USLAX"],
      ["Colombo, LK", "LKCMB"],
      ["NHAVA SHEVA", "INNSA"]
    ] as const) {
      assert.strictEqual<string | undefined>(portNamed(name), unlocode, name)
    }
  })

  it("is unknown where ports of several countries have the name, or the country is another one", () => {
    for (const name of ["Cartagena", "Valencia", "Manzanillo, PA", "Rotterdam, US", "Delta Terminal", ""]) {
      assert.strictEqual(portNamed(name), undefined, name)
    }
  })

  it("places an event without a UN/LOCODE, and an event that names no known port is counted", () => {
    const event = (locationName: string) => ({
      eventType: "EQUIPMENT",
      equipmentEventTypeCode: "DISC",
      eventClassifierCode: "ACT",
      eventDateTime: "2026-03-01T10:00:00Z",
      equipmentReference: "MSCU7042118",
      eventLocation: { locationName }
    })
    const decode = (name: string) => decodeDcsa([event(name)], Instant.make(Date.UTC(2026, 2, 1, 11)))
    const { events, unknown } = decode("Haifa")
    const [discharged] = events
    assert.isTrue(discharged?._tag === "EquipmentEvent")
    if (discharged?._tag !== "EquipmentEvent") return
    assert.deepStrictEqual(
      Option.map(discharged.place, ({ unlocode }) => unlocode),
      Option.some("ILHFA")
    )
    assert.deepStrictEqual(unknown, {})
    assert.deepInclude(decode("Delta Terminal").unknown, { "UNLocationCode=missing": 1, "place=Delta Terminal": 1 })
  })
})
