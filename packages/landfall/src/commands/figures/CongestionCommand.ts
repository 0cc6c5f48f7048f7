import {
  CongestionAggregate,
  type CongestionQuality,
  type Occupation,
  type Statistics
} from "@landfall/core/congestion/figures/CongestionAggregate"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { PortTimes } from "@landfall/core/congestion/figures/PortTimes"
import { PortTimesFigures } from "@landfall/core/congestion/figures/PortTimesFigures"
import { callAsOf, currentStayKind, isAgedOut } from "@landfall/core/congestion/ledger/PortCallTimeline"
import { zonesInUse } from "@landfall/core/congestion/zones/DefaultPortAreas"
import { PortAreaSource } from "@landfall/core/congestion/zones/PortAreas"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { type Unlocode, UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { formatCount } from "@landfall/core/listing/Count"
import { type Instant, instantOf } from "@landfall/core/time/Instant"
import { InstantFromInput } from "@landfall/core/time/IsoDateTime"
import { VesselClass } from "@landfall/core/vessels/VesselClass"
import { makeMissingFiguresExplainer } from "@landfall/http/congestion/MissingFigures"
import * as Stores from "@landfall/storage/Stores"
import { Console, DateTime, Effect, Layer, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { loadLand } from "../../maps/Coast.ts"
import { writeDrawing } from "../../maps/Drawing.ts"
import { drawPort, type VesselOnMap } from "../../maps/PortMap.ts"
import * as Sea from "../../service/Sea.ts"
import { withExistingStores } from "../../settings/Database.ts"
import { jsonFlag, printJson } from "../../terminal/JsonOutput.ts"
import { mapFlag } from "../../terminal/MapFlag.ts"
import { portTimesLines } from "../../terminal/PortTimesTable.ts"

/** A port without figures, with the reasons. */
export class NoFigures extends Schema.TaggedError<NoFigures>()("NoFigures", { message: Schema.String }) {}

const encode = Schema.encodeSync(CongestionAggregate)
const encodeTimes = Schema.encodeSync(PortTimesFigures)

const CLASS_NAMES = {
  commercialVessels: "commercial vessels",
  cargo: "cargo",
  tanker: "tanker",
  roro: "ro-ro"
} as const

const textOrDash = <A>(value: Option.Option<A> | undefined, show: (value: A) => string): string =>
  value === undefined || Option.isNone(value) ? "-" : show(value.value)

const percentText = ({ rateOccupationPercentage }: Occupation): string => `${rateOccupationPercentage.toFixed(1)} %`

const gapText = (occupation: Option.Option<Occupation> | undefined): string =>
  textOrDash(
    Option.flatMap(occupation ?? Option.none(), ({ rateOccupationGapWithMean }) => rateOccupationGapWithMean),
    (gap) => `${gap > 0 ? "+" : ""}${gap.toFixed(1)}`
  )

const hoursText = ({ max, median, min }: Statistics): string =>
  `${median.toFixed(1)} h (median), ${min.toFixed(1)} to ${max.toFixed(1)} h`

const tableRow = (cells: ReadonlyArray<string>): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(20) : cell.padStart(12))).join("")

const waitingLine = ({ waiting }: CongestionQuality): string => {
  if (Option.isNone(waiting)) return "At anchor: unknown"
  const { commercialVessels } = waiting.value
  const { longestHours, medianHours, unassigned, vessels } = commercialVessels
  const times = Option.isNone(medianHours)
    ? ""
    : `, ${medianHours.value.toFixed(1)} h (median), ${textOrDash(longestHours, (hours) => hours.toFixed(1))} h (longest) so far`
  return `At anchor: ${formatCount(vessels, "vessel")}${times}; ${unassigned} of them at a shared anchorage without a known port`
}

const areaLine = ({ area: { complex, confidence, source } }: CongestionQuality): string =>
  source === "default"
    ? "Area: a guess, the water around the position of the port. Improve it with: landfall import zones FILE"
    : `Area: ${source} zones${complex === null ? "" : ` of ${complex}`}, confidence ${confidence}`

const aggregateLines = (aggregate: CongestionAggregate): ReadonlyArray<string> => {
  const { rateOccupation, vesselsInPortCount, time, quality } = aggregate
  const reasons = Map.groupBy(quality.unknown, ({ reason }) => reason)
  return [
    tableRow(["", "in port", "berths", "occupied", "gap, points"]),
    ...VesselClass.literals.map((group) =>
      tableRow([
        CLASS_NAMES[group],
        textOrDash(vesselsInPortCount[group], String),
        String(quality.capacity.find(({ vesselClass }) => vesselClass === group)?.berths ?? "-"),
        textOrDash(rateOccupation[group], percentText),
        gapText(rateOccupation[group])
      ])
    ),
    `Time in port, ${quality.window.timeInPortDays} days: ${textOrDash(time.timeInPortStatistics, hoursText)}; ${formatCount(quality.samples.completedCalls, "call")}`,
    `Vessels in port now: ${textOrDash(quality.openCallStatistics, hoursText)} so far`,
    `Confidence ${quality.confidence}; ${formatCount(quality.samples.coveredDays, "day")} covered; last position ${textOrDash(quality.lastPositionReceivedAt, DateTime.formatIso)}; berths from ${quality.berthEvidence.replace("_", " ")}`,
    waitingLine(quality),
    areaLine(quality),
    ...[...reasons].map(([reason, figures]) => `Unknown, ${reason}: ${figures.map(({ figure }) => figure).join(", ")}`)
  ]
}

/** The hint for a port whose last position is too old for current figures. */
const staleHint = ({ portCode, quality }: CongestionAggregate): ReadonlyArray<string> => {
  const isStale = quality.unknown.some(({ reason }) => reason === "no_recent_position")
  return isStale && Option.isSome(quality.lastPositionReceivedAt)
    ? [
        `For the figures at the last position: landfall congestion ${portCode} --as-of ${DateTime.formatIso(quality.lastPositionReceivedAt.value)}`
      ]
    : []
}

/** The vessels in port at an instant, each at the position where its last stay began. */
const vesselsAt = Effect.fnUntraced(function* (port: Unlocode, at: Instant) {
  const calls = yield* (yield* PortCongestion).calls(port, at, at)
  return calls.flatMap((call): ReadonlyArray<VesselOnMap> => {
    const then = Option.getOrUndefined(callAsOf(call, at))
    const stay = then?.stays[then.stays.length - 1]
    if (then === undefined || stay === undefined || Option.isSome(then.endedAt) || isAgedOut(then, at)) return []
    const { latitude, longitude } = stay
    return [{ vessel: then.vessel, activity: currentStayKind(then), since: then.startedAt, latitude, longitude }]
  })
})

const writePortMap = Effect.fnUntraced(function* (file: string, aggregate: CongestionAggregate) {
  const port = aggregate.portCode
  const gazetteer = yield* Gazetteer
  const stored = yield* (yield* ZoneStore).list(Option.none())
  const proposed = stored.filter(({ status }) => status === "proposed")
  const zones = [...zonesInUse(yield* gazetteer.all, yield* yield* PortAreaSource, stored), ...proposed].filter(
    ({ ports }) => ports.includes(port)
  )
  const at = instantOf(aggregate.quality.asOf)
  const name = yield* Effect.match(gazetteer.get(port), { onSuccess: ({ name }) => name, onFailure: () => "" })
  const vessels = yield* vesselsAt(port, at)
  const title = `${port} ${name}`.trim()
  yield* writeDrawing(file, drawPort({ title, asOf: at, zones, vessels, land: yield* loadLand }))
  yield* Console.error(
    `The map ${file} shows ${formatCount(zones.length, "zone")} and ${formatCount(vessels.length, "vessel")}.`
  )
})

const findAggregate = Effect.fnUntraced(function* (port: Unlocode, asOf: Option.Option<DateTime.Utc>) {
  const congestion = yield* PortCongestion
  const at = Option.map(asOf, instantOf)
  const aggregate = yield* Option.match(at, {
    onNone: () => congestion.now(port),
    onSome: (instant) => congestion.asOf(port, instant)
  })
  if (Option.isSome(aggregate)) return aggregate.value
  const explain = yield* makeMissingFiguresExplainer
  return yield* new NoFigures({ message: (yield* explain(port, at)).join(" ") })
})

/** A port with an aggregate has times too. */
const printTimes = Effect.fnUntraced(function* ({ portCode, quality }: CongestionAggregate, json: boolean) {
  const times = yield* (yield* PortTimes).asOf(portCode, "commercialVessels", instantOf(quality.asOf))
  if (Option.isNone(times)) return
  if (json) return yield* printJson(encodeTimes(times.value))
  for (const line of portTimesLines(times.value)) yield* Console.log(line)
})

export const congestionCommand = Command.make(
  "congestion",
  {
    port: Argument.String("port").pipe(
      Argument.withSchema(UnlocodeFromInput),
      Argument.withDescription("UN/LOCODE of the port")
    ),
    asOf: Flag.String("as-of").pipe(
      Flag.withSchema(InstantFromInput),
      Flag.withDescription("Figures at this past instant, ISO 8601; the current figures by default"),
      Flag.optional
    ),
    map: mapFlag("the port, its zones and the vessels in port"),
    times: Flag.Boolean("times").pipe(
      Flag.withDescription(
        "Print the times at berth and the waiting times by terminal, with the change over 7 and 30 days"
      ),
      Flag.withDefault(false)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ port, asOf, map, times, json }) {
    yield* Effect.gen(function* () {
      const aggregate = yield* findAggregate(port, asOf)
      if (times) yield* printTimes(aggregate, json)
      else if (json) yield* printJson(encode(aggregate))
      else {
        yield* Console.log(`${aggregate.portCode}, as of ${DateTime.formatIso(aggregate.quality.asOf)}`)
        for (const line of [...aggregateLines(aggregate), ...staleHint(aggregate)]) yield* Console.log(line)
      }
      if (Option.isSome(map)) yield* writePortMap(map.value, aggregate)
    }).pipe(
      Effect.provide(
        Layer.merge(PortCongestion.layer, PortTimes.layer).pipe(
          Layer.provideMerge(Layer.merge(Sea.layer, Sea.portAreas))
        )
      )
    )
  }, withExistingStores(Stores.layer))
)
