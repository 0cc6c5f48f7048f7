import { Arbitrary, Option, Schema } from "effect"
import { type PortCall, PortCallId, StayKind } from "../../src/congestion/detection/PortCall.ts"
import type { PortCoverage } from "../../src/congestion/detection/PortCoverage.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../src/time/Durations.ts"
import { Instant } from "../../src/time/Instant.ts"
import { MmsiInteger } from "../../src/vessels/Mmsi.ts"
import { VesselType } from "../../src/vessels/VesselType.ts"

export const PORT = Unlocode.make("NLRTM")

/** The present of the tests: the start of a day. */
export const NOW = Instant.make(Date.parse("2027-02-05T00:00:00Z"))

/** The instant this many hours after `NOW`. */
export const hour = (hours: number): Instant => Instant.make(NOW + Math.round(hours * HOUR_MILLIS))

export interface CallChanges {
  readonly vessel?: number
  readonly kind?: StayKind
  readonly type?: VesselType
  readonly typeSource?: PortCall["vessel"]["typeSource"]
  readonly commercial?: boolean
  readonly lastReceived?: number
  readonly silences?: ReadonlyArray<readonly [from: number, to: number]>
  readonly source?: PortCall["source"]
}

/** A call in hours from `NOW`, by default at berth throughout; open when `to` is null. */
export const call = (from: number, to: number | null, changes: CallChanges = {}): PortCall => {
  const { vessel = Math.abs(Math.round(from * 10)), kind = "berth", type = "cargo", typeSource = "registry" } = changes
  const endedAt = Option.map(Option.fromNullOr(to), hour)
  return {
    id: PortCallId.make(`${vessel}-${from}`),
    port: PORT,
    startedAt: hour(from),
    endedAt,
    ending: Option.map(endedAt, () => "left"),
    stays: [{ kind, evidence: "zone", zone: Option.none(), from: hour(from), to: endedAt, latitude: 0, longitude: 0 }],
    silences: (changes.silences ?? []).map(([start, end]) => ({ from: hour(start), to: hour(end) })),
    lastReceivedAt: hour(changes.lastReceived ?? to ?? 0),
    vessel: {
      mmsi: Option.some(MmsiInteger.make(244_000_000 + vessel)),
      imo: Option.none(),
      name: Option.none(),
      shipType: Option.none(),
      commercial: changes.commercial ?? true,
      type: Option.some(type),
      typeSource
    },
    source: changes.source ?? "ais"
  }
}

/** Coverage of the last days, today included, with the last position at `lastReceived` hours from `NOW`. */
export const covered = (days: number, lastReceived = 0): PortCoverage => ({
  port: PORT,
  days: Array.from({ length: days }, (_, n) => NOW / DAY_MILLIS - n),
  lastReceivedAt: Option.some(hour(lastReceived))
})

const whole = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** Calls of the 60 days before `NOW`: completed and open, of every stay kind, with and without a silence. */
export const calls: Arbitrary.Arbitrary<ReadonlyArray<PortCall>> = Arbitrary.array(
  Arbitrary.all([
    whole(-1440, -1),
    whole(1, 400),
    Arbitrary.schema(StayKind),
    Arbitrary.schema(VesselType),
    whole(0, 150),
    Arbitrary.schema(Schema.Boolean)
  ]),
  { minLength: 1, maxLength: 25 }
).pipe(
  Arbitrary.map((drawn) =>
    drawn.map(([from, length, kind, type, silence, commercial], vessel) => {
      const to = from + length
      const silent = silence > 30 && silence + 2 < length
      return call(from, to > 0 ? null : to, {
        vessel,
        kind,
        type,
        commercial,
        lastReceived: Math.min(0, to),
        silences: silent ? [[from + 1, Math.min(-0.5, from + 1 + silence)]] : []
      })
    })
  )
)
