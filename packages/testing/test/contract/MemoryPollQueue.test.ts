import { Layer } from "effect"
import { pollQueueContract } from "../../src/contract/PollQueueContract.ts"
import * as MemoryPollQueue from "../../src/memory/MemoryPollQueue.ts"
import * as MemoryStorage from "../../src/memory/MemoryStorage.ts"

pollQueueContract("memory", MemoryPollQueue.layer.pipe(Layer.provideMerge(MemoryStorage.layer)))
