import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import {
  type CongestionThreshold,
  type CongestionThresholdId,
  CongestionThresholdNotFound,
  planThresholdCreation,
  type TooManyThresholds
} from "@landfall/core/congestion/thresholds/CongestionThreshold"
import {
  CongestionThresholdStore,
  decideThresholds
} from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { checkLimit, type LimitExceeded } from "@landfall/core/limits/Limits"
import { Effect, Layer, Result } from "effect"
import { postMessage } from "../alerts/Deliveries.ts"
import { slicePage } from "../state/ListPage.ts"
import { MemoryState } from "../state/MemoryState.ts"

/** `CongestionThresholdStore` on `MemoryState`. */
export const layer = Layer.effect(
  CongestionThresholdStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const hasEndpoint = (accountId: AccountId, id: EndpointId): boolean =>
      state.endpoints.get(id)?.endpoint.accountId === accountId

    const find = (accountId: AccountId, endpointId: EndpointId, id: CongestionThresholdId) => {
      const threshold = state.congestionThresholds.get(id)
      const isOfEndpoint = threshold?.accountId === accountId && threshold.endpointId === endpointId
      return isOfEndpoint && hasEndpoint(accountId, endpointId)
        ? Result.succeed(threshold)
        : Result.fail(new CongestionThresholdNotFound({ id }))
    }

    const create = (
      added: CongestionThreshold
    ): Result.Result<CongestionThreshold, EndpointNotFound | LimitExceeded | TooManyThresholds> => {
      const { accountId, endpointId } = added
      if (!hasEndpoint(accountId, endpointId)) return Result.fail(new EndpointNotFound({ id: endpointId }))
      const existing = state.congestionThresholds.filter((threshold) => threshold.endpointId === endpointId)
      return Result.gen(function* () {
        const { threshold, isNew } = yield* planThresholdCreation(existing, added)
        if (isNew) {
          const count = state.congestionThresholds.filter((other) => other.accountId === accountId).length
          yield* checkLimit(state.limits, "account.portWatches", count + 1)
        }
        state.congestionThresholds.set(threshold.id, threshold)
        return threshold
      })
    }

    return CongestionThresholdStore.of({
      create: (added) => state.transact(() => create(added)),
      list: (accountId, endpointId, page) =>
        state.transact(() => {
          if (!hasEndpoint(accountId, endpointId)) return Result.fail(new EndpointNotFound({ id: endpointId }))
          const thresholds = state.congestionThresholds.filter((threshold) => threshold.endpointId === endpointId)
          return Result.succeed(slicePage(thresholds, "rising", page, ({ id }) => id))
        }),
      find: (accountId, endpointId, id) => state.transact(() => find(accountId, endpointId, id)),
      remove: (accountId, endpointId, id) =>
        state.transact(() => Result.map(find(accountId, endpointId, id), () => state.congestionThresholds.delete(id))),
      ports: state.transact(() => {
        const active = state.congestionThresholds.filter(({ accountId, endpointId }) =>
          hasEndpoint(accountId, endpointId)
        )
        return Result.succeed([...new Set(active.map(({ port }) => port))].sort())
      }),
      evaluate: (selected, decide, now) =>
        state.transact(() => {
          const found =
            "limit" in selected
              ? state.congestionThresholds
                  .filter(({ port, id }) => port === selected.port && id > selected.after)
                  .sort((a, b) => (a.id < b.id ? -1 : 1))
                  .slice(0, selected.limit)
              : state.congestionThresholds.filter(({ id }) => id === selected.id)
          const snapshots = found.flatMap((threshold) => {
            const endpoint = state.endpoints.get(threshold.endpointId)?.endpoint
            const account = state.accounts.get(threshold.accountId)
            return endpoint === undefined || account === undefined ? [] : [{ threshold, endpoint, plan: account.plan }]
          })
          const { changed, messages, messageCount } = decideThresholds(snapshots, decide)
          for (const threshold of changed) state.congestionThresholds.set(threshold.id, threshold)
          for (const [accountId, drafts] of messages) {
            for (const draft of drafts) postMessage(state, accountId, draft, now)
          }
          const next = "limit" in selected && found.length === selected.limit ? found.at(-1)?.id : undefined
          return Result.succeed({ messages: messageCount, next })
        })
    })
  })
)
