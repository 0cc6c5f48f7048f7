import type { ChangeEndpoint } from "@landfall/api/alerts/EndpointsApi"
import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { type MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { Effect } from "effect"
import { failWith } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { portalChangeFaults } from "./PortalChange.ts"

/** The application that the token of a portal limits the current call to; undefined for a call with a key or a session. */
const currentApplication = Effect.map(CurrentCall, ({ applicationId }) => applicationId)

/** The part of a filter that limits a list to that application; nothing for a call with a key or a session. */
const ownApplication = Effect.map(currentApplication, (applicationId) =>
  applicationId === undefined ? {} : { applicationId }
)

/**
 * Limits the reads and changes of a call to the application of its token. To a portal, an endpoint of another
 * application does not exist, and a message exists as far as it was delivered to endpoints of that application.
 */
export const makePortalScope = Effect.gen(function* () {
  const endpoints = yield* EndpointStore
  const log = yield* MessageLog

  const requireEndpoint = Effect.fnUntraced(function* (accountId: AccountId, id: EndpointId) {
    const applicationId = yield* currentApplication
    if (applicationId === undefined) return
    const endpoint = yield* endpoints.find(accountId, id)
    if (endpoint.applicationId !== applicationId) return yield* new EndpointNotFound({ id })
  })

  /** A message with the deliveries that the call may see. Fails when a portal may see none. */
  const visibleMessage = Effect.fnUntraced(function* (accountId: AccountId, id: MessageId) {
    const applicationId = yield* currentApplication
    const found = yield* log.message(accountId, id, applicationId)
    if (applicationId !== undefined && found.deliveries.length === 0) return yield* new MessageNotFound({ id })
    return found
  })

  return {
    currentApplication,
    ownApplication,
    /** Fails unless the endpoint exists for the call. */
    requireEndpoint,
    /** Fails unless the call may make this change of an endpoint. */
    requireChange: Effect.fnUntraced(function* (
      accountId: AccountId,
      id: EndpointId,
      change: typeof ChangeEndpoint.Type
    ) {
      if ((yield* currentApplication) === undefined) return
      yield* requireEndpoint(accountId, id)
      const faults = portalChangeFaults(yield* endpoints.find(accountId, id), change)
      if (faults.length > 0) return yield* failWith("portalNotAllowed", faults)
    }),
    /** Fails unless the call may send the message to the endpoint again: a portal, where it was a delivery of that endpoint. */
    requireDelivery: Effect.fnUntraced(function* (accountId: AccountId, id: MessageId, endpointId: EndpointId) {
      if ((yield* currentApplication) === undefined) return
      yield* requireEndpoint(accountId, endpointId)
      const { deliveries } = yield* visibleMessage(accountId, id)
      if (!deliveries.some((delivery) => delivery.endpointId === endpointId)) return yield* new MessageNotFound({ id })
    }),
    visibleMessage,
    /** Fails unless the message exists for the call. A call with a key or a session is not limited, and reads nothing here. */
    requireMessage: Effect.fnUntraced(function* (accountId: AccountId, id: MessageId) {
      if ((yield* currentApplication) !== undefined) yield* visibleMessage(accountId, id)
    })
  }
})
