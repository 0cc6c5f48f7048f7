import { toKilometres } from "@landfall/core/geo/Distance"
import { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES } from "@landfall/core/geo/SeaRouter"
import { formatCount } from "@landfall/core/listing/Count"
import type { TableRow } from "@landfall/feeds/tables/TableRow"
import { Console, Effect, Option, Result } from "effect"
import { Argument, CliError, Command, Flag } from "effect/cli"
import { writeRouteGeoJson, writeRouteMap } from "../../maps/RouteFiles.ts"
import { withSea } from "../../service/SeaWithDatabase.ts"
import { jsonFlag, printJson } from "../../terminal/JsonOutput.ts"
import { mapFlag } from "../../terminal/MapFlag.ts"
import { pairsFlag, processPairs, textFlag } from "../../terminal/PairTable.ts"
import { findRoute, type PortRoute, type RouteRequest } from "../../terminal/RouteRequest.ts"

const toRouteSummary = ({ from, route, to }: PortRoute) => ({
  from: from.code,
  to: to.code,
  nm: route.lengthNm,
  passages: route.passages
})

const passagesText = ({ passages }: PortRoute["route"]): string =>
  passages.length === 0 ? "over open water" : `by ${passages.join(", ")}`

const printRoute = (portRoute: PortRoute) => {
  const { from, route, to } = portRoute
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

/** The column names in the first row; undefined for a table without them, whose first two columns are `from` and `to`. */
const readColumns = ({ cells }: TableRow) => {
  const names = cells.map((cell) => cell.toLowerCase())
  return Effect.succeed(names.includes("from") || names.includes("to") ? names : undefined)
}

/** Finds the route of every pair in a table and prints a line for each, in the order of the table. */
const routePairs = Effect.fnUntraced(function* (path: string, flags: RouteRequest, asJson: boolean) {
  const printPair = Effect.fnUntraced(function* (line: number, request: RouteRequest) {
    const result = yield* Effect.result(findRoute(request))
    if (Result.isSuccess(result)) {
      const { nm, passages, ...ports } = toRouteSummary(result.success)
      yield* Console.log(
        asJson
          ? JSON.stringify({ ...ports, nm, passages })
          : `${ports.from} ${ports.to} ${nm.toFixed(1).padStart(9)} nm  ${passagesText(result.success.route)}`
      )
      return true
    }
    const error = result.failure.message
    yield* asJson
      ? Console.log(JSON.stringify({ from: request.from, to: request.to, line, error }))
      : Console.error(`line ${line}: ${error}`)
    return false
  })
  yield* processPairs({
    path,
    columns: COLUMNS,
    flags,
    readColumns,
    processRow: printPair,
    failureText: (failed, rows) => `${failed} of ${formatCount(rows, "pair")} ${failed === 1 ? "has" : "have"} no route`
  })
})

interface RouteInput {
  readonly from: string
  readonly to: string
  readonly geojson: Option.Option<string>
  readonly map: Option.Option<string>
  readonly pairs: Option.Option<string>
}

/** Two ports or a table of pairs are needed; only the route between two ports is drawn. */
const checkInput = ({ from, to, geojson, map, pairs }: RouteInput) => {
  if (Option.isNone(pairs) && (from === "" || to === ""))
    return new CliError.ValidationError({
      message: "name two ports, such as: landfall route NLRTM SGSIN; or a table of pairs with --pairs FILE"
    })
  if (Option.isSome(pairs) && (Option.isSome(geojson) || Option.isSome(map)))
    return new CliError.ValidationError({
      message: "--geojson and --map draw a single route: name two ports instead of --pairs"
    })
  return Effect.void
}

const avoidDescription = `Passages not to use, comma-separated: ${Passage.literals.join(", ")}`
const requireDescription = `Passages to use in any order, comma-separated, at most ${MAX_REQUIRED_PASSAGES}`

const portArgument = (name: string, end: string) =>
  Argument.String(name).pipe(
    Argument.withDescription(`UN/LOCODE of the port ${end}; with --pairs, the value of empty cells`),
    Argument.withDefault("")
  )

export const routeCommand = Command.validate(
  Command.make(
    "route",
    {
      from: portArgument("from", "of departure"),
      to: portArgument("to", "of arrival"),
      avoid: textFlag("avoid", avoidDescription),
      require: textFlag("require", requireDescription),
      geojson: Flag.optional(
        Flag.String("geojson").pipe(Flag.withDescription("Write the route to this file as GeoJSON"))
      ),
      map: mapFlag("the route"),
      pairs: pairsFlag("from and to, optionally avoid and require"),
      json: jsonFlag
    },
    Effect.fnUntraced(function* ({ geojson, json, map, pairs, ...request }) {
      if (Option.isSome(pairs)) return yield* routePairs(pairs.value, request, json)
      const portRoute = yield* findRoute(request)
      if (Option.isSome(geojson)) yield* writeRouteGeoJson(geojson.value, portRoute)
      if (Option.isSome(map)) yield* writeRouteMap(map.value, portRoute)
      yield* json ? printJson({ ...toRouteSummary(portRoute), legs: portRoute.route.legs }) : printRoute(portRoute)
    }, withSea)
  ),
  checkInput
)
