import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { callsIn, report, runDetection, sailing, stationary } from "../tracks.ts"
import { km, polygon, round, zone } from "../zones.ts"

/** A port of the default size, by Global Fishing Watch's rule. */
const area = round("PORT_AREA", "NLRTM", 0, 0, 3)
const berth = zone("BERTH", "NLRTM", polygon(km(-0.2, -0.2), km(-0.2, 0.2), km(0.2, 0.2), km(0.2, -0.2)))

const inbound = sailing(0, 60, [20, 0], [0, 0])
const outbound = (from: number) => sailing(from, from + 60, [0, 0], [-21, 0])

describe("an anchorage", () => {
  const near = round("PORT_AREA", "BEANR", 0, 30, 3)
  const shared = round("ANCHORAGE", ["NLRTM", "BEANR"], 20, 15, 3)
  const waiting = stationary(0, 300, 20, 15)

  it("outside the port's area is part of the call", () => {
    const own = round("ANCHORAGE", "NLRTM", 20, 15, 3)
    const bound = [...waiting, ...sailing(303, 400, [20, 15], [0, 0]), ...stationary(402, 900, 0, 0), ...outbound(903)]
    expect(callsIn(bound, [area, own])).toMatchObject([
      {
        port: "NLRTM",
        from: 0,
        to: 912,
        stays: [
          ["anchorage", 0, 303],
          ["unknown", 402, 903]
        ]
      }
    ])
  })

  it("is part of the call when the vessel is silent there for hours before it sails to the port", () => {
    const own = round("ANCHORAGE", "NLRTM", 20, 15, 3)
    const bound = (silent: number) => [
      ...stationary(0, 60, 20, 15),
      ...sailing(60 + silent, 130 + silent, [12, 9], [0, 0]),
      ...stationary(132 + silent, 600 + silent, 0, 0)
    ]
    expect(callsIn(bound(10 * 60), [area, own])).toMatchObject([{ port: "NLRTM", from: 0, to: null }])
    expect(callsIn(bound(25 * 60), [area, own])).toMatchObject([{ from: 0, to: 60 }, { to: null }])
  })

  it("shared by ports is credited to the one in which the vessel then stops", () => {
    for (const [port, east] of [
      ["NLRTM", 0],
      ["BEANR", 30]
    ] as const) {
      const bound = [...waiting, ...sailing(303, 400, [20, 15], [0, east]), ...stationary(402, 900, 0, east)]
      expect(callsIn(bound, [area, near, shared])).toMatchObject([{ port, from: 0, to: null }])
    }
  })

  it("shared by ports is credited to the one where the vessel stops, not to one that it passes on the way", () => {
    const past = [...waiting, ...sailing(303, 400, [20, 15], [0, 0]), ...sailing(400, 500, [0, 0], [0, 30])]
    const bound = [...past, ...stationary(501, 900, 0, 30)]
    expect(callsIn(bound, [area, near, shared])).toMatchObject([{ port: "BEANR", from: 0, to: null }])
  })

  it("shared by ports is credited to none while the vessel waits, though it came through the waters of one", () => {
    const waters = round("PORT_AREA", "BEANR", 0, 30, 26)
    const arriving = [...sailing(0, 60, [0, 20], [20, 15]), ...stationary(62, 300, 20, 15)]
    expect(callsIn(arriving, [area, waters, shared])).toEqual([])
    const bound = [...arriving, ...sailing(303, 400, [20, 15], [0, 0]), ...stationary(402, 900, 0, 0)]
    expect(callsIn(bound, [area, waters, shared])).toMatchObject([{ port: "NLRTM", from: 62, to: null }])
  })

  it("shared by ports is credited as well when the vessel passes a port that does not share it", () => {
    const foreign = round("PORT_AREA", "NLVLI", 10, 7, 2)
    const bound = [...waiting, ...sailing(303, 400, [20, 15], [0, 0]), ...stationary(402, 900, 0, 0)]
    expect(callsIn(bound, [area, near, foreign, shared])).toMatchObject([{ port: "NLRTM", from: 0, to: null }])
  })

  it("shared by ports is credited to none while the vessel waits, and is an anomaly when it sails away", () => {
    expect(callsIn(waiting, [area, near, shared])).toEqual([])
    const leaving = [...waiting, ...sailing(303, 900, [20, 15], [200, 15])].map(report)
    expect(runDetection(leaving, [area, near, shared])).toMatchObject({
      calls: [],
      anomalies: ["anchorage_without_port"]
    })
  })
})

describe("two ports", () => {
  it("next to each other get a call each", () => {
    const other = round("PORT_AREA", "NLVLA", 0, 5, 3)
    const both = [...stationary(0, 120, 0, 0), ...sailing(123, 153, [0, 0], [0, 5]), ...stationary(153, 300, 0, 5)]
    expect(callsIn(both, [area, other])).toMatchObject([
      { port: "NLRTM", from: 0 },
      { port: "NLVLA", from: 153, to: null }
    ])
  })

  it("that overlap: the call belongs to the port of the first stop, and a terminal of the other begins another", () => {
    const around = round("PORT_AREA", "NLVLA", 0, 3, 9, { source: "curated" })
    const terminal = round("PORT_AREA", "NLRTM", 0, 0, 2, { source: "curated" })
    const first = [...sailing(0, 50, [0, 30], [0, 0]), ...stationary(51, 120, 0, 0)]
    const nextStop = [...sailing(123, 153, [0, 0], [0, 8]), ...stationary(153, 300, 0, 8)]
    expect(callsIn([...first, ...nextStop], [around, terminal])).toMatchObject([
      { port: "NLRTM", from: 51 },
      { port: "NLVLA", from: 153, to: null }
    ])
  })

  it("one of which has a terminal in an anchorage of both: the status decides which of the two applies", () => {
    const roads = round("ANCHORAGE", ["NLRTM", "NLVLA"], 0, 0, 3, { source: "curated" })
    const terminal = round("PORT_AREA", "NLRTM", 0, 0, 4, { source: "curated" })
    expect(callsIn(stationary(0, 300, 0, 0, "moored"), [roads, terminal])).toMatchObject([
      { port: "NLRTM", stays: [["berth", 0, null]] }
    ])
    expect(callsIn(stationary(0, 300, 0, 0, "at_anchor"), [roads, terminal])).toEqual([])
  })

  it("one of which has curated terminals: a vessel that reports moored is in the smallest, one that does not in none", () => {
    const harbour = round("PORT_AREA", "NLRTM", 0, 0, 6, { source: "curated" })
    const terminal = round("PORT_AREA", "NLRTM", 0, 3, 2, { source: "curated" })
    const other = round("PORT_AREA", "NLVLA", 0, 3, 1, { source: "curated" })
    const own = round("PORT_AREA", "NLRTM", 0, 0, 9)
    const zonesOf = (status: "moored" | "reserved", east: number, zones = [harbour, terminal, other]) =>
      runDetection(stationary(0, 300, 0, east, status).map(report), [...zones, own]).calls.flatMap(({ stays }) =>
        stays.map((stay) => Option.getOrNull(stay.zone))
      )
    expect(zonesOf("moored", 1.5)).toContain(terminal.id)
    expect(zonesOf("moored", -3)).toContain(harbour.id)
    expect(zonesOf("reserved", 1.5)).not.toContain(terminal.id)
    expect(zonesOf("moored", 1.5, [])).not.toContain(own.id)
  })

  it("one within the other: the berth decides", () => {
    const around = round("PORT_AREA", "NLVLA", 0, 0, 8)
    expect(callsIn([...inbound, ...stationary(60, 120, 0, 0)], [around, berth])).toMatchObject([
      { port: "NLRTM", from: 60 }
    ])
  })
})
