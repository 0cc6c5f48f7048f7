import { pollQueueContract } from "@landfall/testing/contract/PollQueueContract"
import { storageContract } from "@landfall/testing/contract/StorageContract"
import { onFile } from "./TestStorage.ts"

storageContract("SQLite in a file", onFile)
pollQueueContract("SQLite in a file", onFile)
