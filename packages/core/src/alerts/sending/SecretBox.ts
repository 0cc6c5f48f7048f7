import { Context, type Effect, type Redacted, Schema } from "effect"

/** A sealed text that this box cannot open. `message` says why without showing anything of it. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  reason: Schema.Literals(["malformed", "unknown_key", "damaged"]),
  message: Schema.String
}) {}

/** Keeps secrets unreadable to whoever sees the database alone. */
export class SecretBox extends Context.Service<
  SecretBox,
  {
    /** Encrypts a text. The same text is never sealed twice alike. */
    readonly seal: (text: Redacted.Redacted<string>) => Effect.Effect<string>
    /** Opens what `seal` made, under the current key or one that was current before. */
    readonly open: (sealed: string) => Effect.Effect<Redacted.Redacted<string>, SecretUnreadable>
  }
>()("@landfall/core/alerts/sending/SecretBox") {}
