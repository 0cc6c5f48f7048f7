import { EntityTags } from "@landfall/api/conventions/EntityTags"
import { Effect, Layer } from "effect"
import { makeTagging, respondConditionally } from "./ConditionalResponses.ts"

/** Tags the responses of operations. Only the caller may store them: the response to another key may differ. */
export const entityTagsLayer = Layer.effect(
  EntityTags,
  Effect.map(makeTagging, (tag) =>
    EntityTags.of((handler) =>
      Effect.flatMap(handler, (response) => Effect.flatMap(tag(response, "private"), respondConditionally))
    )
  )
)
