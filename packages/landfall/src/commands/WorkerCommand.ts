import { LocalWorker } from "@landfall/http/health/LocalWorker"
import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { runService } from "../service/LandfallProcess.ts"
import * as LandfallWorker from "../service/LandfallWorker.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { formatDatabase } from "../settings/SettingValues.ts"
import { VERSION } from "../telemetry/Version.ts"

const announce = ({ database }: Settings) =>
  Effect.andThen(
    LocalWorker,
    Console.log(
      `Landfall ${VERSION} delivers from ${formatDatabase(database)}, up after ${process.uptime().toFixed(2)} s`
    )
  )

export const workerCommand = Command.make(
  "worker",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings
    yield* runService(settings, (process) =>
      Layer.effectDiscard(announce(settings)).pipe(Layer.provide(LandfallWorker.layer({ ...settings, ...process })))
    )
  })
)
