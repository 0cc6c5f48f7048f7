import { Account, AccountId } from "@landfall/core/accounts/Account"
import { ApiKey, ApiKeyHash, ApiKeyId } from "@landfall/core/accounts/ApiKey"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Application, ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { Endpoint, type EndpointCredentials, EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { NO_HEADERS } from "@landfall/core/alerts/sending/CustomHeaders"
import { type SecretRing, type SigningSecret, SigningSecretText } from "@landfall/core/alerts/sending/SigningSecret"
import { DEFAULT_THRESHOLD_HOURS } from "@landfall/core/alerts/ThresholdHours"
import { DateTime, Option, Redacted } from "effect"
import { Base64 } from "effect/encoding"
import { toCrockford } from "./Crockford.ts"

/**
 * Valid, distinct values for tests that need arbitrary stored data. The same number gives the same value; ids from a
 * greater number sort later.
 */

/** When samples were created, and the time at which tests start their clock: 2026-03-01T12:00:00Z. */
export const SAMPLE_TIME: DateTime.Utc = DateTime.makeUnsafe("2026-03-01T12:00:00Z")

/** A ULID of 26 characters that sorts by `n`, from 0 to 2^53 − 1. */
export const ulidOf = (n: number): string => `01KJMR${toCrockford(n, 20)}`

/** The sample account of a number, with changes. */
export const accountOf = (n: number, changes: Partial<Account> = {}): Account =>
  new Account({
    id: AccountId.make(`acc_${ulidOf(n)}`),
    name: `Account ${n}`,
    plan: "pay-as-you-go",
    monthlyCredits: Option.none(),
    createdAt: DateTime.add(SAMPLE_TIME, { seconds: n }),
    ...changes
  })

/** A distinct value in the form of a SHA-256 digest. */
export const apiKeyHashOf = (n: number): ApiKeyHash => ApiKeyHash.make(n.toString(16).padStart(64, "0"))

/** The sample API key of a number, with changes. */
export const apiKeyOf = (account: Account, n: number, changes: Partial<ApiKey> = {}): ApiKey =>
  new ApiKey({
    id: ApiKeyId.make(`key_${ulidOf(n)}`),
    accountId: account.id,
    name: `Key ${n}`,
    hash: apiKeyHashOf(n),
    prefix: Option.some("lf_abcd"),
    createdAt: DateTime.add(SAMPLE_TIME, { seconds: n }),
    expiresAt: Option.none(),
    allowedNetworks: [],
    lastUsedAt: Option.none(),
    revokedAt: Option.none(),
    ...changes
  })

/** The sample application of a number, with changes. */
export const applicationOf = (account: Account, n: number, changes: Partial<Application> = {}): Application => {
  const at = DateTime.add(SAMPLE_TIME, { seconds: n })
  const id = ApplicationId.make(`app_${ulidOf(n)}`)
  return new Application({
    id,
    accountId: account.id,
    name: `Application ${n}`,
    createdAt: at,
    updatedAt: at,
    ...changes
  })
}

/** The sample endpoint of a number, with changes. */
export const endpointOf = (application: Application, n: number, changes: Partial<Endpoint> = {}): Endpoint => {
  const at = DateTime.add(SAMPLE_TIME, { seconds: n })
  return new Endpoint({
    id: EndpointId.make(`ep_${ulidOf(n)}`),
    accountId: application.accountId,
    applicationId: application.id,
    url: EndpointUrl.make(`https://receiver-${n}.example/webhooks`),
    description: Option.none(),
    filterTypes: Option.none(),
    metadata: {},
    rateLimit: Option.none(),
    retryPolicy: Option.none(),
    headerNames: [],
    dateChangeThresholdHours: DEFAULT_THRESHOLD_HOURS,
    disabled: false,
    disabledAt: Option.none(),
    verifiedAt: Option.some(at),
    createdAt: at,
    updatedAt: at,
    ...changes
  })
}

/** A signing secret of 32 bytes that end in `n`, from 0 to 2^32 − 1. For tests only: it is predictable. */
export const secretOf = (n: number): SigningSecret => {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setUint32(28, n)
  return Redacted.make(SigningSecretText.make(`whsec_${Base64.encode(bytes)}`))
}

/** The secrets of an endpoint that has not rotated them. */
export const secretRingOf = (n: number): SecretRing => ({ current: secretOf(n), previous: [] })

/** The secrets of `secretRingOf`, without headers. */
export const endpointCredentialsOf = (n: number): EndpointCredentials => ({
  secrets: secretRingOf(n),
  headers: NO_HEADERS
})
