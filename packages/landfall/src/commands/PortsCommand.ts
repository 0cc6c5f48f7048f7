import { MAX_PAGE_LIMIT } from "@landfall/core/listing/Page"
import { Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { searchPorts } from "../ports/SearchPorts.ts"
import { jsonFlag } from "../terminal/JsonOutput.ts"

const DEFAULT_LIMIT = 20

const SearchLimit = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween(
      { minimum: 1, maximum: MAX_PAGE_LIMIT },
      { message: `must be a whole number from 1 to ${MAX_PAGE_LIMIT}` }
    )
  )
)

const search = Command.make(
  "search",
  {
    text: Argument.String("text").pipe(
      Argument.withSchema(Schema.String.pipe(Schema.check(Schema.isPattern(/\S/, { message: "must not be empty" })))),
      Argument.withDescription("A UN/LOCODE, a name, or the beginning of either")
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withSchema(SearchLimit),
      Flag.withDescription(`Most ports to print, 1 to ${MAX_PAGE_LIMIT}; ${DEFAULT_LIMIT} by default`),
      Flag.withDefault(DEFAULT_LIMIT)
    ),
    json: jsonFlag
  },
  searchPorts
).pipe(Command.withDescription("Find ports by code or name, best match first, with their country and position"))

export const portsCommand = Command.make("ports").pipe(Command.withSubcommands([search]))
