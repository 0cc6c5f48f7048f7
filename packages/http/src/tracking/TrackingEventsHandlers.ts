import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { DecodeResult } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"

const MAX_REASONS = 50

/** Rejects a payload without any readable event. */
export const rejectIfNoneReadable = Effect.fnUntraced(function* ({ events, rejected }: DecodeResult) {
  if (events.length > 0 || rejected.length === 0) return
  const reasons = rejected.slice(0, MAX_REASONS).map(({ path, reason }) => `${path}: ${reason}`)
  return yield* failWith("bodyInvalid", reasons, "None of the events could be read.")
})

export const trackingEventsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "trackingEvents",
  Effect.fnUntraced(function* (handlers) {
    const shipments = yield* Shipments
    return handlers.handleAll({
      receive: Effect.fnUntraced(function* ({ payload }) {
        const account = yield* CurrentAccount
        const { decoded, received } = yield* shipments.receive(account.id, payload)
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
