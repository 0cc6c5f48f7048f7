import { Context, type Effect, Schema } from "effect"

/** A URL that deliveries must not be sent to; `message` is one sentence that says why. */
export class TargetRefused extends Schema.TaggedError<TargetRefused>()("TargetRefused", {
  url: Schema.String,
  message: Schema.String
}) {}

/** Keeps deliveries away from the networks behind the server. The same rules hold when a delivery is sent. */
export class EgressGuard extends Context.Service<
  EgressGuard,
  {
    /**
     * Passes a URL whose host is public by name and by every address it resolves to. A name that cannot be resolved
     * now passes: it may exist tomorrow, and every connection is checked again.
     */
    readonly check: (url: string) => Effect.Effect<void, TargetRefused>
  }
>()("@landfall/core/alerts/sending/EgressGuard") {}
