import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { geodesicNm, interpolateGreatCircle } from "../../src/network/Geodesic.ts"

const lon = Schema.Finite.pipe(Schema.check(Schema.isBetween({ minimum: -180, maximum: 180 })))
const lat = Schema.Finite.pipe(Schema.check(Schema.isBetween({ minimum: -89, maximum: 89 })))

describe("geodesicNm", () => {
  it("is a quarter of a meridian, 10,001.966 km, from the equator to the pole", () => {
    assert.approximately(geodesicNm(0, 0, 0, 90) * 1.852, 10_001.966, 0.5)
  })

  it("is 60.1 miles for a degree of longitude on the equator", () => {
    assert.approximately(geodesicNm(10, 0, 11, 0), 111.3195 / 1.852, 0.001)
  })

  it("is 59.7 miles for a degree of latitude at the equator", () => {
    assert.approximately(geodesicNm(10, -0.5, 10, 0.5), 110.5743 / 1.852, 0.001)
  })

  it("gives 5,555 km from New York to London as the geodesic of WGS 84 does", () => {
    // 40.6413 N 73.7781 W to 51.4700 N 0.4543 W: 5,554.9 km by Vincenty's inverse formula.
    assert.approximately(geodesicNm(-73.7781, 40.6413, -0.4543, 51.47) * 1.852, 5554.9, 1)
  })

  it.prop("is symmetric, also across the antimeridian", [lon, lat, lon, lat], ([x1, y1, x2, y2]) => {
    assert.approximately(geodesicNm(x1, y1, x2, y2), geodesicNm(x2, y2, x1, y1), 1e-6)
    assert.approximately(geodesicNm(x1, y1, x2, y2), geodesicNm(x1 + 360, y1, x2, y2), 1e-5)
  })
})

describe("interpolateGreatCircle", () => {
  it("crosses the pole when that is shorter", () => {
    const lons: Array<number> = []
    const lats: Array<number> = []
    interpolateGreatCircle({ lon: 10, lat: 80 }, { lon: -170, lat: 80 }, 10, lons, lats)
    assert.isAbove(lats[5] ?? 0, 89.9)
  })

  it("continues past 180 degrees", () => {
    const lons: Array<number> = []
    const lats: Array<number> = []
    interpolateGreatCircle({ lon: 170, lat: 0 }, { lon: -170, lat: 0 }, 4, lons, lats)
    assert.deepStrictEqual(
      lons.map((x) => Math.round(x)),
      [170, 175, 180, 185, 190]
    )
  })
})
