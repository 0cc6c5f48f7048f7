import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { onFile } from "./TestStorage.ts"

storageContract("SQLite in a file", onFile)
pollQueueContract("SQLite in a file", onFile)
