import { assert, describe, it } from "@effect/vitest"
import { damagedFile } from "./cases/damagedFile.ts"
import { deliveryRing } from "./cases/deliveryRing.ts"
import { ownHost } from "./cases/ownHost.ts"
import { silentNameServers } from "./cases/silentNameServers.ts"
import { hangingEndpoints } from "./cases/slowEndpoints.ts"
import { runOnStage } from "./Stage.ts"

const SHORT = {
  store: "sqlite",
  postgres: undefined,
  databaseUrl: undefined,
  calmMillis: 200,
  attackMillis: 2_000
} as const

describe("a short attack, by what is served, rejected and bounded", () => {
  for (const attackCase of [silentNameServers, ownHost, hangingEndpoints, deliveryRing, damagedFile]) {
    it(`${attackCase.title}: others are served`, async () => {
      const { figures, violations } = await runOnStage(attackCase, SHORT)
      assert.deepStrictEqual(violations, [])
      if (figures === undefined) return
      assert.deepInclude(figures, { lost: 0, failures: {}, ended: [] })
    })
  }
})
