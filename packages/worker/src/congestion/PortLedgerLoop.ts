import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { Duration, Effect, Layer } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"

/** The settings of the loop that stores port ledgers, so that the first request for a port is as fast as later ones. */
export interface PortLedgerSettings {
  /** The interval between searches for ledgers that are behind. */
  readonly interval: Duration.Duration
  /** The revisions behind at which a ledger is stored again; requests read newer port calls one by one. */
  readonly revisionsBehind: number
  /** The maximum number of ledgers stored between two pauses: other work shares the process and the storage. */
  readonly limit: number
  readonly pause: Duration.Duration
}

/** The settings of a server. */
export const defaultPortLedgerSettings: PortLedgerSettings = {
  interval: Duration.seconds(30),
  revisionsBehind: 50,
  limit: 10,
  pause: Duration.millis(200)
}

/** Stores the ledgers of ports whose port calls have changed, while the layer lives. */
export const layer = (settings: PortLedgerSettings): Layer.Layer<never, never, PortCallLog | PortCongestion> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const log = yield* PortCallLog
      const congestion = yield* PortCongestion
      const storeLedgers = Effect.gen(function* () {
        const ports = yield* log.portsWithStaleLedger(settings.revisionsBehind, settings.limit)
        for (const port of ports) yield* Effect.andThen(congestion.saveLedger(port), Effect.yieldNow)
        return ports.length < settings.limit ? settings.interval : settings.pause
      })
      yield* backgroundLoop({ name: "port ledgers", step: storeLedgers })
    })
  )
