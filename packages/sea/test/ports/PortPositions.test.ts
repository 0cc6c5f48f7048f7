import { describe, expect, it } from "@effect/vitest"
import { POSITION_DECISIONS } from "../../scripts/data/positionDecisions.ts"
import { geodesicNm } from "../../src/network/Geodesic.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"

const table = loadPorts()

it("every decision about a position concerns a port that vessels reach", () => {
  expect([...POSITION_DECISIONS.keys()].filter((code) => !table.accessPoints.has(code))).toEqual([])
})

describe("the position of a port", () => {
  // Code, latitude and longitude of the quays: UN/LOCODE's coordinates or, without any, the World Port Index's place.
  it.each([
    ["IDBUR", 1.17, 104.02],
    ["AUGOV", -12.2, 136.7],
    ["CLCCL", -23.75, -70.47],
    ["CNTZO", 32.3, 119.87],
    ["THMAT", 12.67, 101.15],
    ["JPKND", 33.8, 131],
    ["JPSKM", 34.78, 134.67],
    ["JMPKS", 17.87, -77.6],
    ["GBGRG", 56.03, -3.7],
    ["GBGRK", 55.95, -4.76],
    ["USPCV", 28.41, -80.6]
  ])("%s is within 5 nm of its quays, and a sea-going vessel reaches it", (code, latitude, longitude) => {
    const port = table.ports.get(code)
    expect(port).toBeDefined()
    if (port === undefined) return
    expect(geodesicNm(port.position.longitude, port.position.latitude, longitude, latitude)).toBeLessThan(5)
    expect(table.accessPoints.has(code)).toBe(true)
  })
})
