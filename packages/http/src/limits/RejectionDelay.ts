import { Duration, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { clientAddressOf } from "../edge/ClientAddress.ts"
import { addressGroup } from "./AddressGroup.ts"
import { makeBucketClock } from "./RateRejections.ts"

/** The rejected requests of a caller in one second that get their response immediately. */
const PROMPT_REJECTIONS = 20
const WINDOW_MILLIS = 1000

/** The delay of further responses: a part of the time after which they may be sent again. */
const DELAY = Duration.millis(250)

/** The maximum number of responses that wait at the same time, some kilobytes each. Beyond them, nothing waits. */
const MAX_DELAYED = 1000

/**
 * Makes the function that delays the responses of a caller that continues to send although its requests are rejected. A
 * caller that sends its next request after the response to the last one is slowed down to a few on each connection; one
 * that waits for `Retry-After` is not delayed.
 */
export const makeRejectionDelay = Effect.map(makeBucketClock, (clock) => {
  let rejected = new Map<string, number>()
  let startedAt = Number.NEGATIVE_INFINITY
  let delayed = 0

  const countOf = (caller: string): number => {
    const now = clock()
    if (now - startedAt >= WINDOW_MILLIS) {
      rejected = new Map()
      startedAt = now
    }
    const count = (rejected.get(caller) ?? 0) + 1
    rejected.set(caller, count)
    return count
  }

  const delay = Effect.ensuring(
    Effect.andThen(
      Effect.sync(() => void delayed++),
      Effect.sleep(DELAY)
    ),
    Effect.sync(() => void delayed--)
  )

  /** The delay of a response; undefined for one that is sent immediately, as nearly all are. */
  return (
    { keyId, retryAfterSeconds }: CallRecord,
    request: HttpServerRequest.HttpServerRequest
  ): Effect.Effect<void> | undefined => {
    if (retryAfterSeconds === undefined) return undefined
    if (countOf(keyId ?? addressGroup(clientAddressOf(request))) <= PROMPT_REJECTIONS) return undefined
    return delayed < MAX_DELAYED ? delay : undefined
  }
})
