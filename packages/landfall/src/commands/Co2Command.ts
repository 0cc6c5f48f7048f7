import { Co2Calculator, type Co2Rejected } from "@landfall/core/co2/Co2Calculator"
import { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { CargoKind } from "@landfall/core/co2/lanes/TradeLane"
import { toKilometres } from "@landfall/core/geo/Distance"
import { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES } from "@landfall/core/geo/SeaRouter"
import { numberOrText, type TableRow } from "@landfall/feeds/tables/TableRow"
import { Console, Effect, Layer, Option, Result, Schema } from "effect"
import { Argument, Command } from "effect/cli"
import * as Sea from "../service/Sea.ts"
import { ensureStarterVessels } from "../service/StarterVessels.ts"
import { withDatabase } from "../settings/Database.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { PairTableError, pairsFlag, processPairs, textFlag } from "../terminal/PairTable.ts"

/** A figure with its unit; a method that cannot tell it has none, and no zero stands for that. */
const formatFigure = (figure: Option.Option<number>, unit: string): string =>
  Option.match(figure, { onNone: () => `no figure in ${unit}`, onSome: (known) => `${known.toPrecision(4)} ${unit}` })

const shipLines = ({ co2EmissionResult, method }: ComputeCo2Response): ReadonlyArray<string> => {
  const { vessel } = method
  if (vessel.source === "unknown") return [`By ship        ${vessel.reason}`]
  const ttw = Option.flatMap(co2EmissionResult.vesselMethodResult, ({ co2Ttw }) => co2Ttw)
  const { parts } = vessel
  const share = (part: number) => `${Math.round((100 * part) / vessel.co2KgPerNauticalMile)} %`
  return [
    `By ship        ${formatFigure(ttw, "t CO2/TEU from tank to wake")}: ${vessel.co2KgPerNauticalMile.toFixed(1)} kg/nm at ${Number(vessel.speedKnots.toFixed(2))} kn (${vessel.speedMethod}), ${Math.round(vessel.teu)} TEU filled to ${vessel.utilisation * 100} % (${vessel.source})`,
    `               main engine ${share(parts.mainEngine)}, generators ${share(parts.auxiliary)}, boilers ${share(parts.boiler)}, in port ${share(parts.berth)}`,
    ...vessel.assumptions.map((assumption) => `               ${assumption}`)
  ]
}

const laneLines = ({ co2EmissionResult, method }: ComputeCo2Response): ReadonlyArray<string> => {
  const { tradeLane } = method
  const { co2Wtw } = co2EmissionResult.tradeLaneMethodResult
  return [
    `By trade lane  ${formatFigure(co2Wtw, "t CO2e/TEU from well to wake")}: ${tradeLane.gramsWtwPerTeuKm} g/TEU/km, ${tradeLane.cargo}, ${tradeLane.factor} (${tradeLane.edition})`,
    `               lane ${tradeLane.lane}`,
    `               well to tank ${Number((100 * tradeLane.wttOverTtw).toPrecision(3))} % of tank to wake (${tradeLane.wttSource === "edition" ? "of the edition" : "assumed"})`
  ]
}

/** A voyage in words, for a person: its way, and what it emits by ship and by trade lane. */
export const formatVoyage = (response: ComputeCo2Response): string => {
  const { input, length, method } = response
  const way = method.route.passages.length === 0 ? "" : `, by ${method.route.passages.join(", ")}`
  const head = `${input.departure.portCode} to ${input.arrival.portCode}: ${length} nm, ${toKilometres(length).toFixed(1)} km${way}`
  return [head, ...shipLines(response), ...laneLines(response)].join("\n")
}

const encode = Schema.encodeSync(ComputeCo2Response)

const splitList = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[\s,;]+/u)
    .filter((name) => name !== "")

const INPUT_NAMES = ["from", "to", "imo", "mmsi", "speed", "cargo", "avoid", "require"] as const

/** What is asked, by the names of the columns and flags; empty texts say nothing. */
type VoyageInput = Readonly<Record<(typeof INPUT_NAMES)[number], string>>

const optionalField = (name: string, text: string, read: (text: string) => unknown = (same) => same) =>
  text === "" ? {} : { [name]: read(text) }

const toCo2Request = ({ from, to, imo, mmsi, speed, cargo, avoid, require }: VoyageInput): unknown => {
  const options = {
    ...optionalField("avoid", avoid, splitList),
    ...optionalField("require", require, splitList),
    ...optionalField("cargo", cargo.toLowerCase())
  }
  return {
    vessel: {
      ...optionalField("imo", imo),
      ...optionalField("mmsi", mmsi),
      ...optionalField("speed", speed, numberOrText)
    },
    departure: optionalField("portCode", from),
    arrival: optionalField("portCode", to),
    ...(Object.keys(options).length === 0 ? {} : { options })
  }
}

/** What stands for a place of the request on the command line and in a table. */
const INPUT_NAME_BY_PATH: Readonly<Record<string, string>> = {
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
const faultSentences = ({ faults }: Co2Rejected): ReadonlyArray<string> =>
  faults.map(({ kind, message, path }) => {
    const word = INPUT_NAME_BY_PATH[path.replace(/\[\d+\]$/u, "")]
    // Which kind of value JSON would have there is nothing to those who type it.
    if (word !== undefined && kind === "missing") return `${word} is missing`
    const rest = message.slice(path.length)
    return word === undefined ? rest.replace(/^:? /u, "") : `${word}${rest}`
  })

/** A voyage that was not computed, with everything that is wrong with what was typed. */
class VoyageRejected extends Schema.TaggedError<VoyageRejected>()("VoyageRejected", {
  faults: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return this.faults.join("; ")
  }
}

/** A table without the ends of its voyages has no line of names, or is another table. */
const readColumns =
  (flags: VoyageInput) =>
  ({ cells }: TableRow) => {
    const names = cells.map((cell) => cell.toLowerCase())
    const missing = (["from", "to"] as const).filter((name) => flags[name] === "" && !names.includes(name))
    return missing.length === 0
      ? Effect.succeed(names)
      : Effect.fail(
          new PairTableError({
            message: `the first line of the file must name its columns, ${missing.join(" and ")} among them; known are ${INPUT_NAMES.join(", ")}`
          })
        )
  }

/** Computes every row of a table: one line of JSON, or one of text, for each; what is refused says why. */
const computeRows = Effect.fnUntraced(function* (path: string, flags: VoyageInput, asJson: boolean) {
  const co2 = yield* Co2Calculator
  const answer = Effect.fnUntraced(function* (line: number, asked: VoyageInput) {
    const answer = yield* Effect.result(co2.compute(toCo2Request(asked)))
    if (Result.isSuccess(answer)) {
      yield* Console.log(asJson ? JSON.stringify({ line, ...encode(answer.success) }) : formatVoyage(answer.success))
      return true
    }
    if (answer.failure._tag !== "Co2Rejected") return yield* answer.failure
    const sentences = faultSentences(answer.failure)
    if (asJson) yield* Console.log(JSON.stringify({ line, refused: sentences }))
    else yield* Console.error(`line ${line}: ${sentences.join("; ")}`)
    return false
  })
  const unanswered = "voyages were not computed"
  yield* processPairs({
    path,
    columns: INPUT_NAMES,
    flags,
    readColumns: readColumns(flags),
    processRow: answer,
    failureText: unanswered
  })
})

const portArgument = (name: string) => Argument.String(name).pipe(Argument.withDefault(""))

export const co2Command = Command.make(
  "co2",
  {
    from: portArgument("from"),
    to: portArgument("to"),
    imo: textFlag("imo", "The ship's IMO number"),
    mmsi: textFlag("mmsi", "The ship's MMSI, in the place of its IMO number"),
    speed: textFlag("speed", "Its speed in knots, at most 25; without it the ship's usual one"),
    cargo: textFlag("cargo", `${CargoKind.literals.join(" or ")}; dry without it`),
    avoid: textFlag("avoid", `Passages not to use, such as suez,panama; known are ${Passage.literals.join(", ")}`),
    require: textFlag("require", `Passages to use, at most ${MAX_REQUIRED_PASSAGES}, in any order`),
    pairs: pairsFlag("from, to, imo or mmsi, and any of speed, cargo, avoid and require"),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ pairs, json, ...asked }) {
    yield* ensureStarterVessels
    yield* Effect.gen(function* () {
      if (Option.isSome(pairs)) return yield* computeRows(pairs.value, asked, json)
      const { compute } = yield* Co2Calculator
      const response = yield* compute(toCo2Request(asked)).pipe(
        Effect.catchTag("Co2Rejected", (refused) => new VoyageRejected({ faults: faultSentences(refused) }))
      )
      yield* json ? printJson(encode(response)) : Console.log(formatVoyage(response))
    }).pipe(Effect.provide(Co2Calculator.layer.pipe(Layer.provide(Sea.layer))))
  }, withDatabase)
).pipe(Command.withDescription("Compute the emissions of a voyage between two ports, or of many out of a file"))
