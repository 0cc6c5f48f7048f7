import { Schema } from "effect"
import { CongestionAggregate } from "./CongestionAggregate.ts"

/** The aggregates of the ports asked for, in their order; ports without data are left out. */
export const CongestionBatchResponse = Schema.Struct({ results: Schema.Array(CongestionAggregate) })
export type CongestionBatchResponse = typeof CongestionBatchResponse.Type
