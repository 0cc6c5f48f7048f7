import { Schema } from "effect"

/** `ep_` and a ULID. */
export const EndpointId = Schema.String.pipe(Schema.check(Schema.isStartingWith("ep_")), Schema.brand("EndpointId"))
export type EndpointId = typeof EndpointId.Type

/** No endpoint of this account has this id. */
export class EndpointNotFound extends Schema.TaggedError<EndpointNotFound>()("EndpointNotFound", {
  id: Schema.String
}) {}
