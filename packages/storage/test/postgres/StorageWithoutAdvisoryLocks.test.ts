import { storageContract, withPropertyRuns } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { describe } from "vitest"
import { skipReason, withoutAdvisoryLocks, withServer } from "./TestServer.ts"

/** The statements are those of the other mode, where properties run as usual. */
const PROPERTY_RUNS = 4

describe.skipIf(skipReason !== undefined)("Postgres without advisory locks", () => {
  withServer()
  storageContract("Postgres without advisory locks", withPropertyRuns(withoutAdvisoryLocks, PROPERTY_RUNS))
  pollQueueContract("Postgres without advisory locks", withoutAdvisoryLocks)
})
