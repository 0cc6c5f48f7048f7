import { suggest } from "@landfall/core/faults/Suggestions"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { Passage } from "@landfall/core/geo/Passage"
import type { Port } from "@landfall/core/geo/Port"
import { type SeaRoute, SeaRouter } from "@landfall/core/geo/SeaRouter"
import { readUnlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Option, Result, Schema } from "effect"

/** A route that is asked for, as it was typed. */
export interface RouteRequest {
  readonly from: string
  readonly to: string
  /** Passages, with commas or blanks between. */
  readonly avoid: string
  readonly require: string
}

/** A route that was found between two ports. */
export interface FoundRoute {
  readonly from: Port
  readonly to: Port
  readonly route: SeaRoute
}

/** A route that cannot be given, with everything that is wrong with what was asked. */
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
  const wrong = words.find((word) => !Schema.is(Passage)(word))
  if (wrong === undefined) return Result.succeed(words.filter(Schema.is(Passage)))
  const near = suggest(wrong, Passage.literals)
  const hint =
    near.length === 0 ? `it must be one of ${Passage.literals.join(", ")}` : `did you mean ${near.join(", ")}?`
  return Result.fail(`--${name}: no passage is known by the name ${wrong}: ${hint}`)
}

const findPort = Effect.fnUntraced(function* (text: string) {
  const gazetteer = yield* Gazetteer
  const code = readUnlocode(text)
  if (Option.isSome(code))
    return yield* Effect.mapError(gazetteer.get(code.value), ({ message }) => message).pipe(Effect.result)
  const named = text.trim() === "" ? [] : yield* gazetteer.search(text, 3)
  const hint =
    named.length === 0 ? "" : `; did you mean ${named.map((port) => `${port.code} (${port.name})`).join(", ")}?`
  return Result.fail(`a port must be a UN/LOCODE of five characters, such as NLRTM, got ${JSON.stringify(text)}${hint}`)
})

const faultsIn = <A>(read: Result.Result<A, string>): ReadonlyArray<string> => Option.toArray(Result.getFailure(read))

/** Finds the route that is asked for, or says everything that stands against it. */
export const findRoute = Effect.fnUntraced(function* (asked: RouteRequest) {
  const { route } = yield* SeaRouter
  const from = yield* findPort(asked.from)
  const to = yield* findPort(asked.to)
  const avoid = parsePassages("avoid", asked.avoid)
  const require = parsePassages("require", asked.require)
  if (Result.isFailure(from) || Result.isFailure(to) || Result.isFailure(avoid) || Result.isFailure(require)) {
    const ends = [...faultsIn(from), ...faultsIn(to)]
    return yield* new RouteRejected({ faults: [...ends, ...faultsIn(avoid), ...faultsIn(require)] })
  }
  if (from.success.code === to.success.code) {
    const { code, name } = from.success
    return yield* new RouteRejected({ faults: [`both ends are ${code} (${name}): name two different ports`] })
  }
  const found = yield* route({
    from: from.success.code,
    to: to.success.code,
    avoid: avoid.success,
    require: require.success
  }).pipe(Effect.mapError(({ message }) => new RouteRejected({ faults: [message] })))
  const answer: FoundRoute = { from: from.success, to: to.success, route: found }
  return answer
})
