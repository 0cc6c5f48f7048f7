import { Context, type Effect, type Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { PortCall, PortCallChange } from "../detection/PortCall.ts"
import type { PortCoverage } from "../detection/PortCoverage.ts"

/** What changed at a port since somebody looked. */
export interface PortChanges {
  /** Grows with every change to the port's calls or days; 0 while there is neither. */
  readonly revision: number
  /** Oldest first. */
  readonly calls: ReadonlyArray<PortCall>
  readonly coverage: PortCoverage
}

/** A port's ledger as it was at a revision, in the text of `PortLedgerCodec`. */
export interface StoredLedger {
  readonly revision: number
  readonly text: string
}

/** Every port call that is known, and on which days each port was heard. What all figures are computed from. */
export class PortCallLog extends Context.Service<
  PortCallLog,
  {
    /**
     * Puts each call in, over what stood under its id: putting the same again changes nothing. One transaction; answers
     * what changed, in the order given.
     */
    readonly put: (calls: ReadonlyArray<PortCall>) => Effect.Effect<ReadonlyArray<PortCallChange>, StorageError>
    /** Adds days on which ports were heard, and moves on when each was heard last. */
    readonly addCoverage: (coverage: ReadonlyArray<PortCoverage>) => Effect.Effect<void, StorageError>
    /** The calls of a port that were under way at any time from `from` to `to`, oldest first. */
    readonly calls: (port: Unlocode, from: Instant, to: Instant) => Effect.Effect<ReadonlyArray<PortCall>, StorageError>
    /**
     * What changed at a port after the revision `since`, 0 for everything: the calls that were under way at `from` or
     * later, as they are now, and the days that were added.
     */
    readonly changes: (port: Unlocode, since: number, from: Instant) => Effect.Effect<PortChanges, StorageError>
    /** Keeps a port's ledger, over an older one; one of a newer revision stays. */
    readonly saveLedger: (port: Unlocode, ledger: StoredLedger) => Effect.Effect<void, StorageError>
    readonly findLedger: (port: Unlocode) => Effect.Effect<Option.Option<StoredLedger>, StorageError>
    /**
     * Up to `limit` ports whose kept ledger is so many revisions behind, or that have none. `behind` is 1 or more.
     */
    readonly portsWithStaleLedger: (
      behind: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Unlocode>, StorageError>
    /** The ports that there are calls or days of, by code. */
    readonly ports: Effect.Effect<ReadonlyArray<Unlocode>, StorageError>
  }
>()("@landfall/core/congestion/figures/PortCallLog") {}
