import { Instant } from "@landfall/core/time/Instant"
import { ByteSize, Clock, Effect, Redacted, Result, Schema, Semaphore } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Credentials } from "./CarrierConfiguration.ts"
import { type CarrierFault, throttled, unauthorised, unavailable } from "./CarrierFault.ts"
import { ASSERTION_TYPE, signAssertion } from "./ClientAssertion.ts"
import { type CarrierResponse, type HttpExchange, retryAfterMillis, textOf } from "./HttpExchange.ts"

const MAX_RESPONSE_SIZE = ByteSize.kibibytes(64)
/** The time before expiry at which a token is renewed, at most half its lifetime: clocks differ and responses take time. */
const RENEW_BEFORE_MILLIS = 60_000
/** The lifetime of a token without `expires_in`, which RFC 6749 section 5.1 only recommends. */
const DEFAULT_LIFETIME_SECONDS = 300
/** The time for which rejected credentials are not sent again; otherwise each shipment of the carrier would send them. */
const REJECTION_RETAINED_MILLIS = 60_000
const DEFAULT_THROTTLE_MILLIS = 60_000

/** The properties of a token response that are read (RFC 6749 section 5.1). Some issuers send the seconds as a string. */
const TokenResponse = Schema.Struct({
  access_token: Schema.String.pipe(Schema.check(Schema.isPattern(/^[\x21-\x7e]{1,16384}$/))),
  token_type: Schema.optionalKey(Schema.NullOr(Schema.String)),
  expires_in: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.Finite, Schema.FiniteFromString])))
})
const isBearer = (type: string | null | undefined): boolean => /^bearer$/i.test(type ?? "bearer")

/** The values of key headers, by name. */
type KeyHeaderValues = Readonly<Record<string, string>>

interface Token {
  readonly value: Redacted.Redacted<string>
  /** Milliseconds since the epoch. */
  readonly renewAt: number
}

type CacheState =
  | { readonly _tag: "None" }
  | { readonly _tag: "Token"; readonly token: Token }
  | { readonly _tag: "Rejected"; readonly fault: CarrierFault; readonly until: number }

/** The access token of one carrier, fetched on first use and renewed before it expires. */
export interface AccessTokenCache {
  readonly current: Effect.Effect<Redacted.Redacted<string>, CarrierFault>
  /** Discards this token after the carrier rejected it. A newer token is not affected. */
  readonly discard: (token: Redacted.Redacted<string>) => void
}

/** The proof of the client's identity: a signed assertion, else its secret. */
const proofOf = (credentials: Credentials): Effect.Effect<string, CarrierFault> => {
  const { clientId, clientSecret, clientAuthentication, keyId, certificateThumbprint, audience, tokenUrl } = credentials
  if (clientAuthentication !== "private_key_jwt") return Effect.succeed(Redacted.value(clientSecret))
  const key = { privateKey: clientSecret, keyId, certificateThumbprint, audience: audience ?? tokenUrl }
  return signAssertion(clientId, key)
}

const tokenRequest = (credentials: Credentials, keys: KeyHeaderValues, secret: string) => {
  const { tokenUrl, clientId, scope, clientAuthentication, sendKeyHeaders } = credentials
  const id = Redacted.value(clientId)
  const post = HttpClientRequest.post(tokenUrl).pipe(
    HttpClientRequest.setHeaders(sendKeyHeaders ? keys : {}),
    HttpClientRequest.acceptJson
  )
  const grant = { grant_type: "client_credentials", ...(scope === undefined ? {} : { scope }) }
  if (clientAuthentication === "private_key_jwt") {
    const assertion = { client_assertion_type: ASSERTION_TYPE, client_assertion: secret }
    return HttpClientRequest.bodyUrlParams(post, { ...grant, client_id: id, ...assertion })
  }
  return clientAuthentication === "body"
    ? HttpClientRequest.bodyUrlParams(post, { ...grant, client_id: id, client_secret: secret })
    : post.pipe(
        // RFC 6749 section 2.3.1: both are form-encoded before they are joined.
        HttpClientRequest.basicAuth(encodeURIComponent(id), encodeURIComponent(secret)),
        HttpClientRequest.bodyUrlParams(grant)
      )
}

const parseToken = (text: string, now: number): Result.Result<Token, CarrierFault> =>
  Result.gen(function* () {
    const unreadable = unavailable("unreadable", "returned an unreadable access token response; check tokenUrl.")
    const json = yield* Result.try({ try: (): unknown => JSON.parse(text), catch: () => unreadable })
    const response = yield* Result.mapError(Schema.decodeUnknownResult(TokenResponse)(json), () => unreadable)
    if (!isBearer(response.token_type)) {
      return yield* Result.fail(unavailable("unreadable", "returned an access token whose token_type is not Bearer."))
    }
    const lifetimeMillis = Math.max(response.expires_in ?? DEFAULT_LIFETIME_SECONDS, 0) * 1000
    const renewAt = now + lifetimeMillis - Math.min(RENEW_BEFORE_MILLIS, lifetimeMillis / 2)
    return { value: Redacted.make(response.access_token, { label: "access token" }), renewAt }
  })

const readTokenResponse = (response: CarrierResponse, now: number): Result.Result<Token, CarrierFault> => {
  const { status, headers } = response
  if (status === 200) return parseToken(textOf(response), now)
  if (status === 400 || status === 401 || status === 403) {
    return Result.fail(unauthorised(`rejected the client credentials (${status}); check them and the scope.`))
  }
  if (status === 429) {
    const waitMillis = retryAfterMillis(headers, now) ?? DEFAULT_THROTTLE_MILLIS
    return Result.fail(
      throttled(
        Instant.make(now + waitMillis),
        "responded to an access token request with status 429 (too many requests)."
      )
    )
  }
  return Result.fail(
    unavailable(
      status >= 500 ? "server_error" : "unexpected_status",
      `responded to an access token request with status ${status}; check tokenUrl.`
    )
  )
}

/**
 * Makes a cache that fetches tokens one at a time, so that concurrent queries share one.
 *
 * @param keys the key headers of the carrier, sent along where its profile states it
 */
export const makeAccessTokenCache = (
  exchange: HttpExchange,
  credentials: Credentials,
  keys: KeyHeaderValues
): AccessTokenCache => {
  const fetching = Semaphore.makeUnsafe(1)
  let state: CacheState = { _tag: "None" }

  const store = (fetched: Result.Result<Token, CarrierFault>, now: number) => {
    if (Result.isSuccess(fetched)) state = { _tag: "Token", token: fetched.success }
    else if (fetched.failure._tag === "Unauthorised") {
      state = { _tag: "Rejected", fault: fetched.failure, until: now + REJECTION_RETAINED_MILLIS }
    } else state = { _tag: "None" }
  }

  const current = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (state._tag === "Token" && now < state.token.renewAt) return state.token.value
    if (state._tag === "Rejected" && now < state.until) return yield* Effect.fail(state.fault)
    const response = yield* exchange(tokenRequest(credentials, keys, yield* proofOf(credentials)), MAX_RESPONSE_SIZE)
    const receivedAt = yield* Clock.currentTimeMillis
    const fetched = readTokenResponse(response, receivedAt)
    store(fetched, receivedAt)
    return (yield* Effect.fromResult(fetched)).value
  })

  return {
    current: fetching.withPermit(current),
    discard: (token) => {
      if (state._tag === "Token" && state.token.value === token) state = { _tag: "None" }
    }
  }
}
