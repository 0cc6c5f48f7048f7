import { describe, expect, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import {
  classifyVessel,
  isOfClass,
  isRoroKnown,
  mayBeRoro,
  type VesselTypeEvidence
} from "../../../src/congestion/detection/VesselClassification.ts"
import { AisShipType } from "../../../src/congestion/detection/VesselReport.ts"
import { VesselType } from "../../../src/vessels/VesselType.ts"

const evidenceOf = (changes: Partial<VesselTypeEvidence>): VesselTypeEvidence => ({
  registeredType: Option.none(),
  shipType: Option.none(),
  name: Option.none(),
  typedStays: { cargo: 0, tanker: 0, roro: 0 },
  ...changes
})

const classify = (changes: Partial<VesselTypeEvidence>) => {
  const { commercial, type, typeSource } = classifyVessel(evidenceOf(changes))
  return [commercial, Option.getOrNull(type), typeSource]
}

const CARGO = Option.some(70)

describe("the type of a vessel", () => {
  it.prop("is the registered one, whatever other evidence there is", [VesselType, AisShipType], ([type, shipType]) => {
    const evidence = {
      registeredType: Option.some(type),
      shipType: Option.some(shipType),
      name: Option.some("HOEGH LEADER")
    }
    expect(classify({ ...evidence, typedStays: { cargo: 9, tanker: 9, roro: 9 } })).toEqual([true, type, "registry"])
  })

  it.prop("is commercial for AIS ship types 70 to 89 alone", [AisShipType], ([shipType]) => {
    const type = shipType >= 80 ? "tanker" : "cargo"
    const commercial = shipType >= 70 && shipType <= 89
    expect(classify({ shipType: Option.some(shipType) })).toEqual(
      commercial ? [true, type, "ais"] : [false, null, "none"]
    )
  })

  it("follows from its berths after three stays, most of them at berths of one type", () => {
    expect(classify({ shipType: CARGO, typedStays: { cargo: 0, tanker: 0, roro: 2 } })).toEqual([true, "cargo", "ais"])
    expect(classify({ shipType: CARGO, typedStays: { cargo: 1, tanker: 0, roro: 3 } })).toEqual([
      true,
      "roro",
      "berths"
    ])
    expect(classify({ shipType: CARGO, typedStays: { cargo: 2, tanker: 0, roro: 3 } })).toEqual([true, "cargo", "ais"])
  })

  it("is ro-ro for a name of a car carrier, marked as classified by name", () => {
    expect(classify({ shipType: CARGO, name: Option.some("Andromeda Leader") })).toEqual([true, "roro", "name"])
    expect(classify({ shipType: CARGO, name: Option.some("LEADERSHIP") })).toEqual([true, "cargo", "ais"])
    expect(classify({ shipType: Option.some(80), name: Option.some("GAS LEADER") })).toEqual([true, "tanker", "ais"])
  })

  it("belongs to all commercial vessels and to its own type", () => {
    const tanker = classifyVessel(evidenceOf({ shipType: Option.some(84) }))
    expect(
      ["commercialVessels", "cargo", "tanker", "roro"].filter((group) =>
        isOfClass(
          tanker,
          Schema.decodeUnknownSync(Schema.Literals(["commercialVessels", "cargo", "tanker", "roro"]))(group)
        )
      )
    ).toEqual(["commercialVessels", "tanker"])
  })
})

describe("ro-ros", () => {
  const registered = classifyVessel(evidenceOf({ registeredType: Option.some("cargo") }))
  const unresolved = classifyVessel(evidenceOf({ shipType: CARGO }))
  const tanker = classifyVessel(evidenceOf({ shipType: Option.some(80) }))

  it("are counted while at most one cargo vessel in ten may be an unidentified one", () => {
    expect(mayBeRoro(unresolved)).toBe(true)
    expect(mayBeRoro(registered)).toBe(false)
    expect(isRoroKnown([])).toBe(true)
    expect(isRoroKnown([tanker, tanker])).toBe(true)
    expect(isRoroKnown([...Array.from({ length: 9 }, () => registered), unresolved])).toBe(true)
    expect(isRoroKnown([...Array.from({ length: 8 }, () => registered), unresolved, tanker])).toBe(false)
  })
})
