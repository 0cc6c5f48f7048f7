import { assert, describe, it } from "@effect/vitest"
import { Position } from "@landfall/core/geo/Position"
import { Option, Schema } from "effect"
import { MAX_ACCESS_NM, makeAccessPointFinder } from "../../src/network/AccessPointFinder.ts"
import { loadNetwork } from "../../src/network/BundledNetwork.ts"
import { geodesicNm } from "../../src/network/Geodesic.ts"

const network = loadNetwork()
const findMooring = makeAccessPointFinder(network)
const position = Schema.decodeSync(Position)

/** The distance to the nearest node, by comparing all of them. */
const nearestNm = (longitude: number, latitude: number): number =>
  network.lon.reduce(
    (least, lon, node) => Math.min(least, geodesicNm(longitude, latitude, lon, network.lat[node] ?? 0)),
    999
  )

const accessNm = (longitude: number, latitude: number): number =>
  Option.match(findMooring(position({ longitude, latitude })), {
    onNone: () => 999,
    onSome: ({ accessNm }) => accessNm
  })

describe("the access point of a place", () => {
  it.prop("is its nearest node, and none beyond the greatest distance", [Position], ([{ latitude, longitude }]) => {
    const least = nearestNm(longitude, latitude)
    assert.strictEqual(accessNm(longitude, latitude), least < MAX_ACCESS_NM ? least : 999)
  })

  it("is found across the antimeridian and in high latitudes", () => {
    network.lon.forEach((lon, node) => {
      const lat = network.lat[node] ?? 0
      if (Math.abs(lon) < 179.5 && lat < 72) return
      for (const east of [lon - 0.4, lon + 0.4]) {
        const place = east - 360 * Math.round(east / 360)
        assert.strictEqual(accessNm(place, lat), nearestNm(place, lat), `${place} ${lat}`)
      }
    })
  })
})
