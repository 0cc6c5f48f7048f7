import { Context, type Effect } from "effect"
import type { Port, PortUnknown } from "./Port.ts"
import type { Unlocode } from "./Unlocode.ts"

/** The ports that are known, by code and by name. */
export class Gazetteer extends Context.Service<
  Gazetteer,
  {
    /** The port of a code, or of a code that another has taken the place of. */
    readonly get: (code: Unlocode) => Effect.Effect<Port, PortUnknown>
    /** Ports whose code, name or country begins with or holds the words of `text`, best first; `limit` from 1 to 100. */
    readonly search: (text: string, limit: number) => Effect.Effect<ReadonlyArray<Port>>
    /** Up to three codes that a wrong code was probably meant to be, likeliest first. */
    readonly nearest: (code: string) => Effect.Effect<ReadonlyArray<Unlocode>>
    /** Every port, in no order. */
    readonly all: Effect.Effect<ReadonlyArray<Port>>
  }
>()("@landfall/core/geo/Gazetteer") {}
