import { Context, Effect } from "effect"
import type { Position } from "./Position.ts"

/** What is known of a place beyond what its carrier reports. */
export interface PlaceDetails {
  readonly name?: string
  /** The IANA name of its time zone, such as `Europe/Amsterdam`. */
  readonly timeZone?: string
  readonly position?: Position
}

/** Finds a place by its UN/LOCODE; empty details where nothing is known of it. */
export type FindPlace = (unlocode: string) => PlaceDetails

/** Knows no place. */
export const findNoPlace: FindPlace = () => ({})

/** Provides what is known of places to the alerts about them. By default nothing is. */
export const PlaceDirectory = Context.Reference<Effect.Effect<FindPlace>>("@landfall/core/geo/PlaceDirectory", {
  defaultValue: () => Effect.succeed(findNoPlace)
})
