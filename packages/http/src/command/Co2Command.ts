import { Co2, type Co2Refused } from "@landfall/core/co2/Co2"
import { CargoKind } from "@landfall/core/co2/ComputeCo2Request"
import { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { toKilometres } from "@landfall/core/geo/Distance"
import { tableOf } from "@landfall/feeds/tables/Table"
import { Console, Effect, FileSystem, Layer, Option, Result, Schema, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as Sea from "../server/Sea.ts"
import { ensureStarterVessels } from "../server/StarterVessels.ts"
import { withDatabase } from "./Database.ts"
import { endProgress, showProgress } from "./FileFaults.ts"
import { json, printJson } from "./Output.ts"

const encode = Schema.encodeSync(ComputeCo2Response)

const shipLines = ({ co2EmissionResult, method }: ComputeCo2Response): ReadonlyArray<string> => {
  const { vessel } = method
  const ttw = Option.flatMap(co2EmissionResult.vesselMethodResult, ({ co2Ttw }) => co2Ttw)
  if (vessel.source === "unknown" || Option.isNone(ttw))
    return [`By ship        ${"reason" in vessel ? vessel.reason : ""}`]
  const { parts } = vessel
  const share = (part: number) => `${Math.round((100 * part) / vessel.co2KgPerNauticalMile)} %`
  return [
    `By ship        ${ttw.value.toPrecision(4)} t CO2/TEU from tank to wake: ${vessel.co2KgPerNauticalMile.toFixed(1)} kg/nm at ${vessel.speedKnots} kn (${vessel.speedMethod}), ${Math.round(vessel.teu)} TEU filled to ${vessel.utilisation * 100} % (${vessel.source})`,
    `               main engine ${share(parts.mainEngine)}, generators ${share(parts.auxiliary)}, boilers ${share(parts.boiler)}, in port ${share(parts.berth)}`,
    ...vessel.assumptions.map((assumption) => `               ${assumption}`)
  ]
}

const laneLines = ({ co2EmissionResult, method }: ComputeCo2Response): ReadonlyArray<string> => {
  const { tradeLane } = method
  const wtw = Option.getOrElse(co2EmissionResult.tradeLaneMethodResult.co2Wtw, () => 0)
  return [
    `By trade lane  ${wtw.toPrecision(4)} t CO2e/TEU from well to wake: ${tradeLane.gramsWtwPerTeuKm} g/TEU/km, ${tradeLane.cargo}, ${tradeLane.factor} (${tradeLane.edition})`,
    `               lane ${tradeLane.lane}`,
    `               well to tank ${Number((100 * tradeLane.wttOverTtw).toPrecision(3))} % of tank to wake (${tradeLane.wttSource === "edition" ? "of the edition" : "assumed"})`
  ]
}

const linesOf = (response: ComputeCo2Response): string => {
  const { input, length, method } = response
  const way = method.route.passages.length === 0 ? "" : `, by ${method.route.passages.join(", ")}`
  const head = `${input.departure.portCode} to ${input.arrival.portCode}: ${length} nm, ${toKilometres(length).toFixed(1)} km${way}`
  return [head, ...shipLines(response), ...laneLines(response)].join("\n")
}

/** A number as it was typed, or what was typed, to be told what is wrong with it. */
const typedNumber = (text: string): unknown => (text !== "" && Number.isFinite(Number(text)) ? Number(text) : text)

const listOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\s,;]+/u)
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** What is asked, by the names of the columns and flags; empty texts say nothing. */
type Asked = Readonly<Record<"from" | "to" | "imo" | "mmsi" | "speed" | "cargo" | "avoid" | "require", string>>

const given = (name: string, text: string, read: (text: string) => unknown = (same) => same) =>
  text === "" ? {} : { [name]: read(text) }

const requestOf = ({ from, to, imo, mmsi, speed, cargo, avoid, require }: Asked): unknown => {
  const options = { ...given("avoid", avoid, listOf), ...given("require", require, listOf), ...given("cargo", cargo) }
  return {
    vessel: { ...given("imo", imo), ...given("mmsi", mmsi), ...given("speed", speed, typedNumber) },
    departure: { portCode: from },
    arrival: { portCode: to },
    ...(Object.keys(options).length === 0 ? {} : { options })
  }
}

const NAMES = ["from", "to", "imo", "mmsi", "speed", "cargo", "avoid", "require"] as const

const detailsOf = ({ faults }: Co2Refused): ReadonlyArray<string> => faults.map(({ message }) => message)

/** Voyages of a file that were not computed; why was told beside each. */
class VoyagesRefused extends Schema.TaggedError<VoyagesRefused>()("VoyagesRefused", { message: Schema.String }) {}

/** A table without the ends of its voyages has no line of names, or is another table. */
const checkHead = (head: ReadonlyArray<string>, flags: Asked) => {
  const missing = (["from", "to"] as const).filter((name) => flags[name] === "" && !head.includes(name))
  return missing.length === 0
    ? Effect.void
    : Effect.fail(
        new VoyagesRefused({
          message: `the first line of the file must name its columns, ${missing.join(" and ")} among them; known are ${NAMES.join(", ")}`
        })
      )
}

/** Computes every row of a table: one line of JSON, or one of text, for each; what is refused says why. */
const computeRows = Effect.fnUntraced(function* (path: string, flags: Asked, asJson: boolean) {
  const co2 = yield* Co2
  const fs = yield* FileSystem.FileSystem
  let head: ReadonlyArray<string> | undefined
  let done = 0
  let refused = 0
  yield* tableOf(fs.stream(path)).pipe(
    Stream.runForEach(
      Effect.fnUntraced(function* ({ line, cells }) {
        if (head === undefined) {
          head = cells.map((cell) => cell.toLowerCase())
          return yield* checkHead(head, flags)
        }
        const names = head
        const cell = (name: (typeof NAMES)[number]) => cells[names.indexOf(name)] || flags[name]
        const asked = Object.fromEntries(NAMES.map((name) => [name, cell(name)]))
        const answer = yield* Effect.result(co2.compute(requestOf({ ...flags, ...asked })))
        done += 1
        yield* showProgress(`${done} voyages`)
        if (Result.isSuccess(answer)) {
          yield* Console.log(asJson ? JSON.stringify({ line, ...encode(answer.success) }) : linesOf(answer.success))
        } else if (answer.failure._tag === "Co2Refused") {
          refused += 1
          const details = detailsOf(answer.failure)
          if (asJson) yield* Console.log(JSON.stringify({ line, refused: details }))
          else yield* Console.error(`line ${line}: ${details.join("; ")}`)
        } else return yield* answer.failure
      })
    )
  )
  yield* endProgress
  if (refused > 0) {
    return yield* new VoyagesRefused({
      message: `${refused} of ${done} voyages were not computed: the lines above say why`
    })
  }
})

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withDefault(""))

const port = (name: string) => Argument.String(name).pipe(Argument.withDefault(""))

export const co2Command = Command.make(
  "co2",
  {
    from: port("from"),
    to: port("to"),
    imo: text("imo", "The ship's IMO number"),
    mmsi: text("mmsi", "The ship's MMSI, in the place of its IMO number"),
    speed: text("speed", "Its speed in knots, at most 25; without it the ship's usual one"),
    cargo: text("cargo", `${CargoKind.literals.join(" or ")}; dry without it`),
    avoid: text("avoid", "Passages not to use, such as suez,panama"),
    require: text("require", "Passages to use"),
    pairs: Flag.optional(
      Flag.File("pairs", { mustExist: true }).pipe(
        Flag.withDescription(
          "A CSV or workbook of voyages, with the columns from, to, imo or mmsi, and any of the others"
        )
      )
    ),
    json
  },
  Effect.fnUntraced(function* ({ pairs, json, ...asked }) {
    yield* ensureStarterVessels
    yield* Effect.gen(function* () {
      if (Option.isSome(pairs)) return yield* computeRows(pairs.value, asked, json)
      const response = yield* (yield* Co2).compute(requestOf(asked))
      yield* json ? printJson(encode(response)) : Console.log(linesOf(response))
    }).pipe(Effect.provide(Co2.layer.pipe(Layer.provide(Sea.layer))))
  }, withDatabase)
).pipe(Command.withDescription("Compute the emissions of a voyage between two ports, or of many out of a file"))
