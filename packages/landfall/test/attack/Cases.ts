import { batchFloods } from "./cases/batchFloods.ts"
import { containerEvents } from "./cases/containerEvents.ts"
import { damagedFile } from "./cases/damagedFile.ts"
import { deliveryRing } from "./cases/deliveryRing.ts"
import { docsReaders } from "./cases/docsReaders.ts"
import { endlessResponses } from "./cases/endlessResponses.ts"
import { floodedLists } from "./cases/floodedLists.ts"
import { imports } from "./cases/imports.ts"
import { largeLabels } from "./cases/largeLabels.ts"
import { manyConnections } from "./cases/manyConnections.ts"
import { openStreams } from "./cases/openStreams.ts"
import { ownHost } from "./cases/ownHost.ts"
import { pipelinedRequests } from "./cases/pipelinedRequests.ts"
import { portWatches } from "./cases/portWatches.ts"
import { rejectedLines } from "./cases/rejectedLines.ts"
import { searches } from "./cases/searches.ts"
import { silentConnections } from "./cases/silentConnections.ts"
import { silentNameServers } from "./cases/silentNameServers.ts"
import { deadEndpoints, hangingEndpoints, sharedOrigin, slowEndpoints } from "./cases/slowEndpoints.ts"
import { smallChunks } from "./cases/smallChunks.ts"
import { stoppedProcesses } from "./cases/stoppedProcesses.ts"
import { storedResponses } from "./cases/storedResponses.ts"
import { taskFloods } from "./cases/taskFloods.ts"
import { unfinishedBodies } from "./cases/unfinishedBodies.ts"
import { acceptedLines, enrollingEndpoints, wideChanges } from "./cases/wideRegistrations.ts"
import { workerClock } from "./cases/workerClock.ts"
import { wrongKeys } from "./cases/wrongKeys.ts"
import type { AttackCase } from "./Stage.ts"

/** Every case, in the order in which `all` runs them. */
export const CASES: ReadonlyArray<AttackCase> = [
  silentNameServers,
  ownHost,
  docsReaders,
  unfinishedBodies,
  deadEndpoints,
  hangingEndpoints,
  slowEndpoints,
  sharedOrigin,
  deliveryRing,
  rejectedLines,
  containerEvents,
  storedResponses,
  stoppedProcesses,
  silentConnections,
  wrongKeys,
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
  manyConnections,
  workerClock,
  damagedFile
]
