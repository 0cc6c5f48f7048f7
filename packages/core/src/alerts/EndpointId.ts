import { Schema } from "effect"

/** `ep_` and a ULID. */
export const EndpointId = Schema.String.pipe(Schema.check(Schema.isStartingWith("ep_")), Schema.brand("EndpointId"))
export type EndpointId = typeof EndpointId.Type
