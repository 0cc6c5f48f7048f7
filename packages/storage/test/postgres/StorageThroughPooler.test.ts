import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { describe } from "vitest"
import { skipReason, throughPooler, withPooler } from "./TestPooler.ts"

describe.skipIf(skipReason !== undefined)("Postgres behind a pooler in transaction mode", () => {
  withPooler()
  storageContract("Postgres behind a pooler", throughPooler)
  pollQueueContract("Postgres behind a pooler", throughPooler)
})
