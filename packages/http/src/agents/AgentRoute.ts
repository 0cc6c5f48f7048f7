import { AGENTS_PATH } from "@landfall/api/conventions/PathPrefixes"
import { Effect, Option, type Scope } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentCaller } from "../conventions/InProcessRequest.ts"
import { CallRates } from "../limits/CallRates.ts"
import { MeteredCalls } from "../metering/MeteredCalls.ts"
import { baseWeight } from "../shares/RequestWeight.ts"
import { makeInProcessClient } from "./InProcessRequests.ts"

/** The name of a message in the usage counters. The operations that its tool calls are counted beside it. */
const MESSAGE_OPERATION = "mcp.message"

const isJson = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "")

/**
 * `POST /mcp`: a message of the Model Context Protocol, or a batch (Streamable HTTP, responses in JSON), with the API key of the
 * account. Each operation that a tool calls counts, and costs, as over HTTP; the message counts as one request against the
 * rates, which the first operation uses. The first message loads the modules of the protocol, which a server without agents does not need.
 */
export const agentRoute = (version: string) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const { run } = yield* MeteredCalls
      const rates = yield* CallRates
      const client = yield* makeInProcessClient
      const services = yield* Effect.context<Scope.Scope>()
      const loaded = yield* Effect.cached(
        Effect.flatMap(
          Effect.promise(() => import("./AgentMessages.ts")),
          ({ makeMessageHandler }) =>
            Effect.provideService(makeMessageHandler(client, version, services), CallRates, rates)
        )
      )
      const handle = (request: HttpServerRequest.HttpServerRequest) =>
        isJson(request)
          ? Effect.provideService(
              Effect.flatMap(loaded, (respond) => respond(request)),
              CurrentCaller,
              Option.some({ request, prepaidWeight: baseWeight(MESSAGE_OPERATION) })
            )
          : // The pipeline completes the response.
            Effect.succeed(HttpServerResponse.empty({ status: 415 }))
      yield* router.add("POST", AGENTS_PATH, (request) => run(MESSAGE_OPERATION, () => handle(request)))
    })
  )
