import { Console } from "effect"
import { Flag } from "effect/cli"

/** Machine-readable output: nothing but JSON on standard output. */
export const jsonFlag = Flag.Boolean("json").pipe(
  Flag.withDescription("Print JSON and nothing else"),
  Flag.withDefault(false)
)

export const printJson = (value: unknown) => Console.log(JSON.stringify(value, null, 2))
