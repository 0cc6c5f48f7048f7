import { Co2, type Co2Refused } from "@landfall/core/co2/Co2"
import { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { CargoKind } from "@landfall/core/co2/lanes/TradeLane"
import { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES } from "@landfall/core/geo/SeaRouter"
import { numberOrText } from "@landfall/feeds/tables/Cell"
import type { TableRow } from "@landfall/feeds/tables/TableRow"
import { Console, Effect, Layer, Option, Result, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import * as Sea from "../service/Sea.ts"
import { ensureStarterVessels } from "../service/StarterVessels.ts"
import { withDatabase } from "../settings/Database.ts"
import { json, printJson } from "../terminal/Output.ts"
import { answerPairs, PairsRefused, pairsFlag, textFlag } from "../terminal/PairTable.ts"
import { linesOf } from "../terminal/VoyageText.ts"

const encode = Schema.encodeSync(ComputeCo2Response)

const listOf = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[\s,;]+/u)
    .filter((name) => name !== "")

const NAMES = ["from", "to", "imo", "mmsi", "speed", "cargo", "avoid", "require"] as const

/** What is asked, by the names of the columns and flags; empty texts say nothing. */
type Asked = Readonly<Record<(typeof NAMES)[number], string>>

const given = (name: string, text: string, read: (text: string) => unknown = (same) => same) =>
  text === "" ? {} : { [name]: read(text) }

const requestOf = ({ from, to, imo, mmsi, speed, cargo, avoid, require }: Asked): unknown => {
  const options = {
    ...given("avoid", avoid, listOf),
    ...given("require", require, listOf),
    ...given("cargo", cargo.toLowerCase())
  }
  return {
    vessel: { ...given("imo", imo), ...given("mmsi", mmsi), ...given("speed", speed, numberOrText) },
    departure: given("portCode", from),
    arrival: given("portCode", to),
    ...(Object.keys(options).length === 0 ? {} : { options })
  }
}

/** What stands for a place of the request on the command line and in a table. */
const WORDS: Readonly<Record<string, string>> = {
  "$.departure.portCode": "from",
  "$.arrival.portCode": "to",
  "$.vessel": "the voyage",
  "$.vessel.imo": "imo",
  "$.vessel.mmsi": "mmsi",
  "$.vessel.speed": "speed",
  "$.options.avoid": "avoid",
  "$.options.require": "require",
  "$.options.cargo": "cargo"
}

/** The sentences of a refusal, with the names of flags and columns in the place of paths. */
const sentencesOf = ({ faults }: Co2Refused): ReadonlyArray<string> =>
  faults.map(({ kind, message, path }) => {
    const word = WORDS[path.replace(/\[\d+\]$/u, "")]
    // Which kind of value JSON would have there is nothing to those who type it.
    if (word !== undefined && kind === "missing") return `${word} is missing`
    const rest = message.slice(path.length)
    return word === undefined ? rest.replace(/^:? /u, "") : `${word}${rest}`
  })

/** A voyage that was not computed, with everything that is wrong with what was typed. */
class VoyageRefused extends Schema.TaggedError<VoyageRefused>()("VoyageRefused", {
  faults: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return this.faults.join("; ")
  }
}

/** A table without the ends of its voyages has no line of names, or is another table. */
const headOf =
  (flags: Asked) =>
  ({ cells }: TableRow) => {
    const names = cells.map((cell) => cell.toLowerCase())
    const missing = (["from", "to"] as const).filter((name) => flags[name] === "" && !names.includes(name))
    return missing.length === 0
      ? Effect.succeed(names)
      : Effect.fail(
          new PairsRefused({
            message: `the first line of the file must name its columns, ${missing.join(" and ")} among them; known are ${NAMES.join(", ")}`
          })
        )
  }

/** Computes every row of a table: one line of JSON, or one of text, for each; what is refused says why. */
const computeRows = Effect.fnUntraced(function* (path: string, flags: Asked, asJson: boolean) {
  const co2 = yield* Co2
  const answer = Effect.fnUntraced(function* (line: number, asked: Asked) {
    const answer = yield* Effect.result(co2.compute(requestOf(asked)))
    if (Result.isSuccess(answer)) {
      yield* Console.log(asJson ? JSON.stringify({ line, ...encode(answer.success) }) : linesOf(answer.success))
      return true
    }
    if (answer.failure._tag !== "Co2Refused") return yield* answer.failure
    const sentences = sentencesOf(answer.failure)
    if (asJson) yield* Console.log(JSON.stringify({ line, refused: sentences }))
    else yield* Console.error(`line ${line}: ${sentences.join("; ")}`)
    return false
  })
  const unanswered = "voyages were not computed"
  yield* answerPairs({ path, columns: NAMES, flags, headOf: headOf(flags), answer, unanswered })
})

const port = (name: string) => Argument.String(name).pipe(Argument.withDefault(""))

export const co2Command = Command.make(
  "co2",
  {
    from: port("from"),
    to: port("to"),
    imo: textFlag("imo", "The ship's IMO number"),
    mmsi: textFlag("mmsi", "The ship's MMSI, in the place of its IMO number"),
    speed: textFlag("speed", "Its speed in knots, at most 25; without it the ship's usual one"),
    cargo: textFlag("cargo", `${CargoKind.literals.join(" or ")}; dry without it`),
    avoid: textFlag("avoid", `Passages not to use, such as suez,panama; known are ${Passage.literals.join(", ")}`),
    require: textFlag("require", `Passages to use, at most ${MAX_REQUIRED_PASSAGES}, in any order`),
    pairs: pairsFlag("from, to, imo or mmsi, and any of speed, cargo, avoid and require"),
    json
  },
  Effect.fnUntraced(function* ({ pairs, json, ...asked }) {
    yield* ensureStarterVessels
    yield* Effect.gen(function* () {
      if (Option.isSome(pairs)) return yield* computeRows(pairs.value, asked, json)
      const { compute } = yield* Co2
      const response = yield* compute(requestOf(asked)).pipe(
        Effect.catchTag("Co2Refused", (refused) => new VoyageRefused({ faults: sentencesOf(refused) }))
      )
      yield* json ? printJson(encode(response)) : Console.log(linesOf(response))
    }).pipe(Effect.provide(Co2.layer.pipe(Layer.provide(Sea.layer))))
  }, withDatabase)
).pipe(Command.withDescription("Compute the emissions of a voyage between two ports, or of many out of a file"))
