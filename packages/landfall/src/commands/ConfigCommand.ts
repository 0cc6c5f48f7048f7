import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { readConfiguredCarriers } from "../settings/CarriersFile.ts"
import { describeSettings, readSettings } from "../settings/Settings.ts"
import { describeUnknownVariables } from "../settings/UnknownVariables.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"

export const configCommand = Command.make(
  "config",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const settings = yield* describeSettings
    if (json) {
      yield* printJson(settings)
    } else {
      for (const { name, description, value, default: byDefault } of settings) {
        yield* Console.log(
          `${name}\n  ${description}.\n  now: ${value ?? byDefault}${value === null ? " (default)" : ""}`
        )
      }
    }
    for (const sentence of describeUnknownVariables(Object.keys(process.env))) {
      yield* Console.error(`landfall: ${sentence}`)
    }
    yield* readConfiguredCarriers(yield* readSettings)
  })
)
