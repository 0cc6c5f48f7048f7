import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { PortSearchResult } from "@landfall/core/geo/Port"
import { Console, Effect, Schema } from "effect"
import { withSea } from "../service/SeaWithDatabase.ts"
import { printJson } from "../terminal/JsonOutput.ts"

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

export const searchPorts = Effect.fnUntraced(function* ({ text, limit, json }: SearchInput) {
  const found = yield* (yield* Gazetteer).search(text, limit)
  if (json) yield* printJson(found)
  else for (const result of found) yield* Console.log(portLine(result))
  if (found.length > 0) return
  return yield* new NoPortFound({
    message: `No port matches ${JSON.stringify(text)}: try a part of its name, or import it with landfall import ports FILE.`
  })
}, withSea)
