import { Context, type Effect } from "effect"
import type { Port, PortNotFound, PortSearchResult } from "./Port.ts"
import type { Unlocode } from "./Unlocode.ts"

/** Looks up ports by UN/LOCODE and by name. */
export class Gazetteer extends Context.Service<
  Gazetteer,
  {
    /** Returns the port with this code or alias. A retired code returns the port of the code that replaced it. */
    readonly get: (code: Unlocode) => Effect.Effect<Port, PortNotFound>
    /**
     * Returns ports whose code or name starts with or contains the words of `text`, best match first, at most `limit`
     * (1 or more). Diacritics and letter case are ignored; a retired code matches the port of the code that replaced
     * it; blank text matches every port, in order of code.
     */
    readonly search: (text: string, limit: number) => Effect.Effect<ReadonlyArray<PortSearchResult>>
    /** Returns up to three existing codes that resemble an unknown code, most similar first. */
    readonly suggestCodes: (code: string) => Effect.Effect<ReadonlyArray<Unlocode>>
    /** Every port, in no particular order. */
    readonly all: Effect.Effect<ReadonlyArray<Port>>
    /** The codes that stand for the port of another code. */
    readonly aliases: Effect.Effect<ReadonlyMap<string, string>>
  }
>()("@landfall/core/geo/Gazetteer") {}
