import type { AccountId } from "@landfall/core/accounts/Account"
import { EndpointNotFound, EndpointStore } from "@landfall/core/alerts/Endpoint"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Effect, Layer, Result } from "effect"
import { isOpen, isPending, skipDeliveries } from "./MemoryDeliveries.ts"
import { duplicate, type EndpointRow, keyOf, MemoryState } from "./MemoryState.ts"
import { pageFrom } from "./Paging.ts"

/** `EndpointStore` on `MemoryState`. Secrets are kept as they are. */
export const layer = Layer.effect(
  EndpointStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const find = (accountId: AccountId, id: EndpointId): Result.Result<EndpointRow, EndpointNotFound> => {
      const row = state.endpoints.get(id)
      return row?.endpoint.accountId === accountId ? Result.succeed(row) : Result.fail(new EndpointNotFound({ id }))
    }

    const change = (accountId: AccountId, id: EndpointId, to: (row: EndpointRow) => EndpointRow) =>
      state.transact(() =>
        Result.map(find(accountId, id), (row) => {
          const changed = to(row)
          // Who enables an endpoint again wants to hear from it now.
          const resumed = row.endpoint.disabled && !changed.endpoint.disabled
          state.endpoints.set(id, resumed ? { ...changed, pausedUntil: 0 } : changed)
          if (changed.endpoint.disabled && !row.endpoint.disabled) {
            skipDeliveries(state, id, isPending, "endpoint_disabled", changed.endpoint.updatedAt)
          }
          return changed
        })
      )

    return EndpointStore.of({
      create: (endpoint, secrets) =>
        state.transact(() => {
          if (state.endpoints.has(endpoint.id)) return Result.fail(duplicate("EndpointStore.create", endpoint.id))
          state.endpoints.set(endpoint.id, { endpoint, secrets, pausedUntil: 0 })
          return Result.void
        }),
      find: (accountId, id) => state.transact(() => Result.map(find(accountId, id), (row) => row.endpoint)),
      list: (accountId, page) =>
        state.transact(() => {
          const rows = state.endpoints.filter((row) => row.endpoint.accountId === accountId)
          const endpoints = rows.map((row) => row.endpoint)
          return Result.succeed(pageFrom(endpoints, "rising", page, (endpoint) => endpoint.id))
        }),
      modify: (accountId, id, to) =>
        Effect.map(
          change(accountId, id, (row) => ({ ...row, endpoint: to(row.endpoint) })),
          (row) => row.endpoint
        ),
      remove: (accountId, id, at) =>
        state.transact(() =>
          Result.map(find(accountId, id), () => {
            state.endpoints.delete(id)
            for (const { registration } of state.registrations.filter((row) => row.registration.endpointId === id)) {
              state.registrations.delete(keyOf(registration.shipmentId, id))
            }
            skipDeliveries(state, id, isOpen, "endpoint_deleted", at)
          })
        ),
      secrets: (accountId, id) => state.transact(() => Result.map(find(accountId, id), (row) => row.secrets)),
      modifySecrets: (accountId, id, to) =>
        Effect.map(
          change(accountId, id, (row) => ({ ...row, secrets: to(row.secrets) })),
          (row) => row.secrets
        )
    })
  })
)
