import type { ChangeEndpoint } from "@landfall/api/alerts/EndpointsApi"
import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import { type Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { type MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import type { DeliveryRecords } from "@landfall/core/alerts/operations/MessageSummary"
import type { Page, PageRequest } from "@landfall/core/listing/Page"
import { Effect, Option } from "effect"
import { failWith } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { portalChangeFaults } from "./PortalChange.ts"

/** The endpoints that are read at a time. */
const ID_PAGE = 50

/** The application that the token of a portal limits the current call to; undefined for a call with a key or a session. */
const currentApplication = Effect.map(CurrentCall, ({ applicationId }) => applicationId)

/**
 * Limits what a call reads and changes to the application of its token. To a portal, an endpoint of another application does not exist,
 * and a message exists as far as it was delivered to endpoints of its own.
 */
export const makePortalScope = Effect.gen(function* () {
  const endpoints = yield* EndpointStore
  const log = yield* MessageLog
  const isOf = (applicationId: string) => (endpoint: Endpoint) => endpoint.applicationId === applicationId

  /** The ids of the endpoints of an application. Their labels may be large: one page of them is in memory at a time. */
  const endpointIdsOf = Effect.fnUntraced(function* (accountId: AccountId, applicationId: ApplicationId) {
    const ids = new Set<EndpointId>()
    let cursor: PageRequest["cursor"] = Option.none()
    for (;;) {
      const page: Page<Endpoint> = yield* endpoints.list(accountId, { limit: ID_PAGE, cursor }, applicationId)
      for (const { id } of page.data) ids.add(id)
      const last = page.data.at(-1)
      if (page.done || last === undefined) return ids
      cursor = Option.some({ direction: "after" as const, key: last.id })
    }
  })

  const requireEndpoint = Effect.fnUntraced(function* (accountId: AccountId, id: EndpointId) {
    const applicationId = yield* currentApplication
    if (applicationId === undefined) return
    const endpoint = yield* endpoints.find(accountId, id)
    if (!isOf(applicationId)(endpoint)) return yield* new EndpointNotFound({ id })
  })

  return {
    currentApplication,
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
      const { deliveries } = yield* log.message(accountId, id)
      if (!deliveries.some((delivery) => delivery.endpointId === endpointId)) return yield* new MessageNotFound({ id })
    }),
    /** The deliveries of a message that the call may see. Fails when it may see none. */
    visibleDeliveries: Effect.fnUntraced(function* <Records extends DeliveryRecords>(
      accountId: AccountId,
      id: MessageId,
      records: Records
    ) {
      const applicationId = yield* currentApplication
      if (applicationId === undefined) return records
      const ids = yield* endpointIdsOf(accountId, applicationId)
      const deliveries = records.deliveries.filter(({ endpointId }) => ids.has(endpointId))
      return deliveries.length === 0 ? yield* new MessageNotFound({ id }) : { ...records, deliveries, more: false }
    })
  }
})
