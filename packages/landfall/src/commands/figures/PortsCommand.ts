import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { PortSearchResult } from "@landfall/core/geo/Port"
import { MAX_PAGE_LIMIT } from "@landfall/core/listing/Page"
import { Console, Effect, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { withSea } from "../../service/SeaWithDatabase.ts"
import { jsonFlag, printJson } from "../../terminal/JsonOutput.ts"

const DEFAULT_LIMIT = 20

const SearchLimit = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween(
      { minimum: 1, maximum: MAX_PAGE_LIMIT },
      { message: `must be a whole number from 1 to ${MAX_PAGE_LIMIT}` }
    )
  )
)

/** No port has this text in its code or name. */
export class NoPortFound extends Schema.TaggedError<NoPortFound>()("NoPortFound", { message: Schema.String }) {}

interface SearchInput {
  readonly text: string
  readonly limit: number
  readonly json: boolean
}

const degrees = (value: number, positive: string, negative: string): string =>
  `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`

const portLine = ({ code, country, name, position, inland }: PortSearchResult): string => {
  const at = `${degrees(position.latitude, "N", "S").padStart(10)}  ${degrees(position.longitude, "E", "W").padStart(11)}`
  return `${code}  ${country}  ${at}  ${name}${inland ? "  (no access for sea-going vessels)" : ""}`
}

const searchPorts = Effect.fnUntraced(function* ({ text, limit, json }: SearchInput) {
  const results = yield* (yield* Gazetteer).search(text, limit)
  if (json) yield* printJson(results)
  else for (const result of results) yield* Console.log(portLine(result))
  if (results.length > 0) return
  return yield* new NoPortFound({
    message: `No port matches ${JSON.stringify(text)}: try a part of its name, or import it with landfall import ports FILE.`
  })
}, withSea)

const search = Command.make(
  "search",
  {
    text: Argument.String("text").pipe(
      Argument.withSchema(Schema.String.pipe(Schema.check(Schema.isPattern(/\S/, { message: "must not be empty" })))),
      Argument.withDescription("A UN/LOCODE, a name, or the beginning of either")
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withSchema(SearchLimit),
      Flag.withDescription(`The maximum number of ports to print, 1 to ${MAX_PAGE_LIMIT}; ${DEFAULT_LIMIT} by default`),
      Flag.withDefault(DEFAULT_LIMIT)
    ),
    json: jsonFlag
  },
  searchPorts
).pipe(Command.withDescription("Find ports by code or name, best match first, with their country and position"))

export const portsCommand = Command.make("ports").pipe(Command.withSubcommands([search]))
