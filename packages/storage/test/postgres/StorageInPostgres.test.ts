import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { describe } from "vitest"
import { inEmptySchema, skipReason, withServer } from "./TestServer.ts"

describe.skipIf(skipReason !== undefined)("Postgres", () => {
  withServer()
  storageContract("Postgres", inEmptySchema)
  pollQueueContract("Postgres", inEmptySchema)
})
