import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { inMemory } from "./TestStorage.ts"

const storage = inMemory()
storageContract("SQLite in memory", storage)
pollQueueContract("SQLite in memory", storage)
