import { Context, type Effect, Schema } from "effect"
import { NauticalMiles } from "./Distance.ts"
import { Passage } from "./Passage.ts"
import type { PortNotFound } from "./Port.ts"
import { Unlocode } from "./Unlocode.ts"

/** The dimensions that decide whether a vessel fits a passage, in metres. An unknown dimension closes no passage. */
export interface VesselSize {
  readonly lengthM?: number | undefined
  readonly beamM?: number | undefined
  readonly draughtM?: number | undefined
}

/** The maximum number of passages that one route can require: each further passage multiplies the orders to try. */
export const MAX_REQUIRED_PASSAGES = 4

/** The ends and constraints of a route. */
export interface RouteOptions {
  readonly from: Unlocode
  readonly to: Unlocode
  /** Passages that the route must not use. */
  readonly avoid?: ReadonlyArray<Passage> | undefined
  /** Passages that the route must use, in any order; at most `MAX_REQUIRED_PASSAGES`. */
  readonly require?: ReadonlyArray<Passage> | undefined
  readonly vessel?: VesselSize | undefined
}

/** A part of a route. It ends at a port, or at the far end of the passage named in `to`. */
export const SeaRouteLeg = Schema.Struct({ from: Schema.String, to: Schema.String, lengthNm: NauticalMiles })
export type SeaRouteLeg = typeof SeaRouteLeg.Type

/** Longitude and latitude, in the order of GeoJSON (RFC 7946). */
const GeoPosition = Schema.Tuple([Schema.Finite, Schema.Finite])

/**
 * The line of a route as GeoJSON. A line across the antimeridian is cut there into several (RFC 7946, section 3.1.9).
 */
export const RouteGeometry = Schema.Union([
  Schema.Struct({ type: Schema.Literal("LineString"), coordinates: Schema.Array(GeoPosition) }),
  Schema.Struct({ type: Schema.Literal("MultiLineString"), coordinates: Schema.Array(Schema.Array(GeoPosition)) })
])
export type RouteGeometry = typeof RouteGeometry.Type

/** A sea route: its length from berth to berth, its passages in order of use, its legs and its line. */
export const SeaRoute = Schema.Struct({
  lengthNm: NauticalMiles,
  passages: Schema.Array(Passage),
  legs: Schema.Array(SeaRouteLeg),
  /**
   * The length by which routes are compared: a mile near a coast counts as up to 1.7, and narrow channels have a penalty.
   * Of the routes that satisfy the options, the one with the least compared length is returned, even if another is
   * shorter.
   */
  comparedNm: NauticalMiles,
  geometry: RouteGeometry
})
export type SeaRoute = typeof SeaRoute.Type

/** No sea route satisfies the options; `reason` is a sentence that names the constraint that rules it out. */
export class RouteImpossible extends Schema.TaggedError<RouteImpossible>()("RouteImpossible", {
  from: Unlocode,
  to: Unlocode,
  reason: Schema.String
}) {
  override get message(): string {
    return `no sea route from ${this.from} to ${this.to}: ${this.reason}`
  }
}

/** Computes sea routes between ports. */
export class SeaRouter extends Context.Service<
  SeaRouter,
  {
    /** Returns the shortest navigable route between two ports. A route from a port to itself has length 0. */
    readonly route: (options: RouteOptions) => Effect.Effect<SeaRoute, PortNotFound | RouteImpossible>
  }
>()("@landfall/core/geo/SeaRouter") {}
