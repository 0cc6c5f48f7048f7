import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { laneOf, usualSizeOf } from "../../../src/co2/lanes/TradeLane.ts"
import { regionOf } from "../../../src/co2/lanes/TradeRegion.ts"
import { Passage } from "../../../src/geo/Passage.ts"
import { CountryCode } from "../../../src/geo/Port.ts"
import { portOf, ports } from "../ports.ts"

const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: ports.length - 1 }))
const Passages = Schema.Array(Passage).check(Schema.isMaxLength(5), Schema.isUnique())

const at = (place: number) => ports[place] ?? portOf("NLRTM")

describe("the region of a port", () => {
  it("is that of its country, or of its coast where a country has several", () => {
    const regions = ports.map((port) => `${port.code} ${regionOf(port)}`)
    expect(regions).toEqual([
      "FRLEH North Europe",
      "FRFOS Mediterranean/Black Sea",
      "FRBAY North Europe",
      "ESBCN Mediterranean/Black Sea",
      "ESALG Mediterranean/Black Sea",
      "ESBIO North Europe",
      "ESCAD North Europe",
      "ESLPA Africa",
      "NLRTM North Europe",
      "DEHAM North Europe",
      "ITGOA Mediterranean/Black Sea",
      "RULED North Europe",
      "RUNVS Mediterranean/Black Sea",
      "RUVVO North East Asia",
      "SGSIN South East Asia",
      "CNSHA North East Asia",
      "JPYOK North East Asia",
      "USNYC North America East Coast/Gulf",
      "USHOU North America East Coast/Gulf",
      "USLAX North America West Coast",
      "USHNL North America West Coast",
      "CAVAN North America West Coast",
      "CAHAL North America East Coast/Gulf",
      "MXZLO North America West Coast",
      "MXVER North America East Coast/Gulf",
      "MXSCX North America West Coast",
      "BRSSZ South America",
      "PAONX South America",
      "ZADUR Africa",
      "NGAPP Africa",
      "MACAS Africa",
      "MAPTM Mediterranean/Black Sea",
      "EGPSD Mediterranean/Black Sea",
      "EGSOK Middle East/India",
      "AEJEA Middle East/India",
      "INNSA Middle East/India",
      "AUSYD Oceania",
      "NZAKL Oceania"
    ])
  })
})

describe("the trade lane of a voyage", () => {
  it("is the published one between the regions of its ports, or between regions that contain them", () => {
    const lane = (from: string, to: string) => laneOf(portOf(from), portOf(to), []).name
    expect(lane("FRLEH", "ESBCN")).toBe("North Europe - Mediterranean/Black Sea")
    expect(lane("NLRTM", "DEHAM")).toBe("Intra North Europe")
    expect(lane("ITGOA", "EGPSD")).toBe("Intra Mediterranean/Black Sea")
    expect(lane("CNSHA", "NLRTM")).toBe("Asia - North Europe")
    expect(lane("SGSIN", "ITGOA")).toBe("Asia - Mediterranean/Black Sea")
    expect(lane("SGSIN", "CNSHA")).toBe("South East Asia - North East Asia")
    expect(lane("JPYOK", "CNSHA")).toBe("Intra North East Asia")
    expect(lane("CNSHA", "USLAX")).toBe("Asia - North America West Coast")
    expect(lane("CNSHA", "USNYC")).toBe("Asia - North America East Coast/Gulf")
    expect(lane("NLRTM", "USNYC")).toBe("North Europe - North America East Coast/Gulf")
    expect(lane("ITGOA", "USLAX")).toBe("Mediterranean/Black Sea - North America West Coast")
    expect(lane("USLAX", "USNYC")).toBe("Intra North America")
    expect(lane("USNYC", "BRSSZ")).toBe("North America - South America")
    expect(lane("NLRTM", "ZADUR")).toBe("Europe - Africa")
    expect(lane("ITGOA", "AUSYD")).toBe("Europe - Oceania")
    expect(lane("NLRTM", "INNSA")).toBe("Europe - Middle East/India")
    expect(lane("BRSSZ", "ZADUR")).toBe("South America - Africa")
    expect(lane("AUSYD", "NZAKL")).toBe("Other")
    expect(lane("AEJEA", "ZADUR")).toBe("Other")
  })

  it("belongs to the group of its ends, or of the canal used where there are several routes", () => {
    const group = (from: string, to: string, ...passages: ReadonlyArray<Passage>) =>
      laneOf(portOf(from), portOf(to), passages).group
    expect(group("CNSHA", "NLRTM", "suez")).toBe("Trans-Suez")
    expect(group("CNSHA", "NLRTM", "cape-of-good-hope")).toBe("Trans-Suez")
    expect(group("NLRTM", "USNYC")).toBe("Transatlantic")
    expect(group("CNSHA", "USLAX")).toBe("Transpacific")
    expect(group("CNSHA", "USNYC", "panama")).toBe("Panama")
    expect(group("CNSHA", "USNYC", "suez", "gibraltar")).toBe("Trans-Suez")
    expect(group("CNSHA", "USNYC", "cape-of-good-hope")).toBe("Other")
    expect(group("NLRTM", "AUSYD", "panama")).toBe("Panama")
    expect(group("NLRTM", "AUSYD", "suez")).toBe("Trans-Suez")
    expect(group("USLAX", "USNYC", "panama")).toBe("Other")
  })

  it.prop("is the same in both directions", [Place, Place, Passages], ([from, to, passages]) => {
    expect(laneOf(at(from), at(to), passages)).toEqual(laneOf(at(to), at(from), passages))
  })

  it("is not a published one for a country without a coast on any lane", () => {
    const caspian = { ...portOf("RUNVS"), country: CountryCode.make("KZ") }
    expect(laneOf(caspian, portOf("SGSIN"), [])).toEqual({ name: "Other", group: "Other" })
  })
})

describe("the usual vessel of a lane", () => {
  it("is a feeder within a region, and a larger vessel between continents", () => {
    expect(usualSizeOf("Intra North Europe")).toEqual({ lengthM: 165, beamM: 27, draughtM: 9.7 })
    expect(usualSizeOf("Asia - North Europe")).toEqual({ lengthM: 398, beamM: 56, draughtM: 12 })
    expect(usualSizeOf("Asia - North America East Coast/Gulf")).toEqual({ lengthM: 335, beamM: 45, draughtM: 12 })
  })
})
