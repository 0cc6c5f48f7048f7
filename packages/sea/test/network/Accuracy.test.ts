import { assert, describe, it } from "@effect/vitest"
import { loadEngine } from "../../src/network/BundledNetwork.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"
import { PORT_LISTS } from "./portLists.ts"

const engine = loadEngine()
const { accessPoints } = loadPorts()

const lengthNm = (from: string, to: string): number => {
  const [start, end] = [accessPoints.get(from), accessPoints.get(to)]
  if (start === undefined || end === undefined) throw new Error(`${from} or ${to} is not on the network`)
  return engine.lengthNm(start, end)
}

/** The known reasons for errors above 8 %. */
const DOCUMENTED: Readonly<Partial<Record<string, string>>> = {
  "BGBOJ TRIST": "Istanbul stands for its container terminal, 18 nm beyond the Bosporus",
  "BSNAS USJAX": "listed by the Northeast Providence Channel, sailed by the Northwest one",
  "HKHKG CNWNZ": "Wenzhou is listed to the city, 25 nm up its river",
  "ITMSN TNBIZ": "listed farther than Tunis, which lies beyond it",
  "JPSHS JPIWK": "listed by Obatake Strait, which ocean vessels avoid",
  "KRPUS KRYOS": "Busan stands for its new port, 12 nm west of the old one, and inner channels are open",
  "YEADE YEHOD": "Hodeidah is listed to its roads, outside the spit that vessels round"
}

describe("lengths between the ports of published lists", () => {
  const errors = PORT_LISTS.map(([from, to, nm]) => ({
    pair: `${from} ${to}`,
    off: Math.abs(lengthNm(from, to) / nm - 1)
  }))
  const sorted = errors.map(({ off }) => off).sort((a, b) => a - b)

  it("are within 1 % for half of them and within 5 % for nineteen in twenty", () => {
    assert.isBelow(sorted[Math.floor(sorted.length * 0.5)] ?? 1, 0.01)
    assert.isBelow(sorted[Math.floor(sorted.length * 0.95)] ?? 1, 0.05)
  })

  it("are within 8 % except for pairs with a known reason", () => {
    const far = errors.filter(({ off }) => off > 0.08).map(({ pair }) => pair)
    assert.deepStrictEqual(far.sort(), Object.keys(DOCUMENTED))
  })
})

describe("ports far inland", () => {
  it("have a route to the sea, no longer than their winding waters", () => {
    for (const [from, to, mostNm] of [
      ["IDPKU", "SGSIN", 190],
      ["IDPWG", "SGSIN", 175],
      ["IDBUN", "SGSIN", 160],
      ["NOODD", "NOBGO", 125],
      ["USOLM", "USTIW", 45],
      ["CACHV", "NLRTM", 3400],
      ["BRBEL", "BRVLC", 55],
      ["RUTAG", "RUAZO", 50],
      ["NLTNZ", "NLVLI", 20],
      ["CNHME", "CNTAG", 40],
      ["USMOB", "USPNS", 100]
    ] as const)
      assert.isBelow(lengthNm(from, to), mostNm, `${from} ${to}`)
  })
})

describe("straits and sounds far from ports", () => {
  it("are passed where vessels pass them, and avoided where they do not", () => {
    const within = (from: string, to: string, leastNm: number, mostNm: number) => {
      const nm = lengthNm(from, to)
      assert.isTrue(nm > leastNm && nm < mostNm, `${from} ${to}: ${nm}`)
    }
    within("AUADL", "AUMEL", 480, 530)
    within("CAVIC", "USSFO", 730, 760)
    within("CAPRR", "CAVAN", 460, 490)
    within("AUBNE", "AUSYD", 470, 540)
    within("CAHAL", "CAMTR", 920, 970)
    within("USMIA", "USTPA", 420, 445)
    within("AUSYD", "CNSHA", 4480, 4680)
    within("NLRTM", "USBAL", 3640, 3700)
    within("USPHL", "USBAL", 85, 110)
    within("BSNAS", "JMKIN", 640, 680)
    within("ARBUE", "UYMVD", 110, 135)
  })
})
