import { Context } from "effect"

/**
 * Whether the database had no room for rows of this process. A probe that only replaces its own row succeeds then, because
 * Postgres reuses the space of the row before. By default none is observed: SQLite reports it to the probe itself.
 */
export class WriteShortage extends Context.Reference<{
  /** Whether a statement failed for lack of room since the last `clear`. */
  readonly isObserved: () => boolean
  /** Rows were stored again that needed room. */
  readonly clear: () => void
}>("@landfall/storage/health/WriteShortage", {
  defaultValue: () => ({ isObserved: () => false, clear: () => undefined })
}) {}

/** Observes the failures of statements. */
export const makeWriteShortage = () => {
  let observed = false
  return {
    observe: (): void => {
      observed = true
    },
    isObserved: (): boolean => observed,
    clear: (): void => {
      observed = false
    }
  }
}
