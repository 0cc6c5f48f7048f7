import { pollQueueContract } from "@landfall/testing/contract/PollQueueContract"
import { storageContract } from "@landfall/testing/contract/StorageContract"
import { describe } from "vitest"
import { inEmptySchema, unfit, withServer } from "./TestServer.ts"

describe.skipIf(unfit !== undefined)("Postgres", () => {
  withServer()
  storageContract("Postgres", inEmptySchema)
  pollQueueContract("Postgres", inEmptySchema)
})
