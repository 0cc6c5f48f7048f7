import { Context, type Effect, Schema } from "effect"

/** A URL that deliveries must not be sent to; `message` is one sentence with the reason. */
export class TargetRejected extends Schema.TaggedError<TargetRejected>()("TargetRejected", {
  url: Schema.String,
  message: Schema.String,
  /** The target was allowed before the egress mode of the installation became narrower: its deliveries wait. */
  allowedBefore: Schema.optionalKey(Schema.Boolean)
}) {}

/** Protects the networks behind the server from deliveries. The same rules apply when a delivery is sent. */
export class EgressGuard extends Context.Service<
  EgressGuard,
  {
    /**
     * Accepts a URL whose host is public by name and by every address it resolves to. A name that cannot be resolved now
     * is accepted: it may exist later, and every connection is checked again.
     */
    readonly check: (url: string) => Effect.Effect<void, TargetRejected>
  }
>()("@landfall/core/alerts/sending/EgressGuard") {}
