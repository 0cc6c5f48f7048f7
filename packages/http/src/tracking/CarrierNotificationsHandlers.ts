import { LandfallApi } from "@landfall/api/LandfallApi"
import type { DecodeResult } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import {
  CarrierNotificationVerifier,
  type NotificationCheck
} from "@landfall/core/tracking/carriers/CarrierNotificationVerifier"
import { unreadableEvents } from "@landfall/core/tracking/polling/PollPlan"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { type KeylessBody, RequestBodies } from "../bodies/RequestBodies.ts"
import { parseJson } from "../bodies/SlicedJson.ts"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { Metrics } from "../metrics/Metrics.ts"
import { makeEventCount, rejectIfNoneReadable } from "./TrackingEventsHandlers.ts"

const SIGNATURE_FAULTS = {
  missing: "The header Notification-Signature is missing.",
  malformed: "The header Notification-Signature must be sha256= and 64 hexadecimal digits.",
  wrong: "The header Notification-Signature does not match the body."
} as const

const decoder = new TextDecoder("utf-8", { fatal: true })

const NOT_UTF_8 = "$ is not JSON in UTF-8."

const parseBody = (body: Uint8Array) => {
  const decoded = Result.try(() => decoder.decode(body))
  return Result.isFailure(decoded) ? Effect.fail(NOT_UTF_8) : parseJson(body)
}

export const carrierNotificationsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "notifications",
  Effect.fnUntraced(function* (handlers) {
    const notifications = yield* CarrierNotificationVerifier
    const shipments = yield* Shipments
    const countEvents = yield* makeEventCount
    const bodies = yield* RequestBodies
    const metrics = yield* Metrics

    /** Reports faults to the operator that otherwise only the carrier would see in the response. */
    const reportUnreadable = (scac: string, decoded: DecodeResult) => {
      const description = "Events of carriers that could not be read"
      metrics.add("landfall_carrier_unreadable_events_total", description, decoded.rejected.length, { carrier: scac })
      return Option.match(unreadableEvents(scac, decoded), {
        onNone: () => Effect.void,
        onSome: (message) => Effect.annotateLogs(Effect.logWarning(message), { carrier: scac })
      })
    }

    const parseScac = Effect.fnUntraced(function* (text: string) {
      const scac = text.toUpperCase()
      return (yield* notifications.accepts(scac))
        ? scac
        : yield* failWith("carrierUnknown", [`Notifications of the carrier ${scac.slice(0, 10)} are not configured.`])
    })

    const receive = Effect.fnUntraced(function* ({ profile, verdict }: NotificationCheck, body: KeylessBody) {
      const result = yield* verdict
      if (result !== "valid") return yield* failWith("signatureInvalid", [SIGNATURE_FAULTS[result]])
      body.trust()
      const payload = yield* Effect.catch(parseBody(body.bytes), (fault) => failWith("bodyNotJson", [fault]))
      yield* countEvents(payload)
      const decoded = yield* shipments.receiveNotification(profile, payload)
      yield* reportUnreadable(profile.scac, decoded)
      yield* rejectIfNoneReadable(decoded)
      return { accepted: decoded.events.length, rejected: decoded.rejected, unknown: decoded.unknown }
    })

    const withNotify = handlers.handleRaw(
      "notify",
      Effect.fnUntraced(function* ({ params, request }) {
        // Checked before the body is read, so that the body of an unknown carrier is not read.
        const scac = yield* parseScac(params.scac)
        const signature = request.headers["notification-signature"]
        const check = yield* notifications.check(scac, signature)
        if (Option.isNone(check)) return yield* failWith("carrierUnknown")
        const fault = notifications.signatureFault(signature)
        if (Option.isSome(fault)) return yield* failWith("signatureInvalid", [SIGNATURE_FAULTS[fault.value]])
        return yield* bodies.withKeylessBody(request, (body) => receive(check.value, body), check.value.add)
      }, mapDomainErrors)
    )
    return withNotify.handle("verify", ({ params }) => Effect.asVoid(parseScac(params.scac)))
  })
)
