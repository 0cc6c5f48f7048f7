import { addressGroup } from "@landfall/core/limits/AddressGroup"
import { makeBucketTable } from "@landfall/core/limits/BucketTable"
import { Limits } from "@landfall/core/limits/Limits"
import { type RateName, ratePolicyOf, rateStandingOf } from "@landfall/core/limits/RequestRates"
import { hasTokens } from "@landfall/core/limits/TokenBucket"
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { HttpServerRequest } from "effect/http"
import type { ApiError } from "../conventions/ApiError.ts"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { clientAddressOf } from "../edge/ClientAddress.ts"
import { makeBucketClock, makeRateRejection, type RateBuckets } from "./RateRejections.ts"

/** The addresses with a bucket of their own, about 100 bytes each. The others share buckets. */
const MAX_ADDRESSES = 20_000

const MAX_SEED = 2 ** 31 - 1

type Rejection = Effect.Effect<never, ApiError>

/**
 * Counts, by the address of the client, what no valid API key identifies: requests without a key, and keys that are unknown.
 * Requests with a valid key are counted by their key alone, so that callers behind one address do not limit each other.
 * Each server counts by itself.
 */
export class AddressRates extends Context.Service<
  AddressRates,
  {
    /** Takes a request without a key from the bucket of its address. Returns the failure of a request that is rejected. */
    readonly takeRequest: (call: CallRecord, request: HttpServerRequest.HttpServerRequest) => Rejection | undefined
    /**
     * Takes a key that may be unknown from the bucket of its address, before it is looked up. Returns the failure of a
     * request that is rejected.
     */
    readonly takeFailedKey: (call: CallRecord, request: HttpServerRequest.HttpServerRequest) => Rejection | undefined
    /** Whether an address has no token left for a key that may be unknown. */
    readonly lacksFailedKeys: (request: HttpServerRequest.HttpServerRequest) => boolean
    /** Puts back what was taken for a key that turned out to be valid. */
    readonly putBackKey: (request: HttpServerRequest.HttpServerRequest) => void
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

      const takeFrom =
        (rate: RateBuckets) =>
        (call: CallRecord, request: HttpServerRequest.HttpServerRequest): Rejection | undefined => {
          const address = addressGroup(clientAddressOf(request))
          const now = clock()
          const state = rate.buckets.take(address, now, 1)
          if (state === undefined) return reject(call, rate, address, now, 1)
          call.rate = rateStandingOf(rate.policy, state, now)
          return undefined
        }

      return AddressRates.of({
        takeRequest: takeFrom(requests),
        takeFailedKey: takeFrom(failedKeys),
        lacksFailedKeys: (request) => {
          const { buckets, policy } = failedKeys
          if (buckets.size() === 0) return false
          return !hasTokens(policy, buckets.stateOf(addressGroup(clientAddressOf(request))), clock(), 1)
        },
        putBackKey: (request) => failedKeys.buckets.putBack(addressGroup(clientAddressOf(request)), 1)
      })
    })
  )
}
