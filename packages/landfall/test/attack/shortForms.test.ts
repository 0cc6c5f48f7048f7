import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { batchFloods } from "./cases/batchFloods.ts"
import { containerEvents } from "./cases/containerEvents.ts"
import { damagedFile } from "./cases/damagedFile.ts"
import { deliveryRing } from "./cases/deliveryRing.ts"
import { endlessResponses } from "./cases/endlessResponses.ts"
import { floodedLists } from "./cases/floodedLists.ts"
import { imports } from "./cases/imports.ts"
import { largeLabels } from "./cases/largeLabels.ts"
import { openStreams } from "./cases/openStreams.ts"
import { ownHost } from "./cases/ownHost.ts"
import { pipelinedRequests } from "./cases/pipelinedRequests.ts"
import { portWatches } from "./cases/portWatches.ts"
import { rejectedLines } from "./cases/rejectedLines.ts"
import { searches } from "./cases/searches.ts"
import { silentNameServers } from "./cases/silentNameServers.ts"
import { deadEndpoints, hangingEndpoints, sharedOrigin, slowEndpoints } from "./cases/slowEndpoints.ts"
import { smallChunks } from "./cases/smallChunks.ts"
import { storedResponses } from "./cases/storedResponses.ts"
import { taskFloods } from "./cases/taskFloods.ts"
import { acceptedLines, enrollingEndpoints, wideChanges } from "./cases/wideRegistrations.ts"
import { wrongKeys } from "./cases/wrongKeys.ts"
import { type AttackedService, FREE, startService } from "./Service.ts"
import { runOnStage } from "./Stage.ts"

/** The flood of wrong keys comes last: the requests of its address are rejected for a while afterwards. */
const CASES = [
  silentNameServers,
  ownHost,
  deadEndpoints,
  hangingEndpoints,
  slowEndpoints,
  sharedOrigin,
  deliveryRing,
  damagedFile,
  rejectedLines,
  containerEvents,
  storedResponses,
  floodedLists,
  searches,
  largeLabels,
  portWatches,
  acceptedLines,
  wideChanges,
  enrollingEndpoints,
  taskFloods,
  batchFloods,
  imports,
  openStreams,
  smallChunks,
  pipelinedRequests,
  endlessResponses,
  wrongKeys
]

describe("a short attack, by what is served, rejected and bounded", () => {
  let shared: AttackedService
  beforeAll(async () => {
    shared = await startService(FREE)
  })
  afterAll(() => shared.stop())

  for (const attackCase of CASES) {
    it(`${attackCase.title}: others are served`, async () => {
      const { figures, violations } = await runOnStage(attackCase, {
        store: "sqlite",
        postgres: undefined,
        databaseUrl: undefined,
        calmMillis: 100,
        attackMillis: 200,
        shared
      })
      assert.deepStrictEqual(violations, [])
      if (figures === undefined) return
      assert.deepInclude(figures, { lost: 0, failures: {}, ended: [] })
      if (attackCase !== ownHost) assert.isAbove(figures.accepted, 0)
    })
  }
})
