import { Schema } from "effect"

/**
 * A failed operation of a store. It never reaches the wire: the server responds to `unavailable` that the storage is
 * unavailable, and to `fault` with an internal error; the cause is logged.
 */
export class StorageError extends Schema.TaggedError<StorageError>()("StorageError", {
  /** The port and method that failed, such as `EndpointStore.create`. */
  operation: Schema.String,
  reason: Schema.Literals(["unavailable", "fault"]),
  cause: Schema.Defect()
}) {}
