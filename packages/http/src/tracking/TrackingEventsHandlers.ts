import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { checkLimit, Limits } from "@landfall/core/limits/Limits"
import { CarrierEventDecoder, type DecodeResult } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { Effect } from "effect"
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

/** Makes a function that counts the events of a payload, and fails beyond the limit of a request. */
export const makeEventCount = Effect.gen(function* () {
  const limits = yield* Limits
  const decoder = yield* CarrierEventDecoder
  return Effect.fnUntraced(function* (payload: unknown) {
    const count = yield* decoder.count(payload)
    yield* Effect.fromResult(checkLimit(limits, "request.events", count))
    return count
  })
})

export const trackingEventsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "trackingEvents",
  Effect.fnUntraced(function* (handlers) {
    const shipments = yield* Shipments
    const work = yield* WeightedWork
    const countEvents = yield* makeEventCount
    // A body can have many events: it is parsed in slices.
    return handlers.handleRaw(
      "receive",
      Effect.fnUntraced(function* ({ request }) {
        if (!hasJsonType(request)) return unsupportedType
        const account = yield* CurrentAccount
        const payload = yield* readJsonPayload(request)
        const count = yield* countEvents(payload)
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
