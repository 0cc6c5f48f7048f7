import type { AccountKey, ApiKeyId } from "@landfall/core/accounts/ApiKey"
import { ApiKeyStore, apiKeyState } from "@landfall/core/accounts/ApiKey"
import { DashboardSessions, type IssuedToken } from "@landfall/core/accounts/DashboardSessions"
import { DashboardToken, type DashboardTokenHash, DashboardTokenStore } from "@landfall/core/accounts/DashboardToken"
import { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"

const LIFETIME = Duration.minutes(60)
/** As for the links and sessions, which the store deletes with them. */
const EXPIRED_RETENTION_MILLIS = Duration.toMillis(Duration.days(1))

/** What the token of a portal begins with. */
export const PORTAL_TOKEN_START = "lfp_"

/** The key that a portal token was made with, and the application that it is limited to. */
export interface PortalKey extends AccountKey {
  readonly applicationId: ApplicationId
}

/** The tokens by which pages of customers read one application. */
export class PortalTokens extends Context.Service<
  PortalTokens,
  {
    /** Makes a token for an application, which ends with the key. */
    readonly issue: (keyId: ApiKeyId, applicationId: ApplicationId) => Effect.Effect<IssuedToken, StorageError>
    /** The valid key and the application of a token; none when either is unknown or no longer valid. */
    readonly authenticate: (hash: DashboardTokenHash) => Effect.Effect<Option.Option<PortalKey>, StorageError>
  }
>()("@landfall/http/metering/PortalTokens") {
  static readonly layer = Layer.effect(
    PortalTokens,
    Effect.gen(function* () {
      const tokens = yield* DashboardTokenStore
      const keys = yield* ApiKeyStore
      const sessions = yield* DashboardSessions
      const random = yield* SecureRandom.SecureRandom

      const issue = Effect.fn("PortalTokens.issue")(function* (keyId: ApiKeyId, applicationId: ApplicationId) {
        const secret = `${PORTAL_TOKEN_START}${Base64Url.encode(yield* random.randomBytes(32))}`
        const createdAt = yield* DateTime.now
        const expiresAt = DateTime.addDuration(createdAt, LIFETIME)
        const token = new DashboardToken({
          hash: yield* sessions.hash(secret),
          kind: "portal",
          keyId,
          applicationId: Option.some(applicationId),
          createdAt,
          expiresAt,
          usedAt: Option.none()
        })
        yield* tokens.add(token, createdAt.epochMilliseconds - EXPIRED_RETENTION_MILLIS)
        return { secret: Redacted.make(secret), expiresAt }
      })

      const authenticate = Effect.fnUntraced(function* (hash: DashboardTokenHash) {
        const found = Option.getOrUndefined(yield* tokens.find(hash))
        const now = yield* DateTime.now
        if (found?.kind !== "portal" || Option.isNone(found.applicationId)) return Option.none()
        if (found.expiresAt.epochMilliseconds <= now.epochMilliseconds) return Option.none()
        const applicationId = ApplicationId.make(found.applicationId.value)
        const accountKey = yield* keys.findById(found.keyId)
        return accountKey.pipe(
          Option.filter(({ key }) => apiKeyState(key, now) === "valid"),
          Option.map((valid): PortalKey => ({ ...valid, applicationId }))
        )
      })

      return PortalTokens.of({ issue, authenticate })
    })
  )
}
