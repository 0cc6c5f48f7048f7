import { Console } from "effect"
import { Flag } from "effect/cli"

/** Machine-readable output: standard output has JSON only. */
export const jsonFlag = Flag.Boolean("json").pipe(Flag.withDescription("Print JSON only"), Flag.withDefault(false))

export const printJson = (value: unknown) => Console.log(JSON.stringify(value, null, 2))
