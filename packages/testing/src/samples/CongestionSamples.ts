import { type PortCall, PortCallId } from "@landfall/core/congestion/detection/PortCall"
import { computeCongestion } from "@landfall/core/congestion/figures/ComputeCongestion"
import type { CongestionAggregate } from "@landfall/core/congestion/figures/CongestionAggregate"
import { ledgerAsOf } from "@landfall/core/congestion/ledger/PortLedger"
import { type Zone, ZoneId } from "@landfall/core/congestion/zones/Zone"
import { Kilometres } from "@landfall/core/geo/Distance"
import { Latitude, Longitude } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Option } from "effect"
import { SAMPLE_TIME } from "./Samples.ts"

/** The instant `hours` after `SAMPLE_TIME`; before it when negative. */
export const sampleHour = (hours: number): Instant =>
  Instant.make(SAMPLE_TIME.epochMilliseconds + Math.round(hours * HOUR_MILLIS))

/** Overrides for a sample port call. Hours count from `SAMPLE_TIME`. */
export interface PortCallOptions {
  readonly port?: string
  /** The start and the end of the call; null while the vessel is in port. */
  readonly hours?: readonly [from: number, to: number | null]
  readonly kind?: PortCall["stays"][number]["kind"]
  readonly type?: "cargo" | "tanker" | "roro"
  readonly typeSource?: PortCall["vessel"]["typeSource"]
  readonly commercial?: boolean
  /** When the last position report was received; by default the end of the call, or `SAMPLE_TIME`. */
  readonly lastSeenHour?: number
  readonly silences?: ReadonlyArray<readonly [from: number, to: number]>
  readonly source?: PortCall["source"]
}

/** The port call of vessel `n`, stationary throughout; by default a registered cargo vessel at berth. */
export const samplePortCall = (n: number, options: PortCallOptions = {}): PortCall => {
  const { port = "NLRTM", hours = [-10, null], kind = "berth", type = "cargo" } = options
  const [from, to] = hours
  const startedAt = sampleHour(from)
  const endedAt = Option.map(Option.fromNullOr(to), sampleHour)
  const mmsi = MmsiInteger.make(200_000_000 + n)
  return {
    id: PortCallId.make(`${mmsi}-${startedAt / 1000}`),
    port: Unlocode.make(port),
    startedAt,
    endedAt,
    ending: Option.map(endedAt, () => "left"),
    stays: [
      { kind, evidence: "zone", zone: Option.none(), from: startedAt, to: endedAt, latitude: 51.95, longitude: 4.05 }
    ],
    silences: (options.silences ?? []).map(([start, end]) => ({ from: sampleHour(start), to: sampleHour(end) })),
    lastReceivedAt: sampleHour(options.lastSeenHour ?? to ?? 0),
    vessel: {
      mmsi: Option.some(mmsi),
      imo: Option.none(),
      name: Option.some(`VESSEL ${n}`),
      shipType: Option.none(),
      commercial: options.commercial ?? true,
      type: Option.some(type),
      typeSource: options.typeSource ?? "registry"
    },
    source: options.source ?? "ais"
  }
}

/**
 * The figures of NLRTM `hours` after `SAMPLE_TIME` with `vessels` cargo vessels at its ten berths. A port that is not
 * `covered` received its last position report five days before and has no figures.
 */
export const sampleAggregate = (vessels: number, hours: number, covered = true): CongestionAggregate => {
  const asOf = sampleHour(hours)
  const lastReceivedAt = Option.some(covered ? asOf : Instant.make(asOf - 5 * DAY_MILLIS))
  const calls = Array.from({ length: vessels }, (_, n) =>
    samplePortCall(n, { hours: [hours - 1, null], lastSeenHour: hours })
  )
  const coverage = { port: Unlocode.make("NLRTM"), days: [Math.floor(asOf / DAY_MILLIS)], lastReceivedAt }
  return computeCongestion(ledgerAsOf(coverage, calls, asOf).inputsAt(asOf), {
    berths: { cargo: 10, commercialVessels: 10 },
    hasBerthZones: true,
    area: { source: "operator", complex: null, confidence: "high" },
    anchorages: []
  })
}

/** A circular berth zone with this number. */
export const sampleZone = (n: number, changes: Partial<Zone> = {}): Zone => ({
  id: ZoneId.make(`zone-${String(n).padStart(4, "0")}`),
  kind: "BERTH",
  name: Option.some(`Quay ${n}`),
  ports: [Unlocode.make("NLRTM")],
  shape: {
    _tag: "Circle",
    centre: { latitude: Latitude.make(51.95), longitude: Longitude.make(4.05) },
    radius: Kilometres.make(0.2)
  },
  source: "operator",
  status: "accepted",
  vesselType: Option.none(),
  ...changes
})
