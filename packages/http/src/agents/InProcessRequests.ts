import { Effect, Fiber, Option } from "effect"
import { Headers, HttpClient, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentCaller } from "../conventions/InProcessRequest.ts"
import { REQUEST_ID_HEADER } from "../conventions/RequestId.ts"

/** The headers by which a request carries its API key, and its id. */
const CALLER_HEADERS = ["api_key", "api-key", "authorization", REQUEST_ID_HEADER]

/** The headers of a request with the key and the id of the caller's request in place of its own. */
const headersFor = (own: Headers.Headers, caller: Headers.Headers): Headers.Headers => {
  const sent = CALLER_HEADERS.flatMap((name) => {
    const value = caller[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Headers.setAll(Headers.removeMany(own, CALLER_HEADERS), sent)
}

/**
 * Makes the client whose requests this server handles itself, without a socket, in the name of `CurrentCaller`: with its API
 * key and its address. They run the whole pipeline, so that each is identified, limited, charged and counted like a request
 * that arrives over the network.
 */
export const makeInProcessClient = Effect.map(HttpRouter.HttpRouter, (router) => {
  // The routes and the pipeline are complete when the first request arrives, not when this client is made.
  let application: ReturnType<typeof router.asHttpEffect> | undefined
  return HttpClient.make((request) =>
    Effect.gen(function* () {
      application ??= router.asHttpEffect()
      const caller = yield* CurrentCaller
      if (Option.isNone(caller)) return yield* Effect.die(new Error("A request within the server has no caller"))
      const { headers, remoteAddress } = caller.value.request
      const received = HttpServerRequest.fromClientRequest(request).modify({
        headers: headersFor(request.headers, headers),
        remoteAddress
      })
      // A separate fiber, because the router leaves the route of a request in the context of its fiber.
      const handled = Effect.provideService(
        Effect.orDie(Effect.scoped(application)),
        HttpServerRequest.HttpServerRequest,
        received
      )
      const response = yield* Effect.flatMap(Effect.forkChild(handled), Fiber.join)
      return HttpServerResponse.toClientResponse(response, { request })
    })
  )
})
