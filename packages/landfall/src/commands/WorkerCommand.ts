import { DeliveryDispatcher } from "@landfall/worker/dispatch/Dispatcher"
import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import * as Background from "../service/BackgroundLoops.ts"
import { releaseStartupMemory } from "../service/StartupMemory.ts"
import { VERSION } from "../service/Version.ts"
import { readConfiguredCarriers } from "../settings/CarriersFile.ts"
import { storageLayer } from "../settings/Database.ts"
import { loggingLayer } from "../settings/Logging.ts"
import { maskPassword, readSettings, type Settings } from "../settings/Settings.ts"

const startup = ({ databaseUrl }: Settings) =>
  Effect.andThen(
    DeliveryDispatcher,
    Console.log(
      `Landfall ${VERSION} delivers from ${maskPassword(databaseUrl)}, up after ${process.uptime().toFixed(2)} s`
    )
  ).pipe(Effect.andThen(releaseStartupMemory))

export const workerCommand = Command.make(
  "worker",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings
    const carriers = yield* readConfiguredCarriers(settings)
    yield* Layer.effectDiscard(startup(settings)).pipe(
      Layer.provide(Background.layer({ ...settings, carriers })),
      Layer.provide(Background.targetResolverLayer(settings)),
      Layer.provide(storageLayer(settings)),
      Layer.provide(loggingLayer(settings)),
      Layer.launch
    )
  })
).pipe(Command.withDescription("Deliver without a server, beside any number of servers and workers on one database"))
