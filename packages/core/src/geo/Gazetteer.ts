import { Context, type Effect } from "effect"
import type { Port, PortNotFound, PortSearchResult } from "./Port.ts"
import type { Unlocode } from "./Unlocode.ts"

/** The ports that are known, by code and by name. */
export class Gazetteer extends Context.Service<
  Gazetteer,
  {
    /** The port of a code, or of a code that another has taken the place of. */
    readonly get: (code: Unlocode) => Effect.Effect<Port, PortNotFound>
    /**
     * Ports whose code or name begins with or holds the words of `text`, best first, at most `limit` (1 or more). Marks
     * and capital letters count for nothing; a code that another has taken the place of finds that; blank text finds
     * every port, by code.
     */
    readonly search: (text: string, limit: number) => Effect.Effect<ReadonlyArray<PortSearchResult>>
    /** Up to three codes that a wrong code was probably meant to be, likeliest first. */
    readonly suggestCodes: (code: string) => Effect.Effect<ReadonlyArray<Unlocode>>
    /** Every port, in no order. */
    readonly all: Effect.Effect<ReadonlyArray<Port>>
  }
>()("@landfall/core/geo/Gazetteer") {}
