import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { DecodeResult } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { Effect, Predicate } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { WeightedWork } from "../limits/WeightedWork.ts"

const MAX_REASONS = 50

/** Rejects a payload without any readable event. */
export const rejectIfNoneReadable = Effect.fnUntraced(function* ({ events, rejected }: DecodeResult) {
  if (events.length > 0 || rejected.length === 0) return
  const reasons = rejected.slice(0, MAX_REASONS).map(({ path, reason }) => `${path}: ${reason}`)
  return yield* failWith("bodyInvalid", reasons, "None of the events could be read.")
})

/** The number of events in a payload: a list of them, an object with lists of them, or a single one. */
const countEvents = (payload: unknown): number => {
  if (Array.isArray(payload)) return payload.length
  if (!Predicate.isObject(payload)) return 1
  return Object.values(payload).reduce<number>((total, part) => total + (Array.isArray(part) ? part.length : 0), 1)
}

export const trackingEventsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "trackingEvents",
  Effect.fnUntraced(function* (handlers) {
    const shipments = yield* Shipments
    const work = yield* WeightedWork
    return handlers.handleAll({
      receive: Effect.fnUntraced(function* ({ payload }) {
        const account = yield* CurrentAccount
        const { decoded, received } = yield* work.run(countEvents(payload), shipments.receive(account.id, payload))
        yield* rejectIfNoneReadable(decoded)
        return {
          added: received.added,
          repeated: received.repeated,
          shipments: received.shipments,
          alerts: received.messages,
          rejected: decoded.rejected,
          unknown: decoded.unknown
        }
      }, mapDomainErrors)
    })
  })
)
