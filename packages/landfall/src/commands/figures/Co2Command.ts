import { Co2Calculator, type Co2Rejected } from "@landfall/core/co2/Co2Calculator"
import { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { CargoKind } from "@landfall/core/co2/lanes/TradeLane"
import { describeFault } from "@landfall/core/faults/Fault"
import { toKilometres } from "@landfall/core/geo/Distance"
import { Passage } from "@landfall/core/geo/Passage"
import { MAX_REQUIRED_PASSAGES } from "@landfall/core/geo/SeaRouter"
import { readUnlocode } from "@landfall/core/geo/Unlocode"
import { formatCount } from "@landfall/core/listing/Count"
import { numberOrText, type TableRow } from "@landfall/feeds/tables/TableRow"
import * as Stores from "@landfall/storage/Stores"
import { Console, Effect, Layer, Option, Result, Schema } from "effect"
import { Argument, CliError, Command } from "effect/cli"
import * as Sea from "../../service/Sea.ts"
import { ensureStarterVessels } from "../../service/StarterVessels.ts"
import { withStoresOrEmpty } from "../../settings/Database.ts"
import { jsonFlag, printJson } from "../../terminal/JsonOutput.ts"
import { PairTableError, pairsFlag, processPairs, textFlag } from "../../terminal/PairTable.ts"

/** A figure with its unit. A method that has no figure prints no zero. */
const formatFigure = (figure: Option.Option<number>, unit: string): string =>
  Option.match(figure, { onNone: () => `no figure in ${unit}`, onSome: (value) => `${value.toPrecision(4)} ${unit}` })

const IMPORT_HINT = "               Import vessels with `landfall import vessels FILE`."

const vesselLines = ({ co2EmissionResult, method }: ComputeCo2Response): ReadonlyArray<string> => {
  const { vessel } = method
  if (vessel.source === "unknown") return [`By vessel      ${vessel.reason}`, IMPORT_HINT]
  const ttw = Option.flatMap(co2EmissionResult.vesselMethodResult, ({ co2Ttw }) => co2Ttw)
  const { parts } = vessel
  const share = (part: number) => `${Math.round((100 * part) / vessel.co2KgPerNauticalMile)} %`
  return [
    `By vessel      ${formatFigure(ttw, "t CO2/TEU from tank to wake")}: ${vessel.co2KgPerNauticalMile.toFixed(1)} kg/nm at ${Number(vessel.speedKnots.toFixed(2))} kn (${vessel.speedMethod}), ${Math.round(vessel.teu)} TEU filled to ${vessel.utilisation * 100} % (${vessel.source})`,
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

/** The code of a port that the request may write in lower case. */
const codeOf = ({ portCode }: { readonly portCode: string }): string =>
  Option.getOrElse(readUnlocode(portCode), () => portCode)

/** A voyage as text for a person: its route, and its emissions by the vessel method and by the trade lane method. */
const formatVoyage = (response: ComputeCo2Response): string => {
  const { input, length, method } = response
  const via = method.route.passages.length === 0 ? "" : `, by ${method.route.passages.join(", ")}`
  const head = `${codeOf(input.departure)} to ${codeOf(input.arrival)}: ${length} nm, ${toKilometres(length).toFixed(1)} km${via}`
  return [head, ...vesselLines(response), ...laneLines(response)].join("\n")
}

const encode = Schema.encodeSync(ComputeCo2Response)

const splitList = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .split(/[\s,;]+/u)
    .filter((name) => name !== "")

const INPUT_NAMES = ["from", "to", "imo", "mmsi", "speed", "cargo", "avoid", "require"] as const

/** The values of a voyage by column or flag name; an empty text is an absent value. */
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
      ...optionalField("imo", imo, numberOrText),
      ...optionalField("mmsi", mmsi, numberOrText),
      ...optionalField("speed", speed, numberOrText)
    },
    departure: optionalField("portCode", from),
    arrival: optionalField("portCode", to),
    ...(Object.keys(options).length === 0 ? {} : { options })
  }
}

/** The column or flag that sets a property of the request. */
const INPUT_NAME_BY_PATH: Readonly<Record<string, string>> = {
  "departure.portCode": "from",
  "arrival.portCode": "to",
  vessel: "the voyage",
  "vessel.imo": "imo",
  "vessel.mmsi": "mmsi",
  "vessel.speed": "speed",
  "options.avoid": "avoid",
  "options.require": "require",
  "options.cargo": "cargo"
}

/** The faults of a rejected request, with the names of flags and columns instead of paths. */
const faultSentences = ({ faults }: Co2Rejected): ReadonlyArray<string> =>
  faults.map((fault) => {
    const name = INPUT_NAME_BY_PATH[fault.path.filter((key) => typeof key === "string").join(".")]
    // The kind of a JSON value means nothing on the command line.
    if (name !== undefined && fault.kind === "missing") return `${name} is missing`
    return name === undefined ? describeFault(fault, "").replace(/^:? /u, "") : describeFault(fault, name)
  })

/** A voyage that could not be computed, with every fault of the input. */
export class VoyageRejected extends Schema.TaggedError<VoyageRejected>()("VoyageRejected", {
  faults: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return this.faults.join("; ")
  }
}

/** The column names in the first row; without `from` and `to`, on neither side, the table is another kind of file. */
const readColumns =
  (flags: VoyageInput) =>
  ({ cells }: TableRow) => {
    const names = cells.map((cell) => cell.toLowerCase())
    const missing = (["from", "to"] as const).filter((name) => flags[name] === "" && !names.includes(name))
    return missing.length === 0
      ? Effect.succeed(names)
      : Effect.fail(
          new PairTableError({
            message: `the first line of the file must name the columns, including ${missing.join(" and ")}; the known columns are ${INPUT_NAMES.join(", ")}`
          })
        )
  }

/** Computes every row of a table and prints its result or its faults: JSON, one line for each row, or text. */
const computeRows = Effect.fnUntraced(function* (path: string, flags: VoyageInput, asJson: boolean) {
  const { compute } = yield* Co2Calculator
  const printRow = Effect.fnUntraced(function* (line: number, input: VoyageInput) {
    const result = yield* Effect.result(compute(toCo2Request(input)))
    if (Result.isSuccess(result)) {
      yield* Console.log(asJson ? JSON.stringify({ line, ...encode(result.success) }) : formatVoyage(result.success))
      return true
    }
    if (result.failure._tag !== "Co2Rejected") return yield* result.failure
    const sentences = faultSentences(result.failure)
    if (asJson) yield* Console.log(JSON.stringify({ line, faults: sentences }))
    else yield* Console.error(`line ${line}: ${sentences.join("; ")}`)
    return false
  })
  yield* processPairs({
    path,
    columns: INPUT_NAMES,
    flags,
    readColumns: readColumns(flags),
    processRow: printRow,
    failureText: (failed, rows) =>
      `${failed} of ${formatCount(rows, "voyage")} ${failed === 1 ? "was" : "were"} not computed`
  })
})

const portArgument = (name: string, end: string) =>
  Argument.String(name).pipe(
    Argument.withDescription(`UN/LOCODE of the port ${end}; with --pairs, the value of empty cells`),
    Argument.withDefault("")
  )

interface SingleInput extends VoyageInput {
  readonly pairs: Option.Option<string>
}

/** Two ports and a vessel are needed, or a table of voyages. */
const checkInput = ({ from, to, imo, mmsi, pairs }: SingleInput) =>
  Option.isSome(pairs) || (from !== "" && to !== "" && (imo !== "" || mmsi !== ""))
    ? Effect.void
    : new CliError.ValidationError({
        message:
          "name two ports and a vessel, such as: landfall co2 NLRTM SGSIN --imo 9619907; or a table of voyages with --pairs FILE"
      })

export const co2Command = Command.validate(
  Command.make(
    "co2",
    {
      from: portArgument("from", "of departure"),
      to: portArgument("to", "of arrival"),
      imo: textFlag("imo", "IMO number of the vessel"),
      mmsi: textFlag("mmsi", "MMSI of the vessel, instead of its IMO number"),
      speed: textFlag("speed", "Speed in knots, at most 25; the usual speed of the vessel by default"),
      cargo: textFlag("cargo", `Cargo: ${CargoKind.literals.join(" or ")}; dry by default`),
      avoid: textFlag("avoid", `Passages not to use, comma-separated: ${Passage.literals.join(", ")}`),
      require: textFlag("require", `Passages to use in any order, comma-separated, at most ${MAX_REQUIRED_PASSAGES}`),
      pairs: pairsFlag("from, to, imo or mmsi, optionally speed, cargo, avoid and require"),
      json: jsonFlag
    },
    Effect.fnUntraced(function* ({ pairs, json, ...input }) {
      yield* ensureStarterVessels
      yield* Effect.gen(function* () {
        if (Option.isSome(pairs)) return yield* computeRows(pairs.value, input, json)
        const { compute } = yield* Co2Calculator
        const response = yield* compute(toCo2Request(input)).pipe(
          Effect.catchTag("Co2Rejected", (rejected) => new VoyageRejected({ faults: faultSentences(rejected) }))
        )
        yield* json ? printJson(encode(response)) : Console.log(formatVoyage(response))
      }).pipe(Effect.provide(Co2Calculator.layer.pipe(Layer.provide(Sea.layer))))
    }, withStoresOrEmpty(Stores.layer))
  ),
  checkInput
)
