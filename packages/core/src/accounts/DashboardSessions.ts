import { Context, DateTime, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { StorageError } from "../faults/StorageError.ts"
import type { LimitExceeded } from "../limits/Limits.ts"
import type { AccountId } from "./Account.ts"
import { type AccountKey, type ApiKeyId, ApiKeyStore, apiKeyState, hashApiKeyWith } from "./ApiKey.ts"
import { DashboardToken, type DashboardTokenHash, DashboardTokenStore, linkFaultOf } from "./DashboardToken.ts"

/** The lifetime of a sign-in link. */
const LINK_LIFETIME = Duration.minutes(5)

/** The lifetime of a session. */
const SESSION_LIFETIME = Duration.hours(12)

/** Expired tokens stay for a day, so that a late use of a link is explained. */
const EXPIRED_RETENTION = Duration.days(1)

type SessionTokenKind = "link" | "session"

const LIFETIMES = { link: LINK_LIFETIME, session: SESSION_LIFETIME }
const TOKEN_STARTS = { link: "lfl_", session: "lfs_" }

/** A new token, which is handed over once and never stored. */
export interface IssuedToken {
  readonly secret: Redacted.Redacted<string>
  readonly expiresAt: DateTime.Utc
}

/** A session that a link has opened, and the key that it acts for. */
export interface OpenedSession extends IssuedToken {
  readonly accountKey: AccountKey
}

/** A sign-in link opens no session: it is unknown, has expired or was used, or its API key is no longer valid. */
export class SignInLinkInvalid extends Schema.TaggedError<SignInLinkInvalid>()("SignInLinkInvalid", {
  reason: Schema.Literals(["unknown", "expired", "used", "keyInvalid"])
}) {}

/** The browser is signed in to another account than that of the link. The link stays valid. */
export class SignInLinkOfOtherAccount extends Schema.TaggedError<SignInLinkOfOtherAccount>()(
  "SignInLinkOfOtherAccount",
  {}
) {}

/** Signs people in to the dashboard. A session acts for an API key, with its account, limits and networks. */
export class DashboardSessions extends Context.Service<
  DashboardSessions,
  {
    /** Makes a single-use token that opens a session for the key. */
    readonly issueLink: (keyId: ApiKeyId) => Effect.Effect<IssuedToken, LimitExceeded | StorageError>
    /** Opens a session for a key. */
    readonly open: (keyId: ApiKeyId) => Effect.Effect<IssuedToken, LimitExceeded | StorageError>
    /**
     * Uses a link and opens its session. `current` is the account that the browser is signed in to: a link of another
     * account is rejected, so that no user is switched to an account without noticing.
     */
    readonly redeem: (
      link: string,
      current: Option.Option<AccountId>
    ) => Effect.Effect<OpenedSession, SignInLinkInvalid | SignInLinkOfOtherAccount | StorageError>
    /** The stored hash of a token. */
    readonly hash: (token: string) => Effect.Effect<DashboardTokenHash>
    /** The valid key of a session and its account; none when the session or its key is unknown or no longer valid. */
    readonly authenticate: (hash: DashboardTokenHash) => Effect.Effect<Option.Option<AccountKey>, StorageError>
    /** Ends a session. */
    readonly end: (session: string) => Effect.Effect<void, StorageError>
  }
>()("@landfall/core/accounts/DashboardSessions") {
  static readonly layer = Layer.effect(
    DashboardSessions,
    Effect.gen(function* () {
      const tokens = yield* DashboardTokenStore
      const keys = yield* ApiKeyStore
      const random = yield* SecureRandom.SecureRandom
      const digest = yield* Digest.Digest
      const hash = (token: string) => hashApiKeyWith(digest, token)

      const makeToken = Effect.fnUntraced(function* (kind: SessionTokenKind, keyId: ApiKeyId) {
        const secret = `${TOKEN_STARTS[kind]}${Base64Url.encode(yield* random.randomBytes(32))}`
        const createdAt = yield* DateTime.now
        const expiresAt = DateTime.addDuration(createdAt, LIFETIMES[kind])
        const token = new DashboardToken({
          hash: yield* hash(secret),
          kind,
          keyId,
          createdAt,
          expiresAt,
          usedAt: Option.none()
        })
        return { token, issued: { secret: Redacted.make(secret), expiresAt } }
      })

      const add = Effect.fnUntraced(function* (kind: SessionTokenKind, keyId: ApiKeyId) {
        const { token, issued } = yield* makeToken(kind, keyId)
        const expiredBefore = token.createdAt.epochMilliseconds - Duration.toMillis(EXPIRED_RETENTION)
        yield* tokens.add(token, expiredBefore)
        return issued
      })

      /** The key with this id while it is valid. */
      const findValidKey = Effect.fnUntraced(function* (keyId: ApiKeyId) {
        const accountKey = yield* keys.findById(keyId)
        const now = yield* DateTime.now
        return Option.filter(accountKey, ({ key }) => apiKeyState(key, now) === "valid")
      })

      const redeem = Effect.fn("DashboardSessions.redeem")(function* (link: string, current: Option.Option<AccountId>) {
        const linkHash = yield* hash(link)
        const stored = yield* tokens.find(linkHash)
        const now = yield* DateTime.now
        const fault = linkFaultOf(stored, now)
        if (fault !== undefined || Option.isNone(stored)) {
          return yield* new SignInLinkInvalid({ reason: fault ?? "unknown" })
        }
        const accountKey = yield* findValidKey(stored.value.keyId)
        if (Option.isNone(accountKey)) return yield* new SignInLinkInvalid({ reason: "keyInvalid" })
        const { account, key } = accountKey.value
        if (Option.exists(current, (id) => id !== account.id)) return yield* new SignInLinkOfOtherAccount()
        const { token, issued } = yield* makeToken("session", key.id)
        const isFirst = yield* tokens.redeem(linkHash, token, now.epochMilliseconds)
        if (!isFirst) return yield* new SignInLinkInvalid({ reason: "used" })
        return { ...issued, accountKey: accountKey.value }
      })

      const authenticate = Effect.fnUntraced(function* (sessionHash: DashboardTokenHash) {
        const session = yield* tokens.find(sessionHash)
        const now = yield* DateTime.now
        const isValid = Option.exists(
          session,
          ({ kind, expiresAt }) => kind === "session" && expiresAt.epochMilliseconds > now.epochMilliseconds
        )
        return Option.isSome(session) && isValid ? yield* findValidKey(session.value.keyId) : Option.none<AccountKey>()
      })

      return DashboardSessions.of({
        issueLink: Effect.fn("DashboardSessions.issueLink")((keyId) => add("link", keyId)),
        open: Effect.fn("DashboardSessions.open")((keyId) => add("session", keyId)),
        redeem,
        hash,
        authenticate,
        end: Effect.fn("DashboardSessions.end")((session) => Effect.flatMap(hash(session), tokens.remove))
      })
    })
  )
}
