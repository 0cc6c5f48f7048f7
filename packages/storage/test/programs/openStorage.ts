import process from "node:process"
import { Effect, Layer } from "effect"
import { storageOn } from "../TestStorage.ts"

const [filename = ""] = process.argv.slice(2)

/** Opens a database, making or migrating it, and says so or why not. */
const program = Effect.match(Effect.scoped(Layer.build(storageOn(filename))), {
  onFailure: (error) => `refused: ${error.message}`,
  onSuccess: () => "opened"
})

process.stdout.write(await Effect.runPromise(program))
