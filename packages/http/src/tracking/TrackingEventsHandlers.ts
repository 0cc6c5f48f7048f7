import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { checkLimit, Limits } from "@landfall/core/limits/Limits"
import type { DecodeResult } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { Effect, Predicate } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { hasJsonType, readJsonPayload, unsupportedType } from "../bodies/JsonPayload.ts"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { WeightedWork } from "../limits/WeightedWork.ts"
import { weightOfEvents } from "../shares/RequestWeight.ts"

const MAX_REASONS = 50

/** Rejects a payload without any readable event. */
export const rejectIfNoneReadable = Effect.fnUntraced(function* ({ events, rejected }: DecodeResult) {
  if (events.length > 0 || rejected.length === 0) return
  const reasons = rejected.slice(0, MAX_REASONS).map(({ path, reason }) => `${path} ${reason}`)
  return yield* failWith("bodyInvalid", reasons, "None of the events could be read.")
})

/** The number of events in a payload: a list of them, an object with lists of them, or a single one. */
export const countEvents = (payload: unknown): number => {
  if (Array.isArray(payload)) return payload.length
  if (!Predicate.isObject(payload)) return 1
  const listed = Object.values(payload).reduce<number>(
    (total, part) => total + (Array.isArray(part) ? part.length : 0),
    0
  )
  return Math.max(1, listed)
}

export const trackingEventsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "trackingEvents",
  Effect.fnUntraced(function* (handlers) {
    const shipments = yield* Shipments
    const work = yield* WeightedWork
    const limits = yield* Limits
    // A body can have many events: it is parsed in slices.
    return handlers.handleRaw(
      "receive",
      Effect.fnUntraced(function* ({ request }) {
        if (!hasJsonType(request)) return unsupportedType
        const account = yield* CurrentAccount
        const payload = yield* readJsonPayload(request)
        const count = countEvents(payload)
        yield* Effect.fromResult(checkLimit(limits, "request.events", count))
        const { decoded, received, considered } = yield* work.run(count, shipments.receive(account.id, payload))
        yield* work.charge(weightOfEvents(considered))
        yield* rejectIfNoneReadable(decoded)
        return {
          added: received.added,
          excess: received.excess,
          repeated: received.repeated,
          shipments: received.shipments,
          alerts: received.messages,
          rejected: decoded.rejected,
          unknown: decoded.unknown
        }
      }, mapDomainErrors)
    )
  })
)
