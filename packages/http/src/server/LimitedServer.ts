import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { LoopTurn } from "@landfall/core/limits/LoopTurn"
import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { makeNodeServer, type NodeServerCounters, type NodeServerOptions } from "./NodeServer.ts"

/** The address and the limits of a server. */
export interface LimitedServerOptions extends Omit<NodeServerOptions, "turn"> {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

/**
 * The connections that wait to be accepted; the system may allow fewer. With the 511 of Node, a burst of connections of one caller
 * made those of others wait for a second, until they were attempted again.
 */
const BACKLOG = 4_096

/** The interval at which the server searches for connections with too many unread bytes. */
const UNREAD_INTERVAL = Duration.millis(250)
const NANOS_PER_MILLI = 1e6

/** An HTTP server of Node whose connections are limited. */
export const layer = (counters: NodeServerCounters, { host, port, ...options }: LimitedServerOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const { server, closeUnread } = makeNodeServer(counters, { ...options, turn: yield* LoopTurn.make })
      const close = Effect.sync(() => closeUnread(Number(clock.monotonicTimeNanosUnsafe()) / NANOS_PER_MILLI))
      return Layer.merge(
        NodeHttpServer.layer(() => server, { host, port, backlog: BACKLOG }),
        Layer.effectDiscard(Effect.forkScoped(Effect.repeat(close, Schedule.spaced(UNREAD_INTERVAL))))
      )
    })
  )
