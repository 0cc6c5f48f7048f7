import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseMessageId } from "../conventions/PathIds.ts"
import { checkWindow } from "../conventions/QueryParameters.ts"
import { toAttemptView } from "./AttemptViews.ts"
import { toDeliveryFields, toMessageView } from "./MessageViews.ts"
import { makePortalScope } from "./PortalScope.ts"

export const messagesHandlers = HttpApiBuilder.group(
  LandfallApi,
  "messages",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* MessageLog
    const scope = yield* makePortalScope

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const account = yield* CurrentAccount
        const { limit: _, iterator: __, ...filter } = query
        yield* checkWindow(filter)
        const request = yield* parsePageRequest(query, "msg_")
        if (filter.endpointId !== undefined) yield* scope.requireEndpoint(account.id, filter.endpointId)
        const page = yield* log.messages(account.id, { ...filter, ...(yield* scope.ownApplication) }, request)
        return toPageView(page, toMessageView)
      }, mapDomainErrors),
      get: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const id = yield* parseMessageId(params.id)
        const { message, shipmentNumber, ...records } = yield* scope.visibleMessage(account.id, id)
        return {
          id: message.id,
          type: message.type,
          shipmentId: Option.getOrNull(message.shipmentId),
          shipmentNumber: Option.getOrNull(shipmentNumber),
          example: message.example,
          createdAt: message.createdAt,
          ...toDeliveryFields(records),
          payload: JSON.parse(message.body)
        }
      }, mapDomainErrors),
      attempts: Effect.fnUntraced(function* ({ params, query }) {
        const account = yield* CurrentAccount
        const { limit: _, iterator: __, ...filter } = query
        yield* checkWindow(filter)
        const request = yield* parsePageRequest(query, "attempt ")
        const id = yield* parseMessageId(params.id)
        yield* scope.requireMessage(account.id, id)
        if (filter.endpointId !== undefined) yield* scope.requireEndpoint(account.id, filter.endpointId)
        const own = { ...filter, ...(yield* scope.ownApplication) }
        return toPageView(yield* log.attemptsOfMessage(account.id, id, own, request), toAttemptView)
      }, mapDomainErrors)
    })
  })
)
