import { LandfallApi } from "@landfall/api/LandfallApi"
import { checkLimit, Limits } from "@landfall/core/limits/Limits"
import { CarrierNotificationVerifier } from "@landfall/core/tracking/carriers/CarrierNotificationVerifier"
import { Shipments } from "@landfall/core/tracking/Shipments"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { RequestBodies } from "../limits/RequestBodies.ts"
import { countEvents, rejectIfNoneReadable } from "./TrackingEventsHandlers.ts"

const SIGNATURE_FAULTS = {
  missing: "The header Notification-Signature is missing.",
  malformed: "The header Notification-Signature must be sha256= and 64 hexadecimal digits.",
  wrong: "The header Notification-Signature does not match the body."
} as const

const decoder = new TextDecoder("utf-8", { fatal: true })

const parseJsonBody = (body: Uint8Array) => Result.try((): unknown => JSON.parse(decoder.decode(body)))

export const carrierNotificationsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "notifications",
  Effect.fnUntraced(function* (handlers) {
    const notifications = yield* CarrierNotificationVerifier
    const shipments = yield* Shipments
    const limits = yield* Limits
    const bodies = yield* RequestBodies

    const parseScac = Effect.fnUntraced(function* (text: string) {
      const scac = text.toUpperCase()
      return (yield* notifications.accepts(scac))
        ? scac
        : yield* failWith("carrierUnknown", [`Notifications of the carrier ${scac.slice(0, 10)} are not configured.`])
    })

    const receive = Effect.fnUntraced(function* (scac: string, body: Uint8Array, signature: string | undefined) {
      const verified = yield* notifications.verify(scac, body, signature)
      if (Option.isNone(verified)) return yield* failWith("carrierUnknown")
      const { profile, verdict } = verified.value
      if (verdict !== "valid") return yield* failWith("signatureInvalid", [SIGNATURE_FAULTS[verdict]])
      const payload = parseJsonBody(body)
      if (Result.isFailure(payload)) return yield* failWith("bodyNotJson", ["$ is not JSON in UTF-8."])
      yield* Effect.fromResult(checkLimit(limits, "request.events", countEvents(payload.success)))
      const decoded = yield* shipments.receiveNotification(profile, payload.success)
      yield* rejectIfNoneReadable(decoded)
      return { accepted: decoded.events.length, rejected: decoded.rejected, unknown: decoded.unknown }
    })

    const withNotify = handlers.handleRaw(
      "notify",
      Effect.fnUntraced(function* ({ params, request }) {
        // Checked before the body is read, which an unknown carrier need not send.
        const scac = yield* parseScac(params.scac)
        const signature = request.headers["notification-signature"]
        const fault = notifications.signatureFault(signature)
        if (Option.isSome(fault)) return yield* failWith("signatureInvalid", [SIGNATURE_FAULTS[fault.value]])
        // A body that is too large or incomplete is a defect here; the pipeline turns it into an errorInfo, as for every
        // operation.
        return yield* bodies
          .withKeylessBody(request, (body) => receive(scac, body, signature))
          .pipe(Effect.catchTag("HttpServerError", (error) => Effect.die(error)))
      }, mapDomainErrors)
    )
    return withNotify.handle("verify", ({ params }) => Effect.asVoid(parseScac(params.scac)))
  })
)
