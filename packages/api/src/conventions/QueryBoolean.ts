import { Schema } from "effect"

/** A truth value as a query parameter writes it. */
export const QueryBoolean = Schema.Literals(["true", "false"]).transform([true, false])
