import { assert, describe, it } from "@effect/vitest"
import { Passage } from "@landfall/core/geo/Passage"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { PUBLISHED } from "@landfall/testing/samples/PublishedDistances"
import { Schema } from "effect"
import { loadEngine } from "../../src/network/BundledNetwork.ts"
import type { NetworkRouteOptions } from "../../src/network/RoutingEngine.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"

const engine = loadEngine()
const { accessPoints } = loadPorts()

const accessPointOf = (code: string) => {
  const accessPoint = accessPoints.get(code)
  if (accessPoint === undefined) throw new Error(`${code} is not on the network`)
  return accessPoint
}

const findRoute = (from: string, to: string, options: NetworkRouteOptions = {}) =>
  engine.route(accessPointOf(from), accessPointOf(to), options)

const routeBetween = (from: string, to: string, options: NetworkRouteOptions = {}) => {
  const result = findRoute(from, to, options)
  if (result._tag === "Impossible") throw new Error(`${from} to ${to}: ${result.reason}`)
  return result.route
}

const reason = (from: string, to: string, options: NetworkRouteOptions) => {
  const result = findRoute(from, to, options)
  return result._tag === "Impossible" ? result.reason : `found through ${result.route.passages.join()}`
}

/** A sample of a few hundred ports. */
const sample = [...accessPoints.keys()].filter((_, i) => i % 7 === 0)
const codes = Schema.Literals(sample)

describe("lengths", () => {
  it("are within 8 % of published ones for every pair, and within 1 % for most", () => {
    const errors = PUBLISHED.map(([from, to, nm]) => Math.abs(routeBetween(from, to).lengthNm / nm - 1))
    assert.isBelow(Math.max(...errors), 0.08)
    assert.isBelow(errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)] ?? 1, 0.01)
  })

  it.prop("are the same in both directions", [codes, codes], ([from, to]) => {
    const outboundNm = engine.lengthNm(accessPointOf(from), accessPointOf(to))
    const back = engine.lengthNm(accessPointOf(to), accessPointOf(from))
    assert.isTrue(
      outboundNm === back || Math.abs(outboundNm - back) <= 1 + outboundNm * 0.002,
      `${from} ${to}: ${outboundNm} and ${back}`
    )
  })

  it.prop(
    "compared for a choice do not become shorter with an intermediate call or with options, to a mile",
    [codes, codes, codes, Schema.Literals(Passage.literals)],
    ([from, over, to, passage]) => {
      const compared = (a: string, b: string, options: NetworkRouteOptions = {}) => {
        const result = findRoute(a, b, options)
        return result._tag === "Found" ? result.route.comparedNm : Number.POSITIVE_INFINITY
      }
      const direct = compared(from, to)
      assert.isAtMost(direct, compared(from, over) + compared(over, to) + 1, `${from} ${over} ${to}`)
      assert.isAtMost(direct, compared(from, to, { avoid: [passage] }) + 0.01, `${from} ${to} without ${passage}`)
    }
  )

  it.prop(
    "do not become shorter with an intermediate call, within the tolerance of costs near the coast",
    [codes, codes, codes],
    ([from, over, to]) => {
      const direct = engine.lengthNm(accessPointOf(from), accessPointOf(to))
      const detour =
        engine.lengthNm(accessPointOf(from), accessPointOf(over)) +
        engine.lengthNm(accessPointOf(over), accessPointOf(to))
      // Costs count miles near the coast more, so that a call on the way can shorten the route a little.
      assert.isTrue(direct <= detour * 1.03 + 15 || detour === Number.POSITIVE_INFINITY, `${from} ${over} ${to}`)
    }
  )

  it("use Kanmon Strait from Busan to Kobe, and do not round Kyushu", () => {
    assert.isBelow(routeBetween("KRPUS", "JPUKB").lengthNm, 420)
  })

  it("are included in JSON with the rest of a route", () => {
    const { comparedNm, legs, lengthNm, line, passages } = routeBetween("NLRTM", "SGSIN")
    assert.deepStrictEqual(JSON.parse(JSON.stringify(routeBetween("NLRTM", "SGSIN"))), {
      lengthNm,
      comparedNm,
      passages,
      legs: JSON.parse(JSON.stringify(legs)),
      line
    })
  })

  it("are 0 from a port to itself", () => {
    assert.strictEqual(routeBetween("NLRTM", "NLRTM").lengthNm, 0)
    assert.deepStrictEqual(routeBetween("NLRTM", "NLRTM").passages, [])
  })
})

describe("passages", () => {
  it("from Rotterdam to Singapore are those of the route through Suez", () => {
    assert.deepStrictEqual(routeBetween("NLRTM", "SGSIN").passages, [
      "dover",
      "gibraltar",
      "suez",
      "bab-el-mandeb",
      "malacca"
    ])
  })

  it("that are avoided are not used: without Suez the route rounds the Cape of Good Hope", () => {
    const around = routeBetween("NLRTM", "SGSIN", { avoid: ["suez"] })
    assert.include(around.passages, "cape-of-good-hope")
    assert.notInclude(around.passages, "suez")
    assert.isAbove(around.lengthNm, routeBetween("NLRTM", "SGSIN").lengthNm + 3000)
  })

  it("that are required are used", () => {
    assert.include(routeBetween("CNSHA", "USNYC", { require: ["suez"] }).passages, "suez")
    assert.include(routeBetween("SGSIN", "AUFRE", { require: ["lombok"] }).passages, "lombok")
    assert.include(routeBetween("NLRTM", "JPYOK", { require: ["northeast"] }).passages, "northeast")
    const both = routeBetween("CNSHA", "NLRTM", { require: ["cape-of-good-hope", "sunda"] }).passages
    assert.includeMembers([...both], ["cape-of-good-hope", "sunda"])
  })

  it("of last resort are used only when required", () => {
    for (const [from, to] of [
      ["NLRTM", "JPYOK"],
      ["NOBGO", "CNSHA"]
    ] as const) {
      const { passages } = routeBetween(from, to, { avoid: ["panama", "suez"] })
      for (const passage of ["northeast", "northwest", "corinth"] as const) assert.notInclude(passages, passage)
    }
  })

  it("between the coasts of South America are those of the Strait of Magellan", () => {
    assert.deepStrictEqual(routeBetween("ARBUE", "CLVAP").passages, ["magellan"])
    assert.deepStrictEqual(routeBetween("BRRIO", "PECLL", { avoid: ["panama"] }).passages, ["magellan"])
    assert.deepStrictEqual(routeBetween("CLPUQ", "CLVAP").passages, ["magellan"])
    assert.deepStrictEqual(routeBetween("NZBLU", "CLPUQ").passages, ["magellan"])
    assert.deepStrictEqual(routeBetween("CLPUQ", "ARBUE").passages, [])
    assert.deepStrictEqual(routeBetween("CLPUQ", "CLVAP", { avoid: ["magellan"] }).passages, ["cape-horn"])
  })

  it("of Kiel and Panama are closed to vessels that do not fit, and Kiel to the usual vessel of a route without one", () => {
    assert.include(routeBetween("NLRTM", "PLGDN", { vessel: { lengthM: 150, draughtM: 8 } }).passages, "kiel")
    assert.deepStrictEqual(routeBetween("NLRTM", "PLGDN").passages, ["great-belt"])
    assert.include(routeBetween("NLRTM", "PLGDN", { require: ["kiel"] }).passages, "kiel")
    assert.include(routeBetween("CNSHA", "USNYC").passages, "panama")
    assert.notInclude(routeBetween("NLRTM", "PLGDN", { vessel: { lengthM: 300 } }).passages, "kiel")
    assert.include(
      routeBetween("CNSHA", "USNYC", { vessel: { lengthM: 366, beamM: 49, draughtM: 15 } }).passages,
      "panama"
    )
    assert.notInclude(routeBetween("CNSHA", "USNYC", { vessel: { beamM: 59 } }).passages, "panama")
  })

  it("separate ports on different waters", () => {
    assert.deepStrictEqual(routeBetween("SAJED", "EGSOK").passages, [])
    assert.deepStrictEqual(routeBetween("EGPSD", "GRPIR").passages, [])
    assert.deepStrictEqual(routeBetween("SAJED", "GRPIR").passages, ["suez"])
    assert.deepStrictEqual(routeBetween("PABLB", "PACTB").passages, ["panama"])
  })
})

describe("options without a route", () => {
  it("are rejected with the reason", () => {
    assert.match(reason("RUNVS", "GRPIR", { avoid: ["bosporus"] }), /must avoid bosporus/)
    assert.match(reason("NLRTM", "SGSIN", { avoid: ["suez"], require: ["suez"] }), /both avoided and required/)
    assert.match(reason("CNSHA", "USNYC", { require: ["panama"], vessel: { beamM: 60 } }), /51\.25 m beam/)
    assert.match(
      reason("NLRTM", "SGSIN", { require: ["suez", "panama", "malacca", "dover", "torres"] }),
      /at most 4 passages can be required/
    )
  })
})

it("every sampled code is a UN/LOCODE", () => {
  for (const code of sample) assert.isTrue(Schema.is(Unlocode)(code))
})
