import { storageContract } from "../../src/contract/StorageContract.ts"
import * as MemoryStorage from "../../src/memory/MemoryStorage.ts"

storageContract("memory", MemoryStorage.layer)
