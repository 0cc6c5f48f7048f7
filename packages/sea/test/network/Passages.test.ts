import { assert, describe, it } from "@effect/vitest"
import { Passage } from "@landfall/core/geo/Passage"
import { loadEngine, loadNetwork } from "../../src/network/BundledNetwork.ts"
import { makeLabeller } from "../../src/network/internal/Labels.ts"
import { findLaneEndPaths, makeLaneEnds } from "../../src/network/internal/LaneEnds.ts"
import { routeOfPlan } from "../../src/network/internal/PlannedRoute.ts"
import type { NetworkRouteOptions } from "../../src/network/RoutingEngine.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"

const engine = loadEngine()
const { accessPoints } = loadPorts()

const routeBetween = (from: string, to: string, options: NetworkRouteOptions = {}) => {
  const [start, end] = [accessPoints.get(from), accessPoints.get(to)]
  if (start === undefined || end === undefined) throw new Error(`${from} or ${to} is not on the network`)
  const result = engine.route(start, end, options)
  if (result._tag === "Impossible") throw new Error(`${from} to ${to}: ${result.reason}`)
  return result.route
}

/** A voyage through each passage, by default or with the given options. */
const VOYAGES: Readonly<Record<Passage, readonly [from: string, to: string, options?: NetworkRouteOptions]>> = {
  "bab-el-mandeb": ["SAJED", "SGSIN"],
  bering: ["NLRTM", "JPYOK", { require: ["northwest"] }],
  bonifacio: ["ESBCN", "ITNAP"],
  bosporus: ["GRPIR", "ROCND"],
  "cape-cod": ["USNYC", "USBOS", { vessel: { lengthM: 180, beamM: 28, draughtM: 9 } }],
  "cape-horn": ["ARBUE", "CLVAP", { avoid: ["magellan"] }],
  "cape-of-good-hope": ["BRSSZ", "SGSIN"],
  corinth: ["ITVCE", "GRPIR", { require: ["corinth"] }],
  dardanelles: ["GRPIR", "TRAMR"],
  dover: ["FRLEH", "NLRTM"],
  gibraltar: ["NLRTM", "ITGOA"],
  "great-belt": ["SEGOT", "PLGDN", { vessel: { draughtM: 13 } }],
  hormuz: ["AEJEA", "INNSA"],
  kiel: ["NLRTM", "PLGDN", { vessel: { lengthM: 150, beamM: 23, draughtM: 8 } }],
  lombok: ["AUFRE", "PHMNL", { require: ["lombok"] }],
  magellan: ["ARBUE", "CLVAP"],
  makassar: ["AUFRE", "PHMNL", { require: ["lombok"] }],
  malacca: ["SGSIN", "LKCMB"],
  messina: ["ITNAP", "GRPIR"],
  mona: ["NLRTM", "PACTB"],
  northeast: ["NLRTM", "JPYOK", { require: ["northeast"] }],
  northwest: ["NLRTM", "JPYOK", { require: ["northwest"] }],
  oresund: ["SEGOT", "PLGDN", { vessel: { draughtM: 7 } }],
  panama: ["CNSHA", "USNYC"],
  suez: ["NLRTM", "SGSIN"],
  sunda: ["IDJKT", "ZADUR"],
  taiwan: ["HKHKG", "CNSHA"],
  torres: ["AUBNE", "SGSIN"],
  tsugaru: ["KRPUS", "USLAX"],
  windward: ["USNYC", "JMKIN"]
}

describe("every passage", () => {
  for (const passage of Passage.literals) {
    const [from, to, options] = VOYAGES[passage]
    it(`is listed on a route through it: ${passage} from ${from} to ${to}`, () => {
      const { legs, passages } = routeBetween(from, to, options)
      assert.include(passages, passage)
      assert.include(
        legs.map((leg) => leg.passage),
        passage
      )
    })

    it(`is not used when it is avoided, or its only route fails: ${passage}`, () => {
      const [start, end] = [accessPoints.get(from), accessPoints.get(to)]
      if (start === undefined || end === undefined) throw new Error(`${from} or ${to} is not on the network`)
      const result = engine.route(start, end, { vessel: options?.vessel, avoid: [passage] })
      if (result._tag === "Found") {
        assert.notInclude(result.route.passages, passage)
        assert.isAtLeast(result.route.lengthNm, routeBetween(from, to, { vessel: options?.vessel }).lengthNm * 0.97)
      } else assert.include(result.reason, passage)
    })
  }
})

it("an avoided passage is not used between its own two ends either", () => {
  const network = loadNetwork()
  const laneEnds = makeLaneEnds(network, makeLabeller(network))
  const [lane] = network.lanes
  if (lane === undefined) return assert.fail("the network has no lanes")
  const { from, passage, to } = lane
  const stretches = { lengthNm: () => 1, nodes: (start: number, end: number) => [start, end] }
  const ends = [
    { node: from, accessNm: 0 },
    { node: to, accessNm: 0 }
  ] as const
  // Of two routes of equal length the one across both ends can become shorter by rounding.
  const passagesWhere = (isShut: (lane: number) => boolean) => {
    const { lanes } = findLaneEndPaths(network, laneEnds, isShut)
    return routeOfPlan(network, { cost: 0, laneEnds: [0, 1], lanes, meetingNode: -1 }, stretches, ...ends).passages
  }
  assert.deepStrictEqual(
    passagesWhere((number) => number === 0),
    []
  )
  assert.deepStrictEqual(
    passagesWhere(() => false),
    [passage]
  )
})

describe("the size of a vessel", () => {
  it("within the limits of Kiel and Panama allows them, and one dimension beyond closes them", () => {
    const kiel = (vessel: NetworkRouteOptions["vessel"]) =>
      routeBetween("NLRTM", "PLGDN", { vessel }).passages.includes("kiel")
    assert.isTrue(kiel({ lengthM: 235, beamM: 32.5, draughtM: 9.5 }))
    for (const vessel of [{ lengthM: 235.1 }, { beamM: 32.6 }, { draughtM: 9.6 }]) assert.isFalse(kiel(vessel))
    const panama = (vessel: NetworkRouteOptions["vessel"]) =>
      routeBetween("CNSHA", "USNYC", { vessel }).passages.includes("panama")
    assert.isTrue(panama({ lengthM: 370.33, beamM: 51.25, draughtM: 15.24 }))
    for (const vessel of [{ lengthM: 371 }, { beamM: 51.3 }, { draughtM: 15.3 }]) assert.isFalse(panama(vessel))
  })
})

describe("routes with a published length", () => {
  it("from Le Havre to Barcelona are within 1 % of the 1709.78 nm of a commercial service", () => {
    assert.approximately(routeBetween("FRLEH", "ESBCN").lengthNm, 1709.78, 17.1)
  })

  it("between neighbouring ports on a coast are short", () => {
    for (const [from, to, atLeastNm, atMostNm] of [
      // By the Oostgat, which vessels between the Maas and the Scheldt use.
      ["NLRTM", "BEANR", 108, 122],
      ["USLAX", "USLGB", 1, 10],
      ["DEHAM", "DEBRV", 70, 120],
      ["SGSIN", "MYTPP", 5, 30],
      ["HKHKG", "CNYTN", 10, 60],
      ["SAJED", "SAKAC", 50, 80],
      ["CAMTR", "CAQUE", 125, 150],
      ["USMSY", "USHOU", 350, 480]
    ] as const) {
      const { lengthNm } = routeBetween(from, to)
      assert.isTrue(lengthNm >= atLeastNm && lengthNm <= atMostNm, `${from} ${to}: ${lengthNm}`)
    }
  })

  it("start in the Red Sea from its ports, and in the Pacific from Balboa", () => {
    for (const port of ["SAJED", "SAYNB", "SAKAC", "EGSOK", "SDPZU", "JOAQJ", "YEHOD", "DJJIB"])
      assert.notInclude(routeBetween(port, "EGSUZ").passages, "suez", port)
    assert.notInclude(routeBetween("PABLB", "USLAX").passages, "panama")
  })
})
