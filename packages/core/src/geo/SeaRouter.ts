import { Context, type Effect, Schema } from "effect"
import { NauticalMiles } from "./Distance.ts"
import { Passage } from "./Passage.ts"
import type { PortNotFound } from "./Port.ts"
import { Unlocode } from "./Unlocode.ts"

/** What decides whether a ship fits a passage, in metres; what is not known is left out and shuts nothing. */
export interface VesselSize {
  readonly lengthM?: number | undefined
  readonly beamM?: number | undefined
  readonly draughtM?: number | undefined
}

/** As many passages can be required of one way: each more multiplies the orders in which they could follow. */
export const MAX_REQUIRED_PASSAGES = 4

/** A voyage to find a way for. */
export interface RouteOptions {
  readonly from: Unlocode
  readonly to: Unlocode
  /** Passages that the way must not use. */
  readonly avoid?: ReadonlyArray<Passage> | undefined
  /** Passages that the way must use, in any order; at most `MAX_REQUIRED_PASSAGES`. */
  readonly require?: ReadonlyArray<Passage> | undefined
  readonly vessel?: VesselSize | undefined
}

/** A part of a route. It ends at a port, or at the far end of the passage that it is named for. */
export const SeaLeg = Schema.Struct({ from: Schema.String, to: Schema.String, lengthNm: NauticalMiles })
export type SeaLeg = typeof SeaLeg.Type

/** Longitude and latitude, in the order of GeoJSON (RFC 7946). */
const GeoPosition = Schema.Tuple([Schema.Finite, Schema.Finite])

/** The line of a route as GeoJSON; one that crosses the antimeridian is cut there into several (RFC 7946, 3.1.9). */
export const RouteGeometry = Schema.Union([
  Schema.Struct({ type: Schema.Literal("LineString"), coordinates: Schema.Array(GeoPosition) }),
  Schema.Struct({ type: Schema.Literal("MultiLineString"), coordinates: Schema.Array(Schema.Array(GeoPosition)) })
])
export type RouteGeometry = typeof RouteGeometry.Type

/** A way over sea: its length from berth to berth, the passages in the order of use, its legs and its line. */
export const SeaRoute = Schema.Struct({
  lengthNm: NauticalMiles,
  passages: Schema.Array(Passage),
  legs: Schema.Array(SeaLeg),
  geometry: RouteGeometry
})
export type SeaRoute = typeof SeaRoute.Type

/** No way over sea fits the wish; `reason` is a sentence that says what stands against it. */
export class RouteImpossible extends Schema.TaggedError<RouteImpossible>()("RouteImpossible", {
  from: Unlocode,
  to: Unlocode,
  reason: Schema.String
}) {
  override get message(): string {
    return `no sea route from ${this.from} to ${this.to}: ${this.reason}`
  }
}

/** The ways that ships take over sea. */
export class SeaRouter extends Context.Service<
  SeaRouter,
  {
    /** The shortest way over sea that ships take between two ports. The same port twice has no length. */
    readonly route: (wish: RouteOptions) => Effect.Effect<SeaRoute, PortNotFound | RouteImpossible>
  }
>()("@landfall/core/geo/SeaRouter") {}
