import { suggest } from "@landfall/core/faults/Suggestions"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { Passage } from "@landfall/core/geo/Passage"
import type { Port } from "@landfall/core/geo/Port"
import { type SeaRoute, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { readUnlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Option, Result, Schema } from "effect"

/** A requested route, as typed. */
export interface RouteRequest {
  readonly from: string
  readonly to: string
  /** Passages, separated by commas, semicolons or blanks. */
  readonly avoid: string
  readonly require: string
}

/** A route between two ports. */
export interface PortRoute {
  readonly from: Port
  readonly to: Port
  readonly route: SeaRoute
}

/** A request for a route that is invalid or has no route, with every fault of it. */
export class RouteRejected extends Schema.TaggedError<RouteRejected>()("RouteRejected", {
  faults: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return this.faults.join("; ")
  }
}

const parsePassages = (name: "avoid" | "require", text: string): Result.Result<ReadonlyArray<Passage>, string> => {
  const words = text
    .toLowerCase()
    .split(/[\s,;]+/u)
    .filter((word) => word !== "")
  const unknown = words.find((word) => !Schema.is(Passage)(word))
  if (unknown === undefined) return Result.succeed(words.filter(Schema.is(Passage)))
  const near = suggest(unknown, Passage.literals)
  const hint =
    near.length === 0 ? `it must be one of ${Passage.literals.join(", ")}` : `did you mean ${near.join(", ")}?`
  return Result.fail(`--${name}: unknown passage ${unknown}; ${hint}`)
}

const findPort = Effect.fnUntraced(function* (text: string) {
  const gazetteer = yield* Gazetteer
  const code = readUnlocode(text)
  if (Option.isSome(code))
    return yield* Effect.mapError(gazetteer.get(code.value), ({ message }) => message).pipe(Effect.result)
  const matches = text.trim() === "" ? [] : yield* gazetteer.search(text, 3)
  const hint =
    matches.length === 0 ? "" : `; did you mean ${matches.map((port) => `${port.code} (${port.name})`).join(", ")}?`
  return Result.fail(`a port must be a UN/LOCODE of five characters, such as NLRTM, got ${JSON.stringify(text)}${hint}`)
})

const faultsIn = <A>(read: Result.Result<A, string>): ReadonlyArray<string> => Option.toArray(Result.getFailure(read))

/** Finds the route of a request. Fails with every fault of the request, or with the reason why there is no route. */
export const findRoute = Effect.fnUntraced(function* (request: RouteRequest) {
  const { route } = yield* SeaRouter
  const from = yield* findPort(request.from)
  const to = yield* findPort(request.to)
  const avoid = parsePassages("avoid", request.avoid)
  const require = parsePassages("require", request.require)
  if (Result.isFailure(from) || Result.isFailure(to) || Result.isFailure(avoid) || Result.isFailure(require)) {
    const portFaults = [...faultsIn(from), ...faultsIn(to)]
    return yield* new RouteRejected({ faults: [...portFaults, ...faultsIn(avoid), ...faultsIn(require)] })
  }
  if (from.success.code === to.success.code) {
    const { code, name } = from.success
    return yield* new RouteRejected({
      faults: [`departure and arrival are both ${code} (${name}): name two different ports`]
    })
  }
  const options = { avoid: avoid.success, require: require.success }
  const seaRoute = yield* route({ from: from.success.code, to: to.success.code, ...options }).pipe(
    Effect.mapError(({ message }) => new RouteRejected({ faults: [message] }))
  )
  const result: PortRoute = { from: from.success, to: to.success, route: seaRoute }
  return result
})
