import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Count } from "../../listing/Count.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import type { PortCall } from "../detection/PortCall.ts"
import { PortCallLog } from "../ledger/PortCallLog.ts"
import { callAsOf, isAgedOut, knownCalls, removeSuperseded } from "../ledger/PortCallTimeline.ts"
import { PortAreaSource } from "../zones/PortAreas.ts"
import { type Zone, zoneTitle } from "../zones/Zone.ts"
import { ZoneStore } from "../zones/ZoneStore.ts"
import { MAX_PORT_SILENT_HOURS } from "./ComputeCongestion.ts"
import { WaitingByClass } from "./CongestionAggregate.ts"
import { waitingByClass } from "./VesselsAtAnchor.ts"

/** The vessels at an anchorage, which one or several ports use. */
export const AnchorageFigures = Schema.Struct({
  anchorageId: Schema.String.annotateKey({ description: "The id of the anchorage." }),
  name: Schema.String.annotateKey({ description: "The name of the anchorage." }),
  portCodes: Schema.Array(Unlocode).annotateKey({ description: "The ports whose vessels wait there." }),
  source: Schema.Literals(["operator", "curated", "history"]).annotateKey({
    description: "The origin of the anchorage: zones of the operator, curated areas, or the history of stops."
  }),
  asOf: Schema.DateTimeUtcFromString.annotateKey({ description: "The instant of the figures." }),
  waiting: Schema.OptionFromNullOr(WaitingByClass).annotateKey({
    description: "The vessels at anchor; null without a position in any of the ports for 24 hours."
  }),
  byPort: Schema.Array(
    Schema.Struct({
      portCode: Unlocode.annotateKey({ description: "A port of the anchorage." }),
      vessels: Count.annotateKey({ description: "Commercial vessels at the anchorage that are assigned to it." })
    })
  ).annotateKey({
    description: "How many of the vessels are assigned to each port; the others are `unassigned` in `waiting`."
  })
}).annotate({ identifier: "AnchorageFigures" })
export type AnchorageFigures = typeof AnchorageFigures.Type

/** Tests whether a zone is an anchorage, or a numbered part of it, such as `USLAX-huntington-flats-2`. */
const isPartOf = (id: string, { id: of, kind, status }: Zone): boolean =>
  kind === "ANCHORAGE" &&
  status === "accepted" &&
  (of === id || (of.startsWith(`${id}-`) && /^\d+$/u.test(of.slice(id.length + 1))))

const vesselOf = ({ id, vessel }: PortCall): string =>
  String(Option.getOrElse(vessel.mmsi, () => Option.getOrElse(vessel.imo, () => id)))

/** One record for each vessel: a call before a likely one, and that before a shared one. */
const distinctVessels = (calls: ReadonlyArray<PortCall>): ReadonlyArray<PortCall> => {
  const rank = ({ assignment }: PortCall) => (assignment === undefined ? 0 : assignment === "likely" ? 1 : 2)
  const callByVessel = new Map<string, PortCall>()
  for (const call of calls) {
    const existing = callByVessel.get(vesselOf(call))
    if (existing === undefined || rank(call) < rank(existing)) callByVessel.set(vesselOf(call), call)
  }
  return [...callByVessel.values()]
}

/** Computes the figures of anchorages from the port call log. */
export class AnchorageCongestion extends Context.Service<
  AnchorageCongestion,
  {
    /** Returns the vessels at an anchorage as they were at an instant; none when no anchorage has this id. */
    readonly asOf: (id: string, asOf: Instant) => Effect.Effect<Option.Option<AnchorageFigures>, StorageError>
  }
>()("@landfall/core/congestion/figures/AnchorageCongestion") {
  static readonly layer = Layer.effect(
    AnchorageCongestion,
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const zones = yield* ZoneStore
      const areas = yield* PortAreaSource

      const partsOf = Effect.fnUntraced(function* (id: string) {
        const operatorZones = (yield* zones.list(Option.none())).filter((zone) => isPartOf(id, zone))
        if (operatorZones.length > 0) return operatorZones
        return (yield* areas).curated.flatMap(({ zone }) => (isPartOf(id, zone) ? [zone] : []))
      })

      /** The present and the past days of a port with positions show whether no vessel waits, or none was received. */
      const isCovered = Effect.fnUntraced(function* (port: Unlocode, asOf: Instant) {
        const { coverage } = yield* log.changes(port, 0, asOf)
        if (!Option.exists(coverage.lastReceivedAt, (at) => at >= asOf - MAX_PORT_SILENT_HOURS * HOUR_MILLIS))
          return false
        const day = Math.floor(asOf / DAY_MILLIS)
        return coverage.days.some((covered) => covered === day || covered === day - 1)
      })

      const asOf = Effect.fn("AnchorageCongestion.asOf")(function* (id: string, at: Instant) {
        const parts = yield* partsOf(id)
        const [first] = parts
        if (first === undefined) return Option.none()
        const ids = new Set<string>([id, ...parts.map((zone) => zone.id)])
        const ports = [...new Set(parts.flatMap((zone) => zone.ports))]
        const isHere = ({ stays }: PortCall) => {
          const stay = stays[stays.length - 1]
          return stay !== undefined && Option.isNone(stay.to) && Option.exists(stay.zone, (zone) => ids.has(zone))
        }
        const calls = yield* Effect.forEach(ports, (port) => log.calls(port, at, at))
        const here = distinctVessels(
          calls
            .flatMap((ofPort) => knownCalls(removeSuperseded(ofPort), at))
            .filter(({ assignment }) => assignment !== "withdrawn")
            .flatMap((call) => Option.toArray(callAsOf(call, at)))
            .filter((call) => call.vessel.commercial && isHere(call) && !isAgedOut(call, at))
        )
        const covered = here.length > 0 || (yield* Effect.forEach(ports, (port) => isCovered(port, at))).includes(true)
        const assigned = here.filter(({ assignment }) => assignment !== "shared")
        const figures: AnchorageFigures = {
          anchorageId: id,
          name: zoneTitle(first),
          portCodes: ports,
          source: first.source === "default" ? "curated" : first.source,
          asOf: DateTime.makeUnsafe(at),
          waiting: covered ? Option.some(waitingByClass(here, at)) : Option.none(),
          byPort: ports.map((portCode) => ({
            portCode,
            vessels: assigned.filter(({ port }) => port === portCode).length
          }))
        }
        return Option.some(figures)
      })
      return AnchorageCongestion.of({ asOf })
    })
  )
}
