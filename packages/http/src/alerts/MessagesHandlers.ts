import type { DeliveryView } from "@landfall/api/alerts/MessagesApi"
import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import {
  type DeliveryRecord,
  type DeliveryRecords,
  deliveryStatusOf
} from "@landfall/core/alerts/operations/MessageSummary"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseMessageId } from "../conventions/PathIds.ts"
import { checkWindow } from "../conventions/TimeWindow.ts"
import { toAttemptView } from "./AttemptViews.ts"

const toDeliveryView = ({ endpointId, state }: DeliveryRecord): typeof DeliveryView.Type => ({
  endpointId,
  status: deliveryStatusOf(state),
  attempts: state.attempts,
  nextAttemptAt: state._tag === "Pending" ? state.dueAt : null,
  skipReason: state._tag === "Skipped" ? state.reason : null,
  settledAt: state._tag === "Pending" || state._tag === "Leased" ? null : state.at
})

const toDeliveryFields = ({ deliveries, more }: DeliveryRecords) => ({
  deliveries: deliveries.map(toDeliveryView),
  moreDeliveries: more
})

export const messagesHandlers = HttpApiBuilder.group(
  LandfallApi,
  "messages",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* MessageLog

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const account = yield* CurrentAccount
        const { limit: _, iterator: __, ...filter } = query
        yield* checkWindow(filter)
        const page = yield* log.messages(account.id, filter, yield* parsePageRequest(query, "msg_"))
        return toPageView(page, ({ id, type, shipmentId, example, createdAt, ...records }) => ({
          id,
          type,
          shipmentId: Option.getOrNull(shipmentId),
          example,
          createdAt,
          ...toDeliveryFields(records)
        }))
      }, mapDomainErrors),
      get: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const { message, ...records } = yield* log.message(account.id, yield* parseMessageId(params.id))
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
        return toPageView(yield* log.attemptsOfMessage(account.id, id, filter, request), toAttemptView)
      }, mapDomainErrors)
    })
  })
)
