import { toKilometres } from "@landfall/core/geo/Distance"
import { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES } from "@landfall/core/geo/SeaRouter"
import type { TableRow } from "@landfall/feeds/tables/TableRow"
import { Console, Effect, FileSystem, Option, Result } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { drawingFileFaults } from "../maps/Drawing.ts"
import { writeRouteGeoJson, writeRouteMap } from "../maps/RouteFiles.ts"
import * as Sea from "../service/Sea.ts"
import { databaseFile, withDatabase } from "../settings/Database.ts"
import { readSettings } from "../settings/Settings.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { pairsFlag, processPairs, textFlag } from "../terminal/PairTable.ts"
import { type FoundRoute, findRoute, RouteRejected, type RouteRequest } from "../terminal/RouteRequest.ts"

/** Whether the settings name a database file that is not there yet: it holds no ports, and asking for a way makes none. */
const isDatabaseMissing = Effect.gen(function* () {
  const file = databaseFile(yield* readSettings)
  const fs = yield* FileSystem.FileSystem
  return Option.isSome(file) && !(yield* fs.exists(file.value))
})

/** Runs a command on the world's sea, with the operator's own ports where there is a database. */
export const withSea = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    if (yield* isDatabaseMissing) return yield* Effect.provide(effect, Sea.builtInLayer)
    return yield* withDatabase(Effect.provide(effect, Sea.layer))
  })

const toRouteSummary = ({ from, route, to }: FoundRoute) => ({
  from: from.code,
  to: to.code,
  nm: route.lengthNm,
  passages: route.passages
})

const passagesText = ({ passages }: FoundRoute["route"]): string =>
  passages.length === 0 ? "over open water" : `by ${passages.join(", ")}`

const printRoute = (found: FoundRoute) => {
  const { from, route, to } = found
  const km = toKilometres(route.lengthNm)
  const lines = [
    `${from.code} ${from.name} to ${to.code} ${to.name}: ${route.lengthNm.toFixed(1)} nm (${km.toFixed(1)} km), ${passagesText(route)}`,
    ...(route.legs.length < 2
      ? []
      : route.legs.map((leg) => `  ${leg.lengthNm.toFixed(1).padStart(9)} nm  ${leg.from} to ${leg.to}`))
  ]
  return Console.log(lines.join("\n"))
}

const COLUMNS = ["from", "to", "avoid", "require"] as const

/** The names of a table's columns; a table that begins with two codes has none, and has both ends first. */
const readColumns = ({ cells }: TableRow) => {
  const names = cells.map((cell) => cell.toLowerCase())
  return Effect.succeed(names.includes("from") || names.includes("to") ? names : undefined)
}

/** Answers every pair of a table: a line for each, in its order; what is refused says why and stops nothing. */
const routePairs = Effect.fnUntraced(function* (path: string, flags: RouteRequest, asJson: boolean) {
  const answer = Effect.fnUntraced(function* (line: number, asked: RouteRequest) {
    const found = yield* Effect.result(findRoute(asked))
    if (Result.isSuccess(found)) {
      const { nm, passages, ...ends } = toRouteSummary(found.success)
      yield* Console.log(
        asJson
          ? JSON.stringify({ ...ends, nm, passages })
          : `${ends.from} ${ends.to} ${nm.toFixed(1).padStart(9)} nm  ${passagesText(found.success.route)}`
      )
      return true
    }
    const error = found.failure.message
    yield* asJson
      ? Console.log(JSON.stringify({ from: asked.from, to: asked.to, line, error }))
      : Console.error(`line ${line}: ${error}`)
    return false
  })
  yield* processPairs({
    path,
    columns: COLUMNS,
    flags,
    readColumns,
    processRow: answer,
    failureText: "pairs have no route"
  })
})

const drawingFaults = (map: Option.Option<string>, isMany: boolean, isDrawn: boolean): ReadonlyArray<string> => [
  ...(isMany && isDrawn ? ["--geojson and --map draw one route: name two ports in the place of --pairs"] : []),
  ...Option.match(map, { onNone: () => [], onSome: drawingFileFaults })
]

const passagesHint = `such as suez,panama; known are ${Passage.literals.join(", ")}`

export const routeCommand = Command.make(
  "route",
  {
    from: Argument.String("from").pipe(Argument.withDefault("")),
    to: Argument.String("to").pipe(Argument.withDefault("")),
    avoid: textFlag("avoid", `Passages not to use, ${passagesHint}`),
    require: textFlag("require", `Passages to use, at most ${MAX_REQUIRED_PASSAGES}, in any order`),
    geojson: Flag.optional(
      Flag.String("geojson").pipe(Flag.withDescription("Write the route to this file as GeoJSON"))
    ),
    map: Flag.optional(
      Flag.String("map").pipe(Flag.withDescription("Draw the route to this file, as SVG or PNG by its ending"))
    ),
    pairs: pairsFlag("from and to, and if you like avoid and require"),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ geojson, json, map, pairs, ...asked }) {
    const isMany = Option.isSome(pairs)
    const faults = drawingFaults(map, isMany, Option.isSome(geojson) || Option.isSome(map))
    if (faults.length > 0) return yield* new RouteRejected({ faults })
    if (isMany) return yield* routePairs(pairs.value, asked, json)
    if (asked.from === "" || asked.to === "") {
      const sentence = "name two ports, such as: landfall route NLRTM SGSIN; or a file of many with --pairs"
      return yield* new RouteRejected({ faults: [sentence] })
    }
    const found = yield* findRoute(asked)
    if (Option.isSome(geojson)) yield* writeRouteGeoJson(geojson.value, found)
    if (Option.isSome(map)) yield* writeRouteMap(map.value, found)
    yield* json ? printJson({ ...toRouteSummary(found), legs: found.route.legs }) : printRoute(found)
  }, withSea)
).pipe(Command.withDescription("Find the way over sea between two ports, or between many out of a file"))
