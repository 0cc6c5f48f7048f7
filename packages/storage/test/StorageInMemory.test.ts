import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { inMemory } from "./TestStorage.ts"

storageContract("SQLite in memory", inMemory)
pollQueueContract("SQLite in memory", inMemory)
