import { HttpApiMiddleware } from "effect/http-api"

/** Gives responses an `ETag`, and responds 304 without a body to a request whose `If-None-Match` names it. */
export class EntityTags extends HttpApiMiddleware.Service<EntityTags>()("@landfall/api/EntityTags") {}

/** Describes the entity tags of an operation. */
export const ENTITY_TAG_NOTE =
  "The response has an `ETag`; with `If-None-Match`, an unchanged response is 304 without a body."
