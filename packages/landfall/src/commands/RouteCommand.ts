import { toKilometres } from "@landfall/core/geo/Distance"
import { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES } from "@landfall/core/geo/SeaRouter"
import type { TableRow } from "@landfall/feeds/tables/TableRow"
import { Console, Effect, Option, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { drawingFault } from "../maps/Png.ts"
import { writeGeoJson, writeMap } from "../maps/RouteFiles.ts"
import { withSea } from "../settings/WithSea.ts"
import { json, printJson } from "../terminal/Output.ts"
import { answerPairs, pairsFlag, textFlag } from "../terminal/PairTable.ts"
import { type AskedRoute, type FoundRoute, findRoute, RouteRefused } from "../terminal/RouteWish.ts"

const summary = ({ from, route, to }: FoundRoute) => ({
  from: from.code,
  to: to.code,
  nm: route.lengthNm,
  passages: route.passages
})

const wayOf = ({ passages }: FoundRoute["route"]): string =>
  passages.length === 0 ? "over open water" : `by ${passages.join(", ")}`

const tell = (found: FoundRoute) => {
  const { from, route, to } = found
  const km = toKilometres(route.lengthNm)
  const lines = [
    `${from.code} ${from.name} to ${to.code} ${to.name}: ${route.lengthNm.toFixed(1)} nm (${km.toFixed(1)} km), ${wayOf(route)}`,
    ...(route.legs.length < 2
      ? []
      : route.legs.map((leg) => `  ${leg.lengthNm.toFixed(1).padStart(9)} nm  ${leg.from} to ${leg.to}`))
  ]
  return Console.log(lines.join("\n"))
}

const COLUMNS = ["from", "to", "avoid", "require"] as const

/** The names of a table's columns; a table that begins with two codes has none, and has both ends first. */
const headOf = ({ cells }: TableRow) => {
  const names = cells.map((cell) => cell.toLowerCase())
  return Effect.succeed(names.includes("from") || names.includes("to") ? names : undefined)
}

/** Answers every pair of a table: a line for each, in its order; what is refused says why and stops nothing. */
const routePairs = Effect.fnUntraced(function* (path: string, flags: AskedRoute, asJson: boolean) {
  const answer = Effect.fnUntraced(function* (line: number, asked: AskedRoute) {
    const found = yield* Effect.result(findRoute(asked))
    if (Result.isSuccess(found)) {
      const { nm, passages, ...ends } = summary(found.success)
      yield* Console.log(
        asJson
          ? JSON.stringify({ ...ends, nm, passages })
          : `${ends.from} ${ends.to} ${nm.toFixed(1).padStart(9)} nm  ${wayOf(found.success.route)}`
      )
      return true
    }
    const error = found.failure.message
    yield* asJson
      ? Console.log(JSON.stringify({ from: asked.from, to: asked.to, line, error }))
      : Console.error(`line ${line}: ${error}`)
    return false
  })
  yield* answerPairs({ path, columns: COLUMNS, flags, headOf, answer, unanswered: "pairs have no route" })
})

const checkFiles = (map: Option.Option<string>, isMany: boolean, isDrawn: boolean): ReadonlyArray<string> => [
  ...(isMany && isDrawn ? ["--geojson and --map draw one route: name two ports in the place of --pairs"] : []),
  ...Option.match(map, { onNone: () => [], onSome: drawingFault })
]

const passages = `such as suez,panama; known are ${Passage.literals.join(", ")}`

export const routeCommand = Command.make(
  "route",
  {
    from: Argument.String("from").pipe(Argument.withDefault("")),
    to: Argument.String("to").pipe(Argument.withDefault("")),
    avoid: textFlag("avoid", `Passages not to use, ${passages}`),
    require: textFlag("require", `Passages to use, at most ${MAX_REQUIRED_PASSAGES}, in any order`),
    geojson: Flag.optional(
      Flag.String("geojson").pipe(Flag.withDescription("Write the route to this file as GeoJSON"))
    ),
    map: Flag.optional(
      Flag.String("map").pipe(Flag.withDescription("Draw the route to this file, as SVG or PNG by its ending"))
    ),
    pairs: pairsFlag("from and to, and if you like avoid and require"),
    json
  },
  Effect.fnUntraced(function* ({ geojson, json, map, pairs, ...asked }) {
    const isMany = Option.isSome(pairs)
    const faults = checkFiles(map, isMany, Option.isSome(geojson) || Option.isSome(map))
    if (faults.length > 0) return yield* new RouteRefused({ faults })
    if (isMany) return yield* routePairs(pairs.value, asked, json)
    if (asked.from === "" || asked.to === "") {
      const sentence = "name two ports, such as: landfall route NLRTM SGSIN; or a file of many with --pairs"
      return yield* new RouteRefused({ faults: [sentence] })
    }
    const found = yield* findRoute(asked)
    if (Option.isSome(geojson)) yield* writeGeoJson(geojson.value, found)
    if (Option.isSome(map)) yield* writeMap(map.value, found)
    yield* json ? printJson({ ...summary(found), legs: found.route.legs }) : tell(found)
  }, withSea)
).pipe(Command.withDescription("Find the way over sea between two ports, or between many out of a file"))
