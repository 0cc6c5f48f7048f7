import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import { applyChange, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { disabledByOwner, ownerChange, REENABLED } from "@landfall/core/alerts/endpoints/EndpointCondition"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { checkLimit, type LimitExceeded, REMOVED_ENDPOINTS_MILLIS } from "@landfall/core/limits/Limits"
import { DateTime, Effect, Layer, Result } from "effect"
import { slicePage } from "../state/ListPage.ts"
import { type EndpointRow, endpointRow } from "../state/MemoryRows.ts"
import { duplicateError, joinKey, MemoryState } from "../state/MemoryState.ts"
import { skipDeliveries } from "./Deliveries.ts"

/** `EndpointStore` on `MemoryState`. Secrets are stored unencrypted. */
export const layer = Layer.effect(
  EndpointStore,
  Effect.gen(function* () {
    const state = yield* MemoryState

    const ofAccount = (accountId: AccountId) => state.endpoints.filter((row) => row.endpoint.accountId === accountId)

    const find = (accountId: AccountId, id: EndpointId): Result.Result<EndpointRow, EndpointNotFound> => {
      const row = state.endpoints.get(id)
      return row?.endpoint.accountId === accountId ? Result.succeed(row) : Result.fail(new EndpointNotFound({ id }))
    }

    const change = (accountId: AccountId, id: EndpointId, to: (row: EndpointRow) => EndpointRow) =>
      Effect.flatMap(DateTime.now, (now) =>
        state.transact(() =>
          Result.map(find(accountId, id), (row) => {
            const requested = to(row)
            const changed = { ...requested, endpoint: applyChange(row.endpoint, requested.endpoint, now) }
            switch (ownerChange(row.endpoint, changed.endpoint)) {
              case "disable":
                state.endpoints.set(id, { ...changed, ...disabledByOwner(changed, now) })
                skipDeliveries(state, id, { _tag: "EndpointDisabled", at: now })
                break
              case "enable":
                state.endpoints.set(id, { ...changed, ...REENABLED, pausedUntil: 0 })
                break
              case "none":
                state.endpoints.set(id, changed)
            }
            return changed
          })
        )
      )

    return EndpointStore.of({
      create: (endpoint, credentials) =>
        state.transact((): Result.Result<void, LimitExceeded | StorageError> => {
          if (state.endpoints.has(endpoint.id)) return Result.fail(duplicateError("EndpointStore.create", endpoint.id))
          const needed = ofAccount(endpoint.accountId).length + 1
          const { accountId, createdAt } = endpoint
          const removed = state.removedEndpoints.filter(
            (row) =>
              row.accountId === accountId &&
              row.at.epochMilliseconds > createdAt.epochMilliseconds - REMOVED_ENDPOINTS_MILLIS
          )
          return checkLimit(state.limits, "account.endpoints", needed).pipe(
            Result.andThen(() => checkLimit(state.limits, "account.removedEndpoints", removed.length)),
            Result.map(() => state.endpoints.set(endpoint.id, endpointRow(endpoint, credentials)))
          )
        }),
      find: (accountId, id) => state.transact(() => Result.map(find(accountId, id), (row) => row.endpoint)),
      list: (accountId, page, applicationId) =>
        state.transact(() => {
          const endpoints = ofAccount(accountId)
            .map((row) => row.endpoint)
            .filter((endpoint) => applicationId === undefined || endpoint.applicationId === applicationId)
          return Result.succeed(slicePage(endpoints, "rising", page, (endpoint) => endpoint.id))
        }),
      modify: (accountId, id, to, { headers, secrets, urlSecret } = {}) =>
        Effect.map(
          change(accountId, id, (row) => ({
            ...row,
            endpoint: to(row.endpoint),
            headers: headers ?? row.headers,
            urlSecret: urlSecret ?? row.urlSecret,
            secrets: secrets === undefined ? row.secrets : secrets(row.secrets)
          })),
          (row) => row.endpoint
        ),
      remove: (accountId, id, at) =>
        state.transact(() =>
          Result.map(find(accountId, id), () => {
            state.endpoints.delete(id)
            state.removedEndpoints.set(id, { accountId, at })
            for (const { registration } of state.registrations.filter((row) => row.registration.endpointId === id)) {
              state.registrations.delete(joinKey(registration.shipmentId, id))
            }
            for (const threshold of state.congestionThresholds.filter(({ endpointId }) => endpointId === id)) {
              state.congestionThresholds.delete(threshold.id)
            }
            skipDeliveries(state, id, { _tag: "EndpointDeleted", at })
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
