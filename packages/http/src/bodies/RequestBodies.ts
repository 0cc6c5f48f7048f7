import { bodyLimitAt, MAX_BODY_BYTES } from "@landfall/api/conventions/BodyLimit"
import { checkLimit, Limits } from "@landfall/core/limits/Limits"
import { Context, Effect, Layer } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ApiError, failWith } from "../conventions/ApiError.ts"
import { type CallRecord, CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { clientAddressOf } from "../edge/ClientAddress.ts"
import { addressGroup } from "../limits/AddressGroup.ts"
import { AddressRates } from "../limits/AddressRates.ts"
import { CallRates } from "../limits/CallRates.ts"
import { HeavyRequestSlots } from "../limits/HeavyRequestSlots.ts"
import { makeRejectionCounter } from "../limits/RateRejections.ts"
import { takeWeight } from "../limits/WeightedWork.ts"
import { isHeavy, listedItemsOf, weightOf, weightOfBytes } from "../shares/RequestWeight.ts"
import { BodyChunks } from "./BodyChunks.ts"
import { makeBodyMemory } from "./BodyMemory.ts"
import {
  type BodyError,
  declaredSize,
  readBody,
  readObserved,
  rejectNotUtf8,
  rejectTooLarge,
  requireUtf8,
  sizeOf
} from "./BodyReader.ts"
import { measureJson } from "./BoundedJson.ts"
import { hasJsonType } from "./JsonPayload.ts"
import type { JsonExcess, JsonLimits } from "./JsonShape.ts"

/** The text of a smaller body cannot exceed the limits of JSON, whatever it contains. */
const UNCHECKED_BYTES = 1024
/** Bodies of at most 1 MiB may have this part of the values of large ones: no operation needs more. */
const ORDINARY_PARTS = 100
/** Smaller bodies of calls with a key need no room: there are as many of them as connections. */
const UNRESERVED_BYTES = 64 * 1024

/** A body that found no room is sent again after this time. */
const RETRY_AFTER_SECONDS = 5

/** The limits of the bytes that the bodies of calls with a key, and those of requests without one, have. */
type BodyMemoryLimit = "server.bodyBytes" | "server.keylessBodyBytes"

type Request = HttpServerRequest.HttpServerRequest

/** The body of a request that no key identifies. */
export interface KeylessBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Returns the weight of the body to the rate of the address, because its sender is known. */
  readonly trust: () => void
}

/**
 * A body that cannot be read is a defect, as for the payload of an operation. A rejection by the service remains a
 * failure.
 */
const dieOfRequestErrors = <A>(reading: Effect.Effect<A, BodyError>): Effect.Effect<A, ApiError> =>
  Effect.catch(reading, (error) => (error instanceof ApiError ? Effect.fail(error) : Effect.die(error)))

/**
 * The failure of a body that exceeds the limits of JSON.
 *
 * @param maxValues the value of the limit `request.jsonValues`, of which ordinary operations allow a part
 */
const rejectJson = (excess: JsonExcess, limits: JsonLimits, maxValues: number) => {
  switch (excess) {
    case "depth":
      return failWith("requestLimitExceeded", [
        `The body nests more than ${limits.maxDepth} arrays and objects: request.jsonDepth is ${limits.maxDepth}. Send a body with fewer levels.`
      ])
    case "properties":
      return failWith("requestLimitExceeded", [
        `The body has an object with more than ${limits.maxProperties} properties: request.jsonProperties is ${limits.maxProperties}. Send only the properties that the operation knows.`
      ])
    case "values":
      return failWith("requestLimitExceeded", [
        `The body has more than ${limits.maxValues} values: request.jsonValues is ${maxValues}${limits.maxValues === maxValues ? "" : ", of which this operation allows a hundredth"}. Split the request into smaller ones.`
      ])
  }
}

/** Counts the weight of a body against the rate of its address. The request itself was counted before, as 1. */
const makeBodyWeight = (addresses: AddressRates["Service"], call: CallRecord, request: Request) => {
  let counted = 1
  return {
    /** Debits the weight of a number of bytes. Returns the failure of a body beyond the rate. */
    take: (bytes: number): ApiError | undefined => {
      const weight = weightOfBytes(bytes)
      const rejection = addresses.takeBody(call, request, weight - counted)
      if (rejection === undefined) counted = Math.max(counted, weight)
      return rejection
    },
    /** Returns everything but the request itself. */
    refund: (): void => {
      addresses.putBackBody(request, counted - 1)
      counted = 1
    }
  }
}

/** Bounds the memory and the time that the bodies of requests take, before they are parsed. */
export class RequestBodies extends Context.Service<
  RequestBodies,
  {
    /**
     * Runs the handler of a call with a key. The weight of a body by its bytes is debited from the rates of the call
     * before it is read, or as it arrives when its length is unknown. A large body waits for its room among those of
     * all accounts, must arrive in time, and must not exceed the limits of JSON. Returns the handler itself for a
     * request without a large body.
     */
    readonly admit: <A, E, R>(
      call: CallRecord,
      request: Request,
      handler: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError, R>
    /**
     * Runs the handler of a request that no key identifies with its body, under separate limits. The weight of the body
     * by its bytes is debited from the rate of the address.
     *
     * @param observe receives each chunk of the body when it arrives
     */
    readonly withKeylessBody: <A, E, R>(
      request: Request,
      handler: (body: KeylessBody) => Effect.Effect<A, E, R>,
      observe?: (chunk: Uint8Array) => void
    ) => Effect.Effect<A, E | ApiError, R>
  }
>()("@landfall/http/bodies/RequestBodies") {
  static readonly layer = Layer.effect(
    RequestBodies,
    Effect.gen(function* () {
      const limits = yield* Limits
      const rates = yield* CallRates
      const addresses = yield* AddressRates
      const heavy = yield* HeavyRequestSlots
      const chunks = yield* BodyChunks
      const count = yield* makeRejectionCounter
      const ofAccounts = makeBodyMemory(limits["server.bodyBytes"])
      const ofAddresses = makeBodyMemory(limits["server.keylessBodyBytes"])
      const maxValues = limits["request.jsonValues"]
      const largeJson = {
        maxDepth: limits["request.jsonDepth"],
        maxProperties: limits["request.jsonProperties"],
        maxValues
      }
      const ordinaryJson = { ...largeJson, maxValues: Math.ceil(maxValues / ORDINARY_PARTS) }

      const rejectFull = Effect.fnUntraced(function* (limit: BodyMemoryLimit) {
        const call = yield* CurrentCall
        call.retryAfterSeconds = RETRY_AFTER_SECONDS
        count(limit)
        return yield* failWith("tooManyRequests", [
          `The server holds as many bytes of request bodies as ${limit} allows: ${limits[limit]}. Send the request again later, or send fewer large requests at the same time.`
        ])
      })

      /** Measures a body in slices; fails when it exceeds the limits of JSON. */
      const measure = Effect.fnUntraced(function* (request: Request, body: Uint8Array, listDepth?: number) {
        const jsonLimits = bodyLimitAt(request.url) > MAX_BODY_BYTES ? largeJson : ordinaryJson
        const meter = yield* measureJson(body, jsonLimits, listDepth)
        if (meter.excess !== undefined) return yield* rejectJson(meter.excess, jsonLimits, maxValues)
        return meter
      })

      /**
       * Checks the body of a call before it is parsed. Where it lists items, their weight is debited, or the call is
       * rejected.
       */
      const checkBody = Effect.fnUntraced(function* (call: CallRecord, request: Request, body: Uint8Array) {
        if (!chunks.isUtf8(body)) return yield* rejectNotUtf8
        if (body.length <= UNCHECKED_BYTES) return
        const listed = listedItemsOf(call.operation)
        const { elements, values } = yield* measure(request, body, listed?.depth)
        call.bodyValues = values
        if (listed === undefined) return
        yield* mapDomainErrors(Effect.fromResult(checkLimit(limits, listed.limit, elements)))
        const rejected = takeWeight(rates, call, weightOf(call.operation, elements))
        if (rejected !== undefined) yield* rejected
      })

      /** Debits the weight of a body by its bytes from the rates of its call. */
      const takeBytes = (call: CallRecord, bytes: number) => takeWeight(rates, call, weightOfBytes(bytes))

      return RequestBodies.of({
        admit: <A, E, R>(
          call: CallRecord,
          request: Request,
          handler: Effect.Effect<A, E, R>
        ): Effect.Effect<A, E | ApiError, R> => {
          const declared = declaredSize(request)
          const bytes = declared ?? bodyLimitAt(request.url)
          if (bytes === 0 || !hasJsonType(request)) return handler
          if (bytes <= UNCHECKED_BYTES) {
            requireUtf8(chunks, request)
            return handler
          }
          const limit = bodyLimitAt(request.url)
          if (bytes > limit) return rejectTooLarge(limit)
          const rejected = declared === undefined ? undefined : takeBytes(call, declared)
          if (rejected !== undefined) return rejected
          const reading =
            declared === undefined
              ? readObserved(chunks, request, (_, total) => takeBytes(call, total))
              : readBody(request)
          const checked = Effect.andThen(
            Effect.flatMap(dieOfRequestErrors(reading), (body) => checkBody(call, request, body)),
            handler
          )
          if (bytes <= UNRESERVED_BYTES) return checked
          const reserved = ofAccounts.use(call.accountId ?? "", bytes, checked, rejectFull("server.bodyBytes"))
          return declared !== undefined && isHeavy(weightOfBytes(declared)) ? heavy.expect(call, reserved) : reserved
        },
        withKeylessBody: <A, E, R>(
          request: Request,
          handler: (body: KeylessBody) => Effect.Effect<A, E, R>,
          observe: (chunk: Uint8Array) => void = () => undefined
        ) =>
          Effect.flatMap(CurrentCall, (call): Effect.Effect<A, E | ApiError, R> => {
            const declared = declaredSize(request)
            const limit = bodyLimitAt(request.url)
            if (declared !== undefined && declared > limit) return rejectTooLarge(limit)
            const counted = makeBodyWeight(addresses, call, request)
            const rejection = declared === undefined ? undefined : counted.take(declared)
            if (rejection !== undefined) return Effect.fail(rejection)
            const reading = readObserved(chunks, request, (chunk, total) => {
              observe(chunk)
              const beyond = counted.take(total)
              return beyond === undefined ? undefined : Effect.fail(beyond)
            })
            const handled = Effect.flatMap(reading, (bytes) =>
              Effect.andThen(
                measure(request, bytes),
                Effect.suspend(() => handler({ bytes, trust: counted.refund }))
              )
            )
            const holder = addressGroup(clientAddressOf(request))
            return ofAddresses.use(holder, sizeOf(request), handled, rejectFull("server.keylessBodyBytes"))
          })
      })
    })
  )
}
