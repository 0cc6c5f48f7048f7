import process from "node:process"
import { Effect, Layer } from "effect"
import { storageOn } from "../TestStorage.ts"

const [filename = ""] = process.argv.slice(2)

/** Opens, creates or migrates a database, and prints the result. */
const program = Effect.match(Effect.scoped(Layer.build(storageOn(filename))), {
  onFailure: (error) => `rejected: ${error.message}`,
  onSuccess: () => "opened"
})

process.stdout.write(await Effect.runPromise(program))
