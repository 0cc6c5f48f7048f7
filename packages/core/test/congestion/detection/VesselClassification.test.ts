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

  // Facts of public casualty reports and of the fleet lists that the owners publish.
  const CAR_CARRIERS = {
    "HOEGH XIAMEN": "Hoegh Autoliners; fire at Jacksonville 2020, NTSB MAR-21/04",
    "HOEGH OSAKA": "Hoegh Autoliners; listing in the Solent 2015, MAIB 6/2016",
    "HOEGH AURORA": "Hoegh Autoliners, fleet list",
    "ASIAN HIGHWAY": "K Line, fleet list",
    "TRITON HIGHWAY": "K Line, fleet list",
    "DRIVE GREEN HIGHWAY": "K Line, fleet list",
    "ANDROMEDA LEADER": "NYK, fleet list",
    "SAKURA LEADER": "NYK, fleet list",
    "AURIGA LEADER": "NYK, fleet list",
    "AUTO ENERGY": "UECC, fleet list",
    "AUTO ADVANCE": "UECC, fleet list",
    "TRANS FUTURE 6": "Toyofuji Shipping, fleet list",
    "BYD EXPLORER NO.1": "BYD, 2024",
    "SAIC ANJI SINCERITY": "SAIC Anji, 2024"
  }
  const NAMESAKES = {
    "EVER ACE": "container ship of Evergreen, 2021",
    "EVER LEADER": "container ship of Evergreen",
    "MAERSK LEADER": "anchor handler of Maersk Supply Service",
    "STAR HIGHWAYMAN": "no name that ends in HIGHWAY",
    AUTOMATIC: "no word AUTO",
    "TRANS FUTURE": "no number",
    "MORNING GLORY": "a name of many owners",
    "GLOVIS MAPLE": "bulk carrier of Glovis",
    "OCEAN ACE": "a name of many owners"
  }

  it("is ro-ro for the names of car carriers, and not for those of other vessels with similar names", () => {
    for (const name of Object.keys(CAR_CARRIERS))
      expect([name, ...classify({ shipType: CARGO, name: Option.some(name) })]).toEqual([name, true, "roro", "name"])
    for (const name of Object.keys(NAMESAKES))
      expect([name, ...classify({ shipType: CARGO, name: Option.some(name) })]).toEqual([name, true, "cargo", "ais"])
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
