import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect } from "effect"
import type { BenchResult } from "../report/BenchResult.ts"
import { postgresBacklog, sqliteBacklog } from "./DeliveryBacklog.ts"
import { sqliteLatency } from "./DeliveryLatency.ts"
import { postgresThroughput, sqliteThroughput } from "./DeliveryThroughput.ts"

const onNode = Effect.provide([NodeServices.layer, NodeCrypto.layer])

/**
 * The rate and the latency of webhooks of 500 bytes, delivered over real sockets from a durable queue, against an undici
 * pool that signs and posts to the same receiver in the same run; and the effect of a long backlog.
 */
export const deliveryBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [
  onNode(sqliteThroughput),
  onNode(postgresThroughput),
  onNode(sqliteLatency),
  onNode(sqliteBacklog),
  onNode(postgresBacklog)
]
