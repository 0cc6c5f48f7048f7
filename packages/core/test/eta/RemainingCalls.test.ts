import { assert, describe, it } from "@effect/vitest"
import { usualCalls } from "../../src/eta/RemainingCalls.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"

const ports = (text: string) => text.split(" ").map((code) => Unlocode.make(code))
const callsAfter = (history: string, destination: string) => usualCalls(ports(history), Unlocode.make(destination))

describe("the remaining calls of a rotation", () => {
  it("are those of the last rounds", () => {
    const found = callsAfter("CNSHA SGSIN NLRTM DEHAM CNSHA SGSIN NLRTM DEHAM CNSHA SGSIN", "DEHAM")
    assert.deepStrictEqual(found, { ports: ports("NLRTM DEHAM"), basis: "rotation", rounds: 2, roundsKnown: 2 })
  })

  it("are those of most rounds, and of the newest when equally many", () => {
    const omitted = callsAfter("DEHAM SGSIN NLRTM DEHAM SGSIN DEHAM SGSIN NLRTM DEHAM SGSIN", "DEHAM")
    assert.deepStrictEqual([omitted?.ports, omitted?.rounds, omitted?.roundsKnown], [ports("NLRTM DEHAM"), 2, 3])
    assert.deepStrictEqual(callsAfter("SGSIN NLRTM DEHAM SGSIN DEHAM SGSIN", "DEHAM")?.ports, ports("DEHAM"))
  })

  it("distinguish two calls at one port by the port before", () => {
    const history = "NLRTM DEHAM BEANR NLRTM CNSHA NLRTM DEHAM BEANR NLRTM CNSHA NLRTM DEHAM BEANR NLRTM"
    assert.deepStrictEqual(callsAfter(history, "CNSHA")?.ports, ports("CNSHA"))
    assert.deepStrictEqual(callsAfter(`${history} CNSHA NLRTM`, "CNSHA")?.ports, ports("DEHAM BEANR NLRTM CNSHA"))
  })

  it("are unknown without a round to the destination", () => {
    assert.isUndefined(callsAfter("SGSIN NLRTM SGSIN", "USNYC"))
    assert.isUndefined(callsAfter("NLRTM SGSIN", "NLRTM"))
    assert.isUndefined(usualCalls([], Unlocode.make("NLRTM")))
  })
})
