import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import type { PortCall } from "../../../src/congestion/detection/PortCall.ts"
import type { StaticReport } from "../../../src/congestion/detection/VesselReport.ts"
import { FleetDetector } from "../../../src/congestion/fleet/FleetDetector.ts"
import { likelyPort } from "../../../src/congestion/fleet/LikelyPort.ts"
import { makeZoneIndex } from "../../../src/congestion/zones/ZoneIndex.ts"
import { Unlocode } from "../../../src/geo/Unlocode.ts"
import { Instant } from "../../../src/time/Instant.ts"
import { MMSI, report, sailing, stationary, type TestPosition } from "../tracks.ts"
import { round } from "../zones.ts"

const zones = [
  round("PORT_AREA", "NLRTM", 0, 0, 3),
  round("PORT_AREA", "BEANR", 0, 30, 3),
  round("ANCHORAGE", ["NLRTM", "BEANR"], 20, 15, 3)
]
const waiting = stationary(0, 300, 20, 15)
const LATER = Instant.make(Date.parse("2027-01-01T00:00:00Z"))

const destinationReport = (destination: string): StaticReport => ({
  _tag: "StaticReport",
  mmsi: MMSI,
  at: report([0, 20, 15, 0]).at,
  clock: "source",
  source: "test",
  imo: Option.none(),
  name: Option.none(),
  callSign: Option.none(),
  shipType: Option.none(),
  length: Option.none(),
  beam: Option.none(),
  draught: Option.none(),
  destination: Option.some(destination)
})

/** The stored records after positions: id, port, assignment and whether it has ended, in order of port. */
const recordsOf = (positions: ReadonlyArray<TestPosition>, destination?: string) => {
  const names = new Map([
    ["NLRTM", "Rotterdam"],
    ["BEANR", "Antwerp"]
  ])
  const detector = new FleetDetector(makeZoneIndex(zones), () => Option.none(), [], { names, aliases: new Map() })
  if (destination !== undefined) detector.receive(destinationReport(destination), LATER)
  for (const position of positions) detector.receive(report(position), LATER)
  detector.flushAll()
  const stored = new Map(detector.drain().calls.map((call): readonly [string, PortCall] => [call.id, call]))
  return [...stored.values()]
    .map(({ port, assignment, endedAt }) => [port, assignment ?? "call", Option.isSome(endedAt)])
    .sort()
}

describe("a vessel at an anchorage that ports share", () => {
  it("has a record at each of them while its port is unknown", () => {
    expect(recordsOf(waiting)).toEqual([
      ["BEANR", "shared", false],
      ["NLRTM", "shared", false]
    ])
  })

  it("is assigned to the port that its destination names", () => {
    for (const destination of ["NLRTM", "GB FXT > NL RTM", "ROTTERDAM", "FELIXSTOWE TO ROTTERDAM"]) {
      expect(recordsOf(waiting, destination)).toEqual([
        ["BEANR", "withdrawn", false],
        ["NLRTM", "likely", false]
      ])
    }
    expect(recordsOf(waiting, "FOR ORDERS")).toEqual([
      ["BEANR", "shared", false],
      ["NLRTM", "shared", false]
    ])
  })

  it("has a call in the port where it stops, and its records end", () => {
    const bound = [...waiting, ...sailing(303, 400, [20, 15], [0, 30]), ...stationary(402, 900, 0, 30)]
    expect(recordsOf(bound)).toEqual([
      ["BEANR", "call", false],
      ["BEANR", "shared", true],
      ["NLRTM", "shared", true]
    ])
  })

  it("has withdrawn records when it stops in another port than the likely one", () => {
    const bound = [...waiting, ...sailing(303, 400, [20, 15], [0, 30]), ...stationary(402, 900, 0, 30)]
    expect(recordsOf(bound, "ROTTERDAM")).toEqual([
      ["BEANR", "call", false],
      ["BEANR", "withdrawn", true],
      ["NLRTM", "withdrawn", true]
    ])
  })

  it("has ended records when it sails elsewhere", () => {
    const afterDeparture = [...waiting, ...sailing(303, 900, [20, 15], [200, 15])]
    expect(recordsOf(afterDeparture)).toEqual([
      ["BEANR", "shared", true],
      ["NLRTM", "shared", true]
    ])
  })
})

describe("the likely port of a vessel", () => {
  const ports = ["USHOU", "USTXT", "USGLS"].map((code) => Unlocode.make(code))
  const [houston, texasCity] = ports
  if (houston === undefined || texasCity === undefined) throw new Error("There are three ports.")
  const of = (
    destination: string | null,
    lastPorts: ReadonlyArray<Unlocode> = [],
    serves: (port: Unlocode) => boolean = () => true
  ) =>
    likelyPort({ destination, lastPorts }, ports, { names: new Map(), aliases: new Map([["USPAS", "USHOU"]]) }, serves)

  it("is the one of its last two calls, if all of them were there", () => {
    expect(of(null, [houston, houston])).toBe(houston)
    expect(of(null, [houston])).toBeUndefined()
    expect(of(null, [houston, texasCity, houston])).toBeUndefined()
    expect(of("US TXT", [houston, houston])).toBe(texasCity)
  })

  it("is the one whose alias its destination states", () => {
    expect(of("USPAS", [])).toBe(houston)
    expect(of("MX VER>US PAS", [texasCity, texasCity])).toBe(houston)
  })

  it("is the only one that serves its type", () => {
    expect(of(null, [], (port) => port === texasCity)).toBe(texasCity)
    expect(of(null, [], (port) => port !== texasCity)).toBeUndefined()
  })
})
