import { Schema } from "effect"

/** The name of a cell, a complete database of accounts: a lower-case letter, then at most 31 lower-case letters, digits and hyphens. */
export const CellName = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^[a-z][a-z0-9-]{0,31}$/, {
      message: "must be a lower-case letter, then at most 31 lower-case letters, digits and hyphens"
    })
  ),
  Schema.brand("CellName")
)
export type CellName = typeof CellName.Type
