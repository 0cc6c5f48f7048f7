import type { DeliveryView } from "@landfall/api/alerts/MessagesApi"
import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { type DeliveryRecord, type DeliveryRecords, statusOf } from "@landfall/core/alerts/operations/MessageSummary"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failing } from "../DomainFailures.ts"
import { pageRequest, showPage } from "../Listing.ts"
import { messageId } from "../PathIds.ts"
import { checkWindow } from "../TimeWindow.ts"
import { showAttempt } from "./AttemptViews.ts"

const showDelivery = ({ endpointId, state }: DeliveryRecord): typeof DeliveryView.Type => ({
  endpointId,
  status: statusOf(state),
  attempts: state.attempts,
  nextAttemptAt: state._tag === "Pending" ? state.dueAt : null,
  skipReason: state._tag === "Skipped" ? state.reason : null,
  settledAt: state._tag === "Pending" || state._tag === "Leased" ? null : state.at
})

const showDeliveries = ({ deliveries, more }: DeliveryRecords) => ({
  deliveries: deliveries.map(showDelivery),
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
        const page = yield* log.messages(account.id, filter, yield* pageRequest(query, "msg_"))
        return showPage(page, ({ id, type, shipmentId, example, createdAt, ...records }) => ({
          id,
          type,
          shipmentId: Option.getOrNull(shipmentId),
          example,
          createdAt,
          ...showDeliveries(records)
        }))
      }, failing),
      get: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const { message, ...records } = yield* log.message(account.id, yield* messageId(params.id))
        return {
          id: message.id,
          type: message.type,
          shipmentId: Option.getOrNull(message.shipmentId),
          example: message.example,
          createdAt: message.createdAt,
          ...showDeliveries(records),
          payload: JSON.parse(message.body)
        }
      }, failing),
      attempts: Effect.fnUntraced(function* ({ params, query }) {
        const account = yield* CurrentAccount
        const { limit: _, iterator: __, ...filter } = query
        yield* checkWindow(filter)
        const request = yield* pageRequest(query, "attempt ")
        const id = yield* messageId(params.id)
        return showPage(yield* log.attemptsOfMessage(account.id, id, filter, request), showAttempt)
      }, failing)
    })
  })
)
