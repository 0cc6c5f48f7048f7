import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/endpoints/Endpoint"
import {
  CongestionThreshold,
  type CongestionThresholdId,
  CongestionThresholdNotFound,
  MAX_THRESHOLDS,
  TooManyThresholds,
  thresholdKey
} from "@landfall/core/congestion/thresholds/CongestionThreshold"
import { CongestionThresholdStore } from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { Effect, Layer, Result } from "effect"
import { postMessage } from "../alerts/Deliveries.ts"
import { slicePage } from "../state/ListPage.ts"
import { MemoryState } from "../state/MemoryState.ts"

/** `PortWatchStore` on `MemoryState`. */
export const layer = Layer.effect(
  CongestionThresholdStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const hasEndpoint = (accountId: AccountId, id: EndpointId): boolean =>
      state.endpoints.get(id)?.endpoint.accountId === accountId

    const find = (accountId: AccountId, endpointId: EndpointId, id: CongestionThresholdId) => {
      const watch = state.congestionThresholds.get(id)
      const isTheirs = watch?.accountId === accountId && watch.endpointId === endpointId
      return isTheirs && hasEndpoint(accountId, endpointId)
        ? Result.succeed(watch)
        : Result.fail(new CongestionThresholdNotFound({ id }))
    }

    const create = (
      watch: CongestionThreshold
    ): Result.Result<CongestionThreshold, EndpointNotFound | TooManyThresholds> => {
      const { accountId, endpointId } = watch
      if (!hasEndpoint(accountId, endpointId)) return Result.fail(new EndpointNotFound({ id: endpointId }))
      const others = state.congestionThresholds.filter((other) => other.endpointId === endpointId)
      const same = others.find((other) => thresholdKey(other) === thresholdKey(watch))
      if (same === undefined && others.length >= MAX_THRESHOLDS)
        return Result.fail(new TooManyThresholds({ endpointId }))
      const kept = same === undefined ? watch : new CongestionThreshold({ ...same, hysteresis: watch.hysteresis })
      state.congestionThresholds.set(kept.id, kept)
      return Result.succeed(kept)
    }

    return CongestionThresholdStore.of({
      create: (watch) => state.transact(() => create(watch)),
      list: (accountId, endpointId, page) =>
        state.transact(() => {
          if (!hasEndpoint(accountId, endpointId)) return Result.fail(new EndpointNotFound({ id: endpointId }))
          const watches = state.congestionThresholds.filter((watch) => watch.endpointId === endpointId)
          return Result.succeed(slicePage(watches, "rising", page, ({ id }) => id))
        }),
      find: (accountId, endpointId, id) => state.transact(() => find(accountId, endpointId, id)),
      remove: (accountId, endpointId, id) =>
        state.transact(() => Result.map(find(accountId, endpointId, id), () => state.congestionThresholds.delete(id))),
      ports: state.transact(() => {
        const watched = state.congestionThresholds.filter(({ accountId, endpointId }) =>
          hasEndpoint(accountId, endpointId)
        )
        return Result.succeed([...new Set(watched.map(({ port }) => port))].sort())
      }),
      evaluate: (port, decide, now) =>
        state.transact(() => {
          let told = 0
          for (const watch of state.congestionThresholds.filter((watch) => watch.port === port)) {
            const endpoint = state.endpoints.get(watch.endpointId)?.endpoint
            const account = state.accounts.get(watch.accountId)
            if (endpoint === undefined || account === undefined) continue
            const decision = decide({ threshold: watch, endpoint, plan: account.plan })
            state.congestionThresholds.set(watch.id, decision.threshold)
            for (const draft of decision.messages) postMessage(state, watch.accountId, draft, now)
            told += decision.messages.length
          }
          return Result.succeed(told)
        })
    })
  })
)
