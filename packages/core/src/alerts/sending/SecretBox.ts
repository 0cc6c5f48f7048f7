import { Context, type Effect, type Redacted, Schema } from "effect"

/** A sealed text that cannot be opened. `message` states the reason and contains no part of the text. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  reason: Schema.Literals(["malformed", "unknown_key", "damaged"]),
  message: Schema.String
}) {}

/** Encrypts secrets, so that the database alone does not reveal them. */
export class SecretBox extends Context.Service<
  SecretBox,
  {
    /** Encrypts a text. Sealing the same text again gives a different result. */
    readonly seal: (text: Redacted.Redacted<string>) => Effect.Effect<string>
    /** Decrypts the result of `seal`, with the current key or a previous one. */
    readonly open: (sealed: string) => Effect.Effect<Redacted.Redacted<string>, SecretUnreadable>
  }
>()("@landfall/core/alerts/sending/SecretBox") {}
