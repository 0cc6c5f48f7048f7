import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { describe } from "vitest"
import { skipReason, withoutAdvisoryLocks, withServer } from "./TestServer.ts"

describe.skipIf(skipReason !== undefined)("Postgres without advisory locks", () => {
  withServer()
  storageContract("Postgres without advisory locks", withoutAdvisoryLocks)
  pollQueueContract("Postgres without advisory locks", withoutAdvisoryLocks)
})
