import { Schema } from "effect"

/** The database cannot be opened or migrated. `message` is one line for the operator: the fault and the fix. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  message: Schema.String
}) {}
