import { storageContract } from "@landfall/testing/contract/StorageContract"
import { inMemory } from "./TestStorage.ts"

storageContract("SQLite in memory", inMemory)
