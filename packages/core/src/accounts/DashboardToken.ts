import { Context, type DateTime, Effect, type Option, Schema } from "effect"
import type { StorageError } from "../faults/StorageError.ts"
import type { LimitExceeded } from "../limits/Limits.ts"
import { ApiKeyHash, ApiKeyId } from "./ApiKey.ts"

/** SHA-256 of a token in lower-case hexadecimal, the only stored form. */
export const DashboardTokenHash = ApiKeyHash
export type DashboardTokenHash = ApiKeyHash

/**
 * `link`: the single-use token of a sign-in link. `session`: the token of a person who has signed in. `portal`: the token by
 * which a page of a customer reads one application. `portal-editor`: one by which it also changes the endpoints of that
 * application and sends to them again.
 */
export const DashboardTokenKind = Schema.Literals(["link", "session", "portal", "portal-editor"])
export type DashboardTokenKind = typeof DashboardTokenKind.Type

/** The kinds of the tokens that are limited to an application. */
export type PortalTokenKind = Extract<DashboardTokenKind, `portal${string}`>

/** Whether a token is limited to an application. */
export const isPortalKind = (kind: DashboardTokenKind): kind is PortalTokenKind =>
  kind === "portal" || kind === "portal-editor"

/** A token of the dashboard. It acts for the API key that it was made with, and ends with it. */
export class DashboardToken extends Schema.Class<DashboardToken>("@landfall/core/accounts/DashboardToken")({
  hash: DashboardTokenHash,
  kind: DashboardTokenKind,
  keyId: ApiKeyId,
  /** The id of the application that a portal token is limited to; none for the other kinds. */
  applicationId: Schema.Option(Schema.String).pipe(Schema.withConstructorDefault(Effect.succeedNone)),
  createdAt: Schema.DateTimeUtc,
  /** The first instant at which the token is no longer valid. */
  expiresAt: Schema.DateTimeUtc,
  /** When the link was used. */
  usedAt: Schema.Option(Schema.DateTimeUtc)
}) {}

/** The fault of a link that opens no session. */
export type LinkFault = "unknown" | "expired" | "used"

/** The fault of a link at an instant; undefined when it can be used. A used link is reported as such also once it has expired. */
export const linkFaultOf = (token: Option.Option<DashboardToken>, now: DateTime.Utc): LinkFault | undefined => {
  if (token._tag === "None" || token.value.kind !== "link") return "unknown"
  const { usedAt, expiresAt } = token.value
  if (usedAt._tag === "Some") return "used"
  return expiresAt.epochMilliseconds <= now.epochMilliseconds ? "expired" : undefined
}

/** Stores the tokens of the dashboard by their hash. A store never receives the token itself. */
export class DashboardTokenStore extends Context.Service<
  DashboardTokenStore,
  {
    /**
     * Adds a token, and deletes every token that expired before `expiredBefore` (milliseconds since the epoch). Fails when
     * as many tokens of the account are stored as `account.tokens` allows.
     */
    readonly add: (token: DashboardToken, expiredBefore: number) => Effect.Effect<void, LimitExceeded | StorageError>
    /** The token with this hash, in any state; none when it is unknown. */
    readonly find: (hash: DashboardTokenHash) => Effect.Effect<Option.Option<DashboardToken>, StorageError>
    /**
     * Uses a link at `at` (milliseconds since the epoch) and adds the session that it opens, both or neither. Returns false,
     * and changes nothing, where `linkFaultOf` finds a fault: of concurrent calls, one returns true.
     */
    readonly redeem: (
      link: DashboardTokenHash,
      session: DashboardToken,
      at: number
    ) => Effect.Effect<boolean, StorageError>
    /** Deletes a token; an unknown one is ignored. */
    readonly remove: (hash: DashboardTokenHash) => Effect.Effect<void, StorageError>
  }
>()("@landfall/core/accounts/DashboardTokenStore") {}
