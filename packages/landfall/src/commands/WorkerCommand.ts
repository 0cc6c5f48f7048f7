import { DeliveryScheduler } from "@landfall/worker/DeliveryScheduler"
import { Console, Effect, Layer } from "effect"
import { Command } from "effect/cli"
import * as Background from "../service/Background.ts"
import { giveBackStartMemory } from "../service/StartMemory.ts"
import { VERSION } from "../service/Version.ts"
import { configuredCarriers } from "../settings/CarriersFile.ts"
import { storageLayer } from "../settings/Database.ts"
import { logging } from "../settings/Logging.ts"
import { readSettings, type Settings, withoutPassword } from "../settings/Settings.ts"

const startup = ({ databaseUrl }: Settings) =>
  Effect.andThen(
    DeliveryScheduler,
    Console.log(
      `Landfall ${VERSION} delivers from ${withoutPassword(databaseUrl)}, up after ${process.uptime().toFixed(2)} s`
    )
  ).pipe(Effect.andThen(giveBackStartMemory))

export const workerCommand = Command.make(
  "worker",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readSettings
    const carriers = yield* configuredCarriers(settings)
    yield* Layer.effectDiscard(startup(settings)).pipe(
      Layer.provide(Background.layer({ ...settings, carriers })),
      Layer.provide(Background.targets(settings)),
      Layer.provide(storageLayer(settings)),
      Layer.provide(logging(settings)),
      Layer.launch
    )
  })
).pipe(Command.withDescription("Deliver without a server, beside any number of servers and workers on one database"))
