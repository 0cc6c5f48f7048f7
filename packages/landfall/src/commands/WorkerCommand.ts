import { DeliveryDispatcher } from "@landfall/worker/dispatch/Dispatcher"
import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import * as Background from "../service/BackgroundLoops.ts"
import { runService } from "../service/LandfallProcess.ts"
import { VERSION } from "../service/Version.ts"
import { readConfiguredCarriers } from "../settings/CarriersFile.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { formatDatabase } from "../settings/SettingValues.ts"

const announce = ({ database }: Settings) =>
  Effect.andThen(
    DeliveryDispatcher,
    Console.log(
      `Landfall ${VERSION} delivers from ${formatDatabase(database)}, up after ${process.uptime().toFixed(2)} s`
    )
  )

export const workerCommand = Command.make(
  "worker",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings
    const carriers = yield* readConfiguredCarriers(settings)
    const service = Layer.effectDiscard(announce(settings)).pipe(
      Layer.provide(Background.layer({ ...settings, carriers })),
      Layer.provide(Background.targetResolverLayer(settings))
    )
    yield* runService(service, settings)
  })
).pipe(
  Command.withDescription(
    "Run the background loops without a server; any number of servers and workers can share one database"
  )
)
