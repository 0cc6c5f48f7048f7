import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { onFile } from "./TestStorage.ts"

const storage = onFile()
storageContract("SQLite in a file", storage)
pollQueueContract("SQLite in a file", storage)
