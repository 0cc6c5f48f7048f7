import process from "node:process"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Effect } from "effect"
import { storageOn } from "../TestStorage.ts"

const [filename = "", pageSize = "1", pages = "1"] = process.argv.slice(2)

/** Runs a number of batches of the open tasks and prints each; then waits, for longer than any test runs, to be killed. */
const program = Effect.gen(function* () {
  const tasks = yield* DeliveryTasks
  for (let page = 1; page <= Number(pages); page++) {
    yield* tasks.runBatch(Number(pageSize))
    yield* Effect.sync(() => process.stdout.write(`page ${page} `))
  }
  yield* Effect.sleep("15 minutes")
})

await Effect.runPromise(Effect.provide(program, storageOn(filename)))
