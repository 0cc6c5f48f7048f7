import { apiKeyState } from "@landfall/core/accounts/ApiKey"
import { countEnd, storedBytesOf } from "@landfall/core/accounts/Idempotency"
import { StoredAmountReader } from "@landfall/core/accounts/StoredAmounts"
import { isTaskOpen } from "@landfall/core/alerts/operations/TaskStep"
import { CREATED_KEYS_MILLIS, REMOVED_ENDPOINTS_MILLIS } from "@landfall/core/limits/Limits"
import { DateTime, Effect, Layer, Option } from "effect"
import { MemoryState } from "../state/MemoryState.ts"

/** `StoredAmountReader` on `MemoryState`. */
export const layer = Layer.effect(
  StoredAmountReader,
  Effect.map(MemoryState, (state) =>
    StoredAmountReader.of({
      read: (accountId, now) =>
        Effect.sync(() => {
          const marked = state.carrierEvents.filter(
            (row) => row.accountId === accountId && Option.isSome(row.untrackedBytes)
          )
          const responses = state.idempotentResponses.filter(
            ({ owner, expiresAt }) => owner === accountId && countEnd(expiresAt) > now
          )
          const removed = state.removedEndpoints.filter(
            (row) => row.accountId === accountId && row.at.epochMilliseconds > now - REMOVED_ENDPOINTS_MILLIS
          )
          const keys = state.apiKeys.filter((key) => key.accountId === accountId)
          const created = keys.filter(({ createdAt }) => createdAt.epochMilliseconds > now - CREATED_KEYS_MILLIS)
          const valid = keys.filter((key) => apiKeyState(key, DateTime.makeUnsafe(now)) === "valid")
          return {
            "account.applications": state.applications.filter((row) => row.accountId === accountId).length,
            "account.createdKeys": created.length,
            "account.endpoints": state.endpoints.filter(({ endpoint }) => endpoint.accountId === accountId).length,
            "account.idempotentBytes": responses.reduce((total, { response }) => total + storedBytesOf(response), 0),
            "account.keys": valid.length,
            "account.openTasks": state.tasks.filter(({ task }) => task.accountId === accountId && isTaskOpen(task))
              .length,
            "account.portWatches": state.congestionThresholds.filter((row) => row.accountId === accountId).length,
            "account.removedEndpoints": removed.length,
            "account.shipments": state.shipments.filter((row) => row.accountId === accountId).length,
            "account.tokens": state.dashboardTokens.filter(
              ({ keyId }) => state.apiKeys.get(keyId)?.accountId === accountId
            ).length,
            "account.untrackedBytes": marked.reduce(
              (total, { untrackedBytes }) => total + Option.getOrElse(untrackedBytes, () => 0),
              0
            ),
            "account.untrackedEvents": marked.length
          }
        })
    })
  )
)
