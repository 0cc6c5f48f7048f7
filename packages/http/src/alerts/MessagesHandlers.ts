import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import type { DeliveryRecord } from "@landfall/core/alerts/operations/MessageSummary"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
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
        const applicationId = yield* scope.currentApplication
        if (applicationId !== undefined) {
          if (filter.endpointId === undefined) {
            return yield* failWith("parameterInvalid", ["query.endpointId is required with the token of a portal."])
          }
          yield* scope.requireEndpoint(account.id, filter.endpointId)
        }
        const page = yield* log.messages(account.id, filter, request)
        if (applicationId === undefined) return toPageView(page, toMessageView)
        const ofEndpoint = ({ endpointId }: DeliveryRecord) => endpointId === filter.endpointId
        return toPageView(page, (message) =>
          toMessageView({ ...message, deliveries: message.deliveries.filter(ofEndpoint), more: false })
        )
      }, mapDomainErrors),
      get: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const id = yield* parseMessageId(params.id)
        const found = yield* log.message(account.id, id)
        const { message, ...records } = yield* scope.visibleDeliveries(account.id, id, found)
        return {
          id: message.id,
          type: message.type,
          shipmentId: Option.getOrNull(message.shipmentId),
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
        if ((yield* scope.currentApplication) !== undefined) {
          if (filter.endpointId === undefined) {
            return yield* failWith("parameterInvalid", ["query.endpointId is required with the token of a portal."])
          }
          yield* scope.requireEndpoint(account.id, filter.endpointId)
        }
        return toPageView(yield* log.attemptsOfMessage(account.id, id, filter, request), toAttemptView)
      }, mapDomainErrors)
    })
  })
)
