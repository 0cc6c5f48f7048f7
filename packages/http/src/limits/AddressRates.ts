import { Limits } from "@landfall/core/limits/Limits"
import { hasTokens } from "@landfall/core/limits/TokenBucket"
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { HttpServerRequest } from "effect/http"
import type { ApiError } from "../conventions/ApiError.ts"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { type RateName, ratePolicyOf, rateStandingOf } from "../conventions/RequestRates.ts"
import { clientAddressOf } from "../edge/ClientAddress.ts"
import { makeBucketTable } from "../shares/BucketTable.ts"
import { addressGroup } from "./AddressGroup.ts"
import { makeBucketClock, makeRateRejection, type RateBuckets } from "./RateRejections.ts"

/** The addresses with a separate bucket, about 100 bytes each. The others share buckets. */
const MAX_ADDRESSES = 20_000

const MAX_SEED = 2 ** 31 - 1

type Request = HttpServerRequest.HttpServerRequest

/**
 * Counts, by the address of the client, requests without a valid API key: those without a key, and those with an
 * unknown one. Requests with a valid key are counted by their key alone, so that callers behind one address do not
 * limit each other. Each server counts by itself.
 */
export class AddressRates extends Context.Service<
  AddressRates,
  {
    /**
     * Debits a request without a key from the bucket of its address. Returns the error of a request that is rejected.
     */
    readonly takeRequest: (call: CallRecord, request: Request) => ApiError | undefined
    /**
     * Debits the weight of the body of a request without a key beyond the request itself. Returns the error of a
     * rejected one.
     */
    readonly takeBody: (call: CallRecord, request: Request, tokens: number) => ApiError | undefined
    /** Returns the debit of a body whose signature turned out to be valid. */
    readonly putBackBody: (request: Request, tokens: number) => void
    /**
     * Debits a key that may be unknown from the bucket of its address, before it is looked up. Returns the failure of a
     * request that is rejected.
     */
    readonly takeFailedKey: (call: CallRecord, request: Request) => Effect.Effect<never, ApiError> | undefined
    /** Whether an address has no token left for a key that may be unknown. */
    readonly lacksFailedKeys: (request: Request) => boolean
    /** Returns the debit of a key that turned out to be valid. */
    readonly returnKeyToken: (request: Request) => void
  }
>()("@landfall/http/limits/AddressRates") {
  static readonly layer = Layer.effect(
    AddressRates,
    Effect.gen(function* () {
      const limits = yield* Limits
      const clock = yield* makeBucketClock
      const reject = yield* makeRateRejection
      const seed = yield* (yield* SecureRandom.SecureRandom).intBetween(0, MAX_SEED)

      const ratesOf = (name: RateName): RateBuckets => {
        const policy = ratePolicyOf(name, limits)
        return { policy, buckets: makeBucketTable(policy, { maxBuckets: MAX_ADDRESSES, seed }) }
      }
      const requests = ratesOf("address.requests")
      const failedKeys = ratesOf("address.failedKeys")

      const addressOf = (request: Request): string => addressGroup(clientAddressOf(request))

      const takeFrom = (
        rate: RateBuckets,
        call: CallRecord,
        request: Request,
        tokens: number
      ): ApiError | undefined => {
        const address = addressOf(request)
        const now = clock()
        const state = rate.buckets.take(address, now, tokens)
        if (state === undefined) return reject(call, rate, address, now, tokens)
        call.rate = rateStandingOf(rate.policy, state, now)
        return undefined
      }

      return AddressRates.of({
        takeRequest: (call, request) => takeFrom(requests, call, request, 1),
        takeBody: (call, request, tokens) => (tokens <= 0 ? undefined : takeFrom(requests, call, request, tokens)),
        putBackBody: (request, tokens) => {
          if (tokens > 0) requests.buckets.returnTokens(addressOf(request), tokens)
        },
        takeFailedKey: (call, request) => {
          const rejection = takeFrom(failedKeys, call, request, 1)
          return rejection === undefined ? undefined : Effect.fail(rejection)
        },
        lacksFailedKeys: (request) => {
          const { buckets, policy } = failedKeys
          if (buckets.size() === 0) return false
          return !hasTokens(policy, buckets.stateOf(addressOf(request)), clock(), 1)
        },
        returnKeyToken: (request) => failedKeys.buckets.returnTokens(addressOf(request), 1)
      })
    })
  )
}
