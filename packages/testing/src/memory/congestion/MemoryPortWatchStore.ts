import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/endpoints/Endpoint"
import {
  MAX_WATCHES,
  PortWatch,
  type PortWatchId,
  PortWatchNotFound,
  TooManyWatches,
  watchKey
} from "@landfall/core/congestion/thresholds/PortWatch"
import { PortWatchStore } from "@landfall/core/congestion/thresholds/PortWatchStore"
import { Effect, Layer, Result } from "effect"
import { post } from "../alerts/MemoryDeliveries.ts"
import { MemoryState } from "../state/MemoryState.ts"
import { pageFrom } from "../state/Paging.ts"

/** `PortWatchStore` on `MemoryState`. */
export const layer = Layer.effect(
  PortWatchStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const hasEndpoint = (accountId: AccountId, id: EndpointId): boolean =>
      state.endpoints.get(id)?.endpoint.accountId === accountId

    const find = (accountId: AccountId, endpointId: EndpointId, id: PortWatchId) => {
      const watch = state.portWatches.get(id)
      const isTheirs = watch?.accountId === accountId && watch.endpointId === endpointId
      return isTheirs && hasEndpoint(accountId, endpointId)
        ? Result.succeed(watch)
        : Result.fail(new PortWatchNotFound({ id }))
    }

    const create = (watch: PortWatch): Result.Result<PortWatch, EndpointNotFound | TooManyWatches> => {
      const { accountId, endpointId } = watch
      if (!hasEndpoint(accountId, endpointId)) return Result.fail(new EndpointNotFound({ id: endpointId }))
      const others = state.portWatches.filter((other) => other.endpointId === endpointId)
      const same = others.find((other) => watchKey(other) === watchKey(watch))
      if (same === undefined && others.length >= MAX_WATCHES) return Result.fail(new TooManyWatches({ endpointId }))
      const kept = same === undefined ? watch : new PortWatch({ ...same, hysteresis: watch.hysteresis })
      state.portWatches.set(kept.id, kept)
      return Result.succeed(kept)
    }

    return PortWatchStore.of({
      create: (watch) => state.transact(() => create(watch)),
      list: (accountId, endpointId, page) =>
        state.transact(() => {
          if (!hasEndpoint(accountId, endpointId)) return Result.fail(new EndpointNotFound({ id: endpointId }))
          const watches = state.portWatches.filter((watch) => watch.endpointId === endpointId)
          return Result.succeed(pageFrom(watches, "rising", page, ({ id }) => id))
        }),
      find: (accountId, endpointId, id) => state.transact(() => find(accountId, endpointId, id)),
      remove: (accountId, endpointId, id) =>
        state.transact(() => Result.map(find(accountId, endpointId, id), () => state.portWatches.delete(id))),
      ports: state.transact(() => {
        const watched = state.portWatches.filter(({ accountId, endpointId }) => hasEndpoint(accountId, endpointId))
        return Result.succeed([...new Set(watched.map(({ port }) => port))].sort())
      }),
      look: (port, decide, now) =>
        state.transact(() => {
          let told = 0
          for (const watch of state.portWatches.filter((watch) => watch.port === port)) {
            const endpoint = state.endpoints.get(watch.endpointId)?.endpoint
            const account = state.accounts.get(watch.accountId)
            if (endpoint === undefined || account === undefined) continue
            const decision = decide({ watch, endpoint, plan: account.plan })
            state.portWatches.set(watch.id, decision.watch)
            for (const draft of decision.messages) post(state, watch.accountId, draft, now)
            told += decision.messages.length
          }
          return Result.succeed(told)
        })
    })
  })
)
