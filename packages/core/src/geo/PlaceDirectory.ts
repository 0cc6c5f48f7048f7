import { Context, Effect } from "effect"
import type { Position } from "./Position.ts"

/** The details of a place that its carrier does not report. */
export interface PlaceDetails {
  readonly name?: string
  /** The IANA name of its time zone, such as `Europe/Amsterdam`. */
  readonly timeZone?: string
  readonly position?: Position
}

/** Finds a place by its UN/LOCODE; empty details where it is unknown. */
export type FindPlace = (unlocode: string) => PlaceDetails

/** Knows no place. */
export const findNoPlace: FindPlace = () => ({})

/** Provides the details of places to the alerts about them; none by default. */
export const PlaceDirectory = Context.Reference<Effect.Effect<FindPlace>>("@landfall/core/geo/PlaceDirectory", {
  defaultValue: () => Effect.succeed(findNoPlace)
})
