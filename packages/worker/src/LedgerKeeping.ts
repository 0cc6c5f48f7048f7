import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { Duration, Effect, Layer } from "effect"
import { makeStorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"

/** How ledgers of ports are kept, so that the first question about a port is answered as quickly as any other. */
export interface LedgerKeepingSettings {
  /** From one look at which are behind to the next. */
  readonly every: Duration.Duration
  /** So many revisions behind, a ledger is kept anew: what came since is read call by call. */
  readonly behind: number
  /** As many are kept between two pauses, for others use the process and the storage too. */
  readonly limit: number
  readonly pause: Duration.Duration
}

export const defaultLedgerKeepingSettings: LedgerKeepingSettings = {
  every: Duration.seconds(30),
  behind: 50,
  limit: 10,
  pause: Duration.millis(200)
}

const keeping = Effect.fnUntraced(function* ({ every, behind, limit, pause }: LedgerKeepingSettings) {
  const log = yield* PortCallLog
  const congestion = yield* PortCongestion
  const outage = makeStorageOutage("Ledgers of ports wait")

  while (true) {
    const ports = yield* outage.persist(log.portsWithStaleLedger(behind, limit))
    for (const port of ports) {
      yield* outage.persist(congestion.saveLedger(port))
      yield* Effect.yieldNow
    }
    yield* Effect.sleep(ports.length < limit ? every : pause)
  }
})

/** Keeps the ledgers of ports whose calls have changed, while the layer lives. */
export const layer = (settings: LedgerKeepingSettings): Layer.Layer<never, never, PortCallLog | PortCongestion> =>
  Layer.effectDiscard(Effect.forkScoped(supervised("The keeping of ports' ledgers", keeping(settings))))
