import type { TimeWindow } from "@landfall/core/alerts/operations/MessageLog"
import { DateTime, Effect } from "effect"
import { failWith } from "./ApiError.ts"

/** Rejects a window that ends before it starts. */
export const checkWindow = ({ since, until }: Partial<TimeWindow>) =>
  since !== undefined && until !== undefined && DateTime.isGreaterThan(since, until)
    ? failWith("parameterInvalid", ["query.since must not be after query.until."])
    : Effect.void
