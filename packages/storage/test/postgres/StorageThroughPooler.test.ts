import { storageContract, withPropertyRuns } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { describe } from "vitest"
import { skipReason, throughPooler, withPooler } from "./TestPooler.ts"

/** The statements are those of the other mode, where properties run as usual. */
const PROPERTY_RUNS = 4

describe.skipIf(skipReason !== undefined)("Postgres behind a pooler in transaction mode", () => {
  withPooler()
  storageContract("Postgres behind a pooler", withPropertyRuns(throughPooler, PROPERTY_RUNS))
  pollQueueContract("Postgres behind a pooler", throughPooler)
})
