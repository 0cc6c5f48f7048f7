import { Schema } from "effect"

/**
 * What broke underneath a store. It never reaches the wire: `unavailable` becomes "storage away, try again", `fault` an
 * internal error; the cause goes to the log.
 */
export class StorageError extends Schema.TaggedError<StorageError>()("StorageError", {
  /** The port and method that failed, such as `EndpointStore.create`. */
  operation: Schema.String,
  reason: Schema.Literals(["unavailable", "fault"]),
  cause: Schema.Defect()
}) {}
