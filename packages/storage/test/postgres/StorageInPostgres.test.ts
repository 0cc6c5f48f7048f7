import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { describe } from "vitest"
import { inEmptySchema, unfit, withServer } from "./TestServer.ts"

describe.skipIf(unfit !== undefined)("Postgres", () => {
  withServer()
  storageContract("Postgres", inEmptySchema)
  pollQueueContract("Postgres", inEmptySchema)
})
