import type { Account } from "@landfall/core/accounts/Account"
import { makeAddressTest } from "@landfall/core/accounts/AllowedNetworks"
import type { AccountKey, ApiKeyHash, ApiKeyId } from "@landfall/core/accounts/ApiKey"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { DashboardSessions } from "@landfall/core/accounts/DashboardSessions"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Cache, Context, Effect, Exit, Layer, Option, Result } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ApiError } from "../conventions/ApiError.ts"
import { type CallRecord, CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { AddressRates } from "../limits/AddressRates.ts"
import { makeBucketClock } from "../limits/RateRejections.ts"
import { makeApiKeyCache } from "./ApiKeyCache.ts"
import type { PortalLimits } from "./PortalOperations.ts"
import { type PortalKey, PortalTokens } from "./PortalTokens.ts"
import { apiKeyOf } from "./RequestApiKey.ts"

/**
 * The time for which a key is cached with its account: a change of either, or the end of the key, takes effect within
 * one second.
 */
const KEY_TTL_MILLIS = 1_000
const MAX_CACHED_KEYS = 10_000
const MAX_KEY_LENGTH = 256

/** A valid key, prepared for the calls that use it. */
export interface PreparedKey {
  readonly id: ApiKeyId
  readonly account: Account
  /** The limits of the token of a portal; absent for a key and a session. */
  readonly portal?: PortalLimits
  /** Whether the key may be used from an address; absent when it may be used from every address. */
  readonly allowsAddress?: (address: string) => boolean
}

/** The token of a portal is used from the networks of customers, whatever those of its key. */
const preparePortal = ({ account, key, applicationId, kind }: PortalKey): PreparedKey => ({
  id: key.id,
  account,
  portal: { applicationId, kind }
})

const prepareKey = ({ account, key }: AccountKey): PreparedKey =>
  key.allowedNetworks.length === 0
    ? { id: key.id, account }
    : { id: key.id, account, allowsAddress: makeAddressTest(key.allowedNetworks) }

type KeyLookup = Effect.Effect<Option.Option<PreparedKey>, ApiError>

/** Finds the account that an API key opens. */
export class AccountLookup extends Context.Service<
  AccountLookup,
  {
    /**
     * The key and its account, at most one second behind the store; none when the key is unknown, expired or revoked. The
     * unknown keys of one address are limited before they are looked up; a key that was valid before is never limited by
     * those of others.
     */
    readonly findByApiKey: (key: string, request: HttpServerRequest.HttpServerRequest) => KeyLookup
    /**
     * The valid key that a session of the dashboard acts for, and its account, at most one second behind the store; none
     * when the session or its key is unknown, expired, ended or revoked. Unknown sessions are limited as unknown keys are.
     */
    readonly findBySession: (token: string, request: HttpServerRequest.HttpServerRequest) => KeyLookup
    /** As `findBySession`, for the token of a portal. */
    readonly findByPortal: (token: string, request: HttpServerRequest.HttpServerRequest) => KeyLookup
    /**
     * Rejects a request whose key was not valid before, when its address has sent too many unknown keys; `proceed`
     * otherwise. Undefined when the address may send more, as nearly always. So such a request costs no routing.
     */
    readonly rejectUnknown: <A, E, R>(
      call: CallRecord,
      request: HttpServerRequest.HttpServerRequest,
      proceed: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError, R> | undefined
  }
>()("@landfall/http/metering/AccountLookup") {
  static readonly layer = Layer.effect(
    AccountLookup,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const sessions = yield* DashboardSessions
      const portals = yield* PortalTokens
      const rates = yield* AddressRates
      const clock = yield* makeBucketClock

      /** Looks secrets of one kind up by their digest, of which those that are valid are cached. */
      const makeLookUp = Effect.fnUntraced(function* <Found>(
        authenticate: (hash: ApiKeyHash) => Effect.Effect<Option.Option<Found>, StorageError>,
        prepare: (found: Found) => PreparedKey
      ) {
        const cache = makeApiKeyCache<PreparedKey>(MAX_CACHED_KEYS)
        // By digest, so that no key stays in memory. The cache shares the look-ups of concurrent calls and retains
        // none: its entries expire by the system clock, and would outlive a revoked key when that clock is set back.
        const prepared = yield* Cache.makeWith(
          (hash: ApiKeyHash) => {
            const checkedAt = clock()
            return Effect.map(mapDomainErrors(authenticate(hash)), (found) => {
              const key = Option.map(found, prepare)
              if (Option.isNone(key)) cache.remove(hash)
              else cache.add(hash, key.value, checkedAt)
              return key
            })
          },
          { capacity: MAX_CACHED_KEYS, timeToLive: () => 0 }
        )

        /** A key that is not known to be valid: counted as a failed one until it turns out to be valid. */
        const lookUpNew = (hash: ApiKeyHash, request: HttpServerRequest.HttpServerRequest) =>
          Effect.flatMap(CurrentCall, (call): KeyLookup => {
            const rejected = rates.takeFailedKey(call, request)
            if (rejected !== undefined) return rejected
            cache.begin(hash)
            return Cache.get(prepared, hash).pipe(
              Effect.onExit((exit) =>
                Effect.sync(() => {
                  const isValid = Exit.isSuccess(exit) && Option.isSome(exit.value)
                  if (isValid) call.rate = undefined
                  if (isValid || Exit.isFailure(exit)) rates.returnKeyToken(request)
                  cache.end(hash)
                })
              )
            )
          })

        // Nearly every call finds its key here.
        const lookUp = (hash: ApiKeyHash, request: HttpServerRequest.HttpServerRequest): KeyLookup =>
          cache.findFresh(hash, clock(), KEY_TTL_MILLIS) ??
          (cache.has(hash) ? Cache.get(prepared, hash) : lookUpNew(hash, request))
        return { cache, lookUp }
      })

      const { cache: validKeys, lookUp } = yield* makeLookUp(keys.authenticate, prepareKey)
      const { lookUp: lookUpSession } = yield* makeLookUp(sessions.authenticate, prepareKey)
      const { cache: validPortals, lookUp: lookUpPortal } = yield* makeLookUp(portals.authenticate, preparePortal)

      return AccountLookup.of({
        rejectUnknown: <A, E, R>(
          call: CallRecord,
          request: HttpServerRequest.HttpServerRequest,
          proceed: Effect.Effect<A, E, R>
        ) => {
          if (!rates.lacksFailedKeys(request)) return undefined
          const key = apiKeyOf(request.headers)
          if (Result.isFailure(key)) return undefined
          return Effect.flatMap(
            keys.hash(key.success),
            (hash): Effect.Effect<A, E | ApiError, R> =>
              validKeys.has(hash) || validPortals.has(hash) ? proceed : (rates.takeFailedKey(call, request) ?? proceed)
          )
        },
        findByApiKey: (key, request) =>
          key.length > MAX_KEY_LENGTH
            ? Effect.flatMap(CurrentCall, (call): KeyLookup => rates.takeFailedKey(call, request) ?? Effect.succeedNone)
            : Effect.flatMap(keys.hash(key), (hash) => lookUp(hash, request)),
        findByPortal: (token, request) => Effect.flatMap(sessions.hash(token), (hash) => lookUpPortal(hash, request)),
        findBySession: (token, request) => Effect.flatMap(sessions.hash(token), (hash) => lookUpSession(hash, request))
      })
    })
  )
}
