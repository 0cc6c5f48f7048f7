import type { AccountId } from "@landfall/core/accounts/Account"
import { isTaskOpen } from "@landfall/core/alerts/operations/TaskStep"
import { checkLimit } from "@landfall/core/limits/Limits"
import type { MemoryState } from "../state/MemoryState.ts"

/** Fails when the account can have no further open task. */
export const checkOpenTasks = (state: MemoryState["Service"], accountId: AccountId) => {
  const open = state.tasks.filter(({ task }) => task.accountId === accountId && isTaskOpen(task))
  return checkLimit(state.limits, "account.openTasks", open.length + 1)
}
