import { LocalWorker } from "@landfall/http/health/LocalWorker"
import { Console, Effect, Layer, Option } from "effect"
import { Command } from "effect/cli"
import { runService } from "../service/LandfallProcess.ts"
import * as LandfallWorker from "../service/LandfallWorker.ts"
import { runsHomeCellWork } from "../settings/CellSettings.ts"
import { formatDatabase } from "../settings/DatabaseLocation.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { VERSION } from "../telemetry/Version.ts"

const announce = ({ database }: Settings) =>
  Effect.andThen(
    LocalWorker,
    Console.log(
      `Landfall ${VERSION} delivers from ${formatDatabase(database)}, up after ${process.uptime().toFixed(2)} s`
    )
  )

/** A worker with the other cells of this process, whose module is loaded where there are any. */
const inCells = <A, E, R>(worker: Layer.Layer<A, E, R>, options: LandfallWorker.WorkerOptions) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("../service/CellServer.ts")),
      ({ otherWorkersLayer }) =>
        Layer.merge(worker, otherWorkersLayer(options).pipe(Layer.provide(LandfallWorker.sharedLayer)))
    )
  )

export const workerCommand = Command.make(
  "worker",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings
    yield* runService(settings, (process) => {
      const options = { ...settings, ...process, worker: runsHomeCellWork(settings) }
      const worker = LandfallWorker.layer(options)
      return Layer.effectDiscard(announce(settings)).pipe(
        Layer.provide(Option.isNone(settings.cells) ? worker : inCells(worker, options))
      )
    })
  })
)
