import { Layer } from "effect"
import { pollQueueContract } from "../../src/contract/tracking/PollQueueContract.ts"
import * as MemoryStorage from "../../src/memory/MemoryStorage.ts"
import * as MemoryPollQueue from "../../src/memory/tracking/MemoryPollQueue.ts"

pollQueueContract("memory", MemoryPollQueue.layer.pipe(Layer.provideMerge(MemoryStorage.layer)))
