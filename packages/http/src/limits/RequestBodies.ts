import { bodyLimitAt } from "@landfall/api/conventions/BodyLimit"
import { addressGroup } from "@landfall/core/limits/AddressGroup"
import { elementsAtDepth, jsonExcess } from "@landfall/core/limits/JsonShape"
import { checkLimit, Limits } from "@landfall/core/limits/Limits"
import { listedItemsOf, weightOf } from "@landfall/core/limits/RequestWeight"
import { ByteSize, Context, Duration, Effect, Fiber, Layer } from "effect"
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import { type CallRecord, CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { clientAddressOf } from "../edge/ClientAddress.ts"
import { makeBodyPlaces } from "./BodyPlaces.ts"
import { CallRates } from "./CallRates.ts"
import { makeRejectionCounter } from "./RateRejections.ts"
import { takeWeight } from "./WeightedWork.ts"

/** The text of a smaller body cannot exceed what a server parses, whatever it contains. */
const UNCHECKED_BYTES = 1024
/** Smaller bodies of calls with a key need no room: there are as many of them as connections. */
const UNRESERVED_BYTES = 64 * 1024

/** A body that found no room is sent again after this time. */
const RETRY_AFTER_SECONDS = 5

/** How long a body may take to arrive whatever its size. */
const GRACE_SECONDS = 15
/** The bytes a second at which a body must arrive at least. */
const MIN_BYTES_PER_SECOND = 128 * 1024

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** The limits of the bytes that the bodies of calls with a key, and those of requests without one, have. */
type PlaceLimit = "server.bodyBytes" | "server.keylessBodyBytes"

type Request = HttpServerRequest.HttpServerRequest
type BodyError = ApiError | HttpServerError.HttpServerError

/** The size of a body before it is read: what the request declares, or the limit of its path. 0 for a request without one. */
const sizeOf = ({ headers, url }: Request): number => {
  const length = headers["content-length"]
  if (length !== undefined) return Number(length)
  return headers["transfer-encoding"] === undefined ? 0 : bodyLimitAt(url)
}

/** How long a body of so many bytes may take to arrive. */
const arrivalTime = (bytes: number): Duration.Duration => Duration.seconds(GRACE_SECONDS + bytes / MIN_BYTES_PER_SECOND)

const tooLarge = (limit: number) => failWith("bodyTooLarge", [`The body has more than ${limit} bytes.`])

/** Bounds the memory and the time that the bodies of requests take, before anything of them is parsed. */
export class RequestBodies extends Context.Service<
  RequestBodies,
  {
    /**
     * Runs the handler of a call with a key. A large body first waits for its room among those of all accounts, must arrive
     * in time, and must not exceed the limits of JSON. Returns the handler itself for a request without a large body.
     */
    readonly admit: <A, E, R>(
      call: CallRecord,
      request: Request,
      handler: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError, R>
    /** Runs the handler of a request that no key identifies with its body, under limits of its own. */
    readonly withKeylessBody: <A, E, R>(
      request: Request,
      handler: (body: Uint8Array) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | BodyError, R>
  }
>()("@landfall/http/limits/RequestBodies") {
  static readonly layer = Layer.effect(
    RequestBodies,
    Effect.gen(function* () {
      const limits = yield* Limits
      const rates = yield* CallRates
      const count = yield* makeRejectionCounter
      const ofAccounts = makeBodyPlaces(limits["server.bodyBytes"])
      const ofAddresses = makeBodyPlaces(limits["server.keylessBodyBytes"])
      const jsonLimits = { maxDepth: limits["request.jsonDepth"], maxValues: limits["request.jsonValues"] }

      const rejectFull = Effect.fnUntraced(function* (limit: PlaceLimit) {
        const call = yield* CurrentCall
        call.retryAfterSeconds = RETRY_AFTER_SECONDS
        count(limit)
        return yield* failWith("tooManyRequests", [
          `The server holds as many bytes of request bodies as ${limit} allows: ${limits[limit]}. Send the request again later, or send fewer large requests at once.`
        ])
      })

      const rejectJson = (excess: "depth" | "values") =>
        excess === "depth"
          ? failWith("requestLimitExceeded", [
              `The body nests more than ${jsonLimits.maxDepth} arrays and objects: request.jsonDepth is ${jsonLimits.maxDepth}. Send a body that nests less.`
            ])
          : failWith("requestLimitExceeded", [
              `The body has more than ${jsonLimits.maxValues} values: request.jsonValues is ${jsonLimits.maxValues}. Split the request into smaller ones.`
            ])

      /** Counts the items of a call before they are parsed: what they count as is taken, or the call is rejected. */
      const checkItems = (call: CallRecord, body: Uint8Array): Effect.Effect<void, ApiError> => {
        const listed = listedItemsOf(call.operation)
        if (listed === undefined) return Effect.void
        const items = elementsAtDepth(body, listed.depth)
        const checked = Effect.fromResult(checkLimit(limits, listed.limit, items))
        return Effect.andThen(
          mapDomainErrors(checked),
          Effect.suspend(() => takeWeight(rates, call, weightOf(call.operation, items)) ?? Effect.void)
        )
      }

      const checkJson = (body: Uint8Array): Effect.Effect<void, ApiError> => {
        const excess = body.length <= UNCHECKED_BYTES ? undefined : jsonExcess(body, jsonLimits)
        return excess === undefined ? Effect.void : rejectJson(excess)
      }

      /** The body, which the request retains. Its reading is not interrupted at the deadline: that would reset the connection before the response. */
      const read = (request: Request, bytes: number): Effect.Effect<Uint8Array, BodyError> =>
        Effect.flatMap(
          Effect.forkDetach(
            Effect.provideService(
              request.arrayBuffer,
              HttpIncomingMessage.MaxBodySize,
              ByteSize.fromInputUnsafe(bodyLimitAt(request.url))
            )
          ),
          (reading) =>
            Effect.timeoutOrElse(Fiber.join(reading), {
              duration: arrivalTime(bytes),
              orElse: () =>
                failWith("requestTimeout", [
                  `The body did not arrive at ${MIN_BYTES_PER_SECOND} bytes a second or more.`
                ])
            })
        ).pipe(Effect.map((body) => new Uint8Array(body)))

      return RequestBodies.of({
        admit: <A, E, R>(call: CallRecord, request: Request, handler: Effect.Effect<A, E, R>) => {
          const bytes = sizeOf(request)
          if (bytes <= UNCHECKED_BYTES || !JSON_TYPE.test(request.headers["content-type"] ?? "application/json")) {
            return handler
          }
          const limit = bodyLimitAt(request.url)
          if (bytes > limit) return tooLarge(limit)
          // A body that cannot be read is a defect, as for the payload of an operation.
          const checkBody = (body: Uint8Array) =>
            Effect.andThen(
              checkJson(body),
              Effect.suspend(() => checkItems(call, body))
            )
          const checked = Effect.andThen(Effect.flatMap(Effect.orDie(read(request, bytes)), checkBody), handler)
          if (bytes <= UNRESERVED_BYTES) return checked
          return ofAccounts.use(call.accountId ?? "", bytes, checked, rejectFull("server.bodyBytes"))
        },
        withKeylessBody: <A, E, R>(request: Request, handler: (body: Uint8Array) => Effect.Effect<A, E, R>) => {
          const bytes = sizeOf(request)
          const limit = bodyLimitAt(request.url)
          if (bytes > limit) return tooLarge(limit)
          const handled = Effect.flatMap(read(request, bytes), (body) => Effect.andThen(checkJson(body), handler(body)))
          const holder = addressGroup(clientAddressOf(request))
          return ofAddresses.use(holder, bytes, handled, rejectFull("server.keylessBodyBytes"))
        }
      })
    })
  )
}
