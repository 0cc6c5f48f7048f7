import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound, EndpointStore, withDisabledAt } from "@landfall/core/alerts/endpoints/Endpoint"
import { HEALTHY } from "@landfall/core/alerts/endpoints/EndpointHealth"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { slicePage } from "../state/ListPage.ts"
import { duplicateError, type EndpointRow, endpointRow, joinKey, MemoryState } from "../state/MemoryState.ts"
import { isOpen, isPending, skipDeliveries } from "./Deliveries.ts"

/** What goes with being disabled, or enabled again. */
const applyDisabledChange = (before: EndpointRow, after: EndpointRow, now: DateTime.Utc): EndpointRow => {
  const { disabled } = after.endpoint
  if (disabled === before.endpoint.disabled) return after
  return disabled
    ? { ...after, disabled: Option.some({ at: now.epochMilliseconds, reason: "owner" }) }
    : { ...after, pausedUntil: 0, health: HEALTHY, probing: true, disabled: Option.none() }
}

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
      Effect.flatMap(DateTime.now, (now) =>
        state.transact(() =>
          Result.map(find(accountId, id), (row) => {
            const asked = to(row)
            const changed = { ...asked, endpoint: withDisabledAt(row.endpoint, asked.endpoint, now) }
            state.endpoints.set(id, applyDisabledChange(row, changed, now))
            if (changed.endpoint.disabled && !row.endpoint.disabled) {
              skipDeliveries(state, id, isPending, "endpoint_disabled", now)
            }
            return changed
          })
        )
      )

    return EndpointStore.of({
      create: (endpoint, confidential) =>
        state.transact(() => {
          if (state.endpoints.has(endpoint.id)) return Result.fail(duplicateError("EndpointStore.create", endpoint.id))
          state.endpoints.set(endpoint.id, endpointRow(endpoint, confidential))
          return Result.void
        }),
      find: (accountId, id) => state.transact(() => Result.map(find(accountId, id), (row) => row.endpoint)),
      list: (accountId, page) =>
        state.transact(() => {
          const rows = state.endpoints.filter((row) => row.endpoint.accountId === accountId)
          const endpoints = rows.map((row) => row.endpoint)
          return Result.succeed(slicePage(endpoints, "rising", page, (endpoint) => endpoint.id))
        }),
      modify: (accountId, id, to, headers) =>
        Effect.map(
          change(accountId, id, (row) => ({ ...row, endpoint: to(row.endpoint), headers: headers ?? row.headers })),
          (row) => row.endpoint
        ),
      remove: (accountId, id, at) =>
        state.transact(() =>
          Result.map(find(accountId, id), () => {
            state.endpoints.delete(id)
            for (const { registration } of state.registrations.filter((row) => row.registration.endpointId === id)) {
              state.registrations.delete(joinKey(registration.shipmentId, id))
            }
            for (const watch of state.congestionThresholds.filter((watch) => watch.endpointId === id)) {
              state.congestionThresholds.delete(watch.id)
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
