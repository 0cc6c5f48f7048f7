import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { coastPath, loadLand } from "../../src/maps/Coast.ts"
import { frameOf, type Point } from "../../src/maps/MapFrame.ts"

const PAGE = { left: 10, top: 20, width: 400, height: 200 }

/** The corners of every closed line in the path of an SVG. */
const cornersOf = (path: string): ReadonlyArray<Point> =>
  [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

const ring = (...corners: ReadonlyArray<Point>) => Float64Array.from([...corners, corners[0] ?? [0, 0]].flat())

describe("the coast on a map", () => {
  it("is clipped at the edges of the map, and empty where the map shows only sea", () => {
    const frame = frameOf(
      [
        [4, 51],
        [5, 51.5]
      ],
      PAGE
    )
    const path = coastPath([ring([4.5, 40], [30, 40], [30, 60], [4.5, 60]), ring([-50, 0], [-49, 0], [-49, 1])], frame)
    const corners = cornersOf(path)
    const shore = Math.round(frame.project([4.5, 51])[0] * 10) / 10
    assert.sameDeepMembers(
      [...new Set(corners.map((corner) => corner.join(" ")))],
      [`${shore} 20`, `${shore} 220`, "410 20", "410 220"]
    )
  })

  it("continues across the antimeridian, with longitudes counted from either side", () => {
    const aboutFiji = frameOf(
      [
        [179, -18],
        [-179, -17]
      ],
      PAGE
    )
    const island = (offset: number) =>
      ring([179.5 + offset, -17.8], [180.5 + offset, -17.8], [180.5 + offset, -17.2], [179.5 + offset, -17.2])
    assert.strictEqual(coastPath([island(-360)], aboutFiji), coastPath([island(0)], aboutFiji))
    assert.strictEqual(cornersOf(coastPath([island(0)], aboutFiji)).length, 5)
  })

  it.effect("shows land and water at a port, and nothing outside the page", () =>
    Effect.gen(function* () {
      const land = yield* loadLand
      for (const at of [
        [4.05, 51.95],
        [-94.8, 29.31],
        [103.8, 1.26],
        [178.4, -18.1]
      ] as const) {
        const corners = cornersOf(
          coastPath(
            land,
            frameOf(
              [
                [at[0] - 0.2, at[1] - 0.2],
                [at[0] + 0.2, at[1] + 0.2]
              ],
              PAGE
            )
          )
        )
        assert.isAbove(corners.length, 6, String(at))
        assert.isTrue(corners.every(([x, y]) => x >= 10 && x <= 410 && y >= 20 && y <= 220))
      }
      assert.strictEqual(
        coastPath(
          land,
          frameOf(
            [
              [-30.2, 30.1],
              [-30, 30]
            ],
            PAGE
          )
        ),
        ""
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
