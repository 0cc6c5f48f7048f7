import { Context, type Effect, Option } from "effect"
import type { StorageError } from "../../faults/StorageError.ts"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { VesselIdentity } from "../../vessels/VesselIdentity.ts"
import type { PortCall, PortCallChange } from "../detection/PortCall.ts"
import type { PortCoverage } from "../detection/PortCoverage.ts"

/** The changes of a port since a revision. */
export interface PortChanges {
  /** The revision of the port: it grows with every change to its calls or covered days; 0 without either. */
  readonly revision: number
  /** Oldest first. */
  readonly calls: ReadonlyArray<PortCall>
  readonly coverage: PortCoverage
}

/** The stored ledger of a port at a revision, in the text form of `PortLedgerCodec`. */
export interface StoredLedger {
  readonly revision: number
  readonly text: string
}

/** Tests whether a ledger replaces the stored one: it must not be of an earlier revision. */
export const replacesLedger = (stored: Option.Option<{ readonly revision: number }>, ledger: StoredLedger): boolean =>
  !Option.exists(stored, ({ revision }) => revision > ledger.revision)

/** A port with its revision, and the revision of its stored ledger; none without one. */
export interface LedgerRevisions {
  readonly port: Unlocode
  readonly revision: number
  readonly ledgerRevision: Option.Option<number>
}

/** Tests whether the ledger of a port is missing or at least `behind` revisions old. */
export const isLedgerStale = ({ revision, ledgerRevision }: LedgerRevisions, behind: number): boolean =>
  !Option.exists(ledgerRevision, (stored) => revision - stored < behind)

/** Stores every port call and the coverage of every port: the data from which all figures are computed. */
export class PortCallLog extends Context.Service<
  PortCallLog,
  {
    /**
     * Stores calls in one transaction, each replacing the one with the same id; an identical call changes nothing.
     * Returns the changes in the given order (`portCallChanges`).
     */
    readonly put: (calls: ReadonlyArray<PortCall>) => Effect.Effect<ReadonlyArray<PortCallChange>, StorageError>
    /** Adds covered days of ports, and advances the time of the last position of each. */
    readonly addCoverage: (coverage: ReadonlyArray<PortCoverage>) => Effect.Effect<void, StorageError>
    /** Returns the calls of a port that were open at any time from `from` to `to`, oldest first. */
    readonly calls: (port: Unlocode, from: Instant, to: Instant) => Effect.Effect<ReadonlyArray<PortCall>, StorageError>
    /** Returns the newest calls of a vessel, at most `limit`, newest first. `limit` is 1 or more. */
    readonly latestOfVessel: (
      vessel: VesselIdentity,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PortCall>, StorageError>
    /** Returns the newest calls at a port, at most `limit`, newest first. `limit` is 1 or more. */
    readonly latestAt: (port: Unlocode, limit: number) => Effect.Effect<ReadonlyArray<PortCall>, StorageError>
    /**
     * Returns the changes of a port after the revision `since`, 0 for everything: the present form of the calls that
     * were open at `from` or later, and the added days.
     */
    readonly changes: (port: Unlocode, since: number, from: Instant) => Effect.Effect<PortChanges, StorageError>
    /** Stores the ledger of a port, unless the stored one has a later revision (`replacesLedger`). */
    readonly saveLedger: (port: Unlocode, ledger: StoredLedger) => Effect.Effect<void, StorageError>
    /** Returns the stored ledger of a port. */
    readonly findLedger: (port: Unlocode) => Effect.Effect<Option.Option<StoredLedger>, StorageError>
    /**
     * Returns up to `limit` ports, in order of code, whose stored ledger is at least `behind` revisions old or missing
     * (`isLedgerStale`). `behind` is 1 or more.
     */
    readonly portsWithStaleLedger: (
      behind: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Unlocode>, StorageError>
    /** The ports with calls or covered days, in order of code. */
    readonly ports: Effect.Effect<ReadonlyArray<Unlocode>, StorageError>
  }
>()("@landfall/core/congestion/ledger/PortCallLog") {}
