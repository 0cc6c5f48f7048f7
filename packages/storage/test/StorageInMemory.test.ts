import { pollQueueContract } from "@landfall/testing/contract/PollQueueContract"
import { storageContract } from "@landfall/testing/contract/StorageContract"
import { inMemory } from "./TestStorage.ts"

storageContract("SQLite in memory", inMemory)
pollQueueContract("SQLite in memory", inMemory)
