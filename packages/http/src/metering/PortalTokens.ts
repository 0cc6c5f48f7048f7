import type { AccountKey, ApiKeyId } from "@landfall/core/accounts/ApiKey"
import { ApiKeyStore, apiKeyState } from "@landfall/core/accounts/ApiKey"
import { DashboardSessions, type IssuedToken } from "@landfall/core/accounts/DashboardSessions"
import {
  DashboardToken,
  type DashboardTokenHash,
  DashboardTokenStore,
  isPortalKind,
  type PortalTokenKind
} from "@landfall/core/accounts/DashboardToken"
import { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import type { StorageError } from "@landfall/core/faults/StorageError"
import type { LimitExceeded } from "@landfall/core/limits/Limits"
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"

const LIFETIME = Duration.minutes(60)
/** As for the links and sessions, which the store deletes with them. */
const EXPIRED_RETENTION_MILLIS = Duration.toMillis(Duration.days(1))

/** The start of the token of a portal. */
export const PORTAL_TOKEN_START = "lfp_"

/** The key that a portal token was made with, the application that it is limited to, and its access there. */
export interface PortalKey extends AccountKey {
  readonly applicationId: ApplicationId
  readonly kind: PortalTokenKind
}

/** The tokens by which pages of customers read one application, or change its endpoints. */
export class PortalTokens extends Context.Service<
  PortalTokens,
  {
    /** Makes a token for an application, which ends with the key. */
    readonly issue: (
      keyId: ApiKeyId,
      applicationId: ApplicationId,
      kind: PortalTokenKind
    ) => Effect.Effect<IssuedToken, LimitExceeded | StorageError>
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

      const issue = Effect.fn("PortalTokens.issue")(function* (
        keyId: ApiKeyId,
        applicationId: ApplicationId,
        kind: PortalTokenKind
      ) {
        const secret = `${PORTAL_TOKEN_START}${Base64Url.encode(yield* random.randomBytes(32))}`
        const createdAt = yield* DateTime.now
        const expiresAt = DateTime.addDuration(createdAt, LIFETIME)
        const token = new DashboardToken({
          hash: yield* sessions.hash(secret),
          kind,
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
        const token = Option.getOrUndefined(yield* tokens.find(hash))
        const now = yield* DateTime.now
        if (token === undefined || Option.isNone(token.applicationId)) return Option.none()
        const { kind } = token
        if (!isPortalKind(kind)) return Option.none()
        if (token.expiresAt.epochMilliseconds <= now.epochMilliseconds) return Option.none()
        const applicationId = ApplicationId.make(token.applicationId.value)
        const accountKey = yield* keys.findById(token.keyId)
        return accountKey.pipe(
          Option.filter(({ key }) => apiKeyState(key, now) === "valid"),
          Option.map((valid): PortalKey => ({ ...valid, applicationId, kind }))
        )
      })

      return PortalTokens.of({ issue, authenticate })
    })
  )
}
