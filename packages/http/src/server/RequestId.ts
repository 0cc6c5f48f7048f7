import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { HttpServerRequest } from "effect/http"

/** The header that carries the id of a request, from the caller and in the response. */
export const REQUEST_ID_HEADER = "x-request-id"
/** Ids that callers can send: characters that logs and headers carry without quotes. */
const VALID_ID = /^[A-Za-z0-9._~-]{1,128}$/

const ID_BYTES = 16
/** Number of ids whose random bytes are fetched at once. One fetch costs about ten times as much as an id. */
const ID_BATCH_SIZE = 256

/** Generates ids: UUIDs of version 7, from random bytes that are used once each. */
const makeIdGenerator = (random: SecureRandom.SecureRandom["Service"]) => {
  let bytes: Uint8Array = new Uint8Array()
  let used = 0
  const ids = SecureRandom.make((size) => {
    const from = used
    used += size
    return bytes.slice(from, used)
  })
  const fetch = Effect.map(random.randomBytes(ID_BYTES * ID_BATCH_SIZE), (fresh) => {
    bytes = fresh
    used = 0
  })
  const next = ids.uuidV7()
  const fetchedNext = Effect.andThen(fetch, next)
  return Effect.suspend(() => (used + ID_BYTES <= bytes.length ? next : fetchedNext))
}

/** Gives requests their ids. */
export class RequestIds extends Context.Service<
  RequestIds,
  {
    /** The id of a request: the valid id that the caller sent, else a new one. */
    readonly idOf: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<string>
  }
>()("@landfall/http/server/RequestIds") {
  static readonly layer = Layer.effect(
    RequestIds,
    Effect.map(SecureRandom.SecureRandom, (random) => {
      const newId = makeIdGenerator(random)
      return RequestIds.of({
        idOf: ({ headers }) => {
          const received = headers[REQUEST_ID_HEADER]
          return received !== undefined && VALID_ID.test(received) ? Effect.succeed(received) : newId
        }
      })
    })
  )
}
