import process from "node:process"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Effect } from "effect"
import { storageOn } from "../TestStorage.ts"

const [filename = "", pageSize = "1"] = process.argv.slice(2)

/** Runs the open tasks batch by batch and prints each batch, until it is killed or no task is due. */
const program = Effect.gen(function* () {
  const tasks = yield* DeliveryTasks
  for (let page = 1; (yield* tasks.runBatch(Number(pageSize))).ran; page++) {
    yield* Effect.sync(() => process.stdout.write(`page ${page} `))
  }
})

await Effect.runPromise(Effect.provide(program, storageOn(filename)))
