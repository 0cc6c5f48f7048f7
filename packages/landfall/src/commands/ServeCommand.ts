import { ensureFirstAccount } from "@landfall/core/accounts/FirstAccount"
import { Console, Effect, Layer, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import * as LandfallServer from "../service/LandfallServer.ts"
import { ensureStarterVessels } from "../service/StarterVessels.ts"
import { giveBackStartMemory } from "../service/StartMemory.ts"
import { VERSION } from "../service/Version.ts"
import { configuredCarriers } from "../settings/CarriersFile.ts"
import { storageLayer } from "../settings/Database.ts"
import { logging } from "../settings/Logging.ts"
import { readSettings, type Settings, withoutPassword } from "../settings/Settings.ts"

const startup = (settings: Settings) =>
  Effect.gen(function* () {
    const firstKey = yield* ensureFirstAccount(settings.apiKey)
    yield* ensureStarterVessels
    const server = yield* HttpServer.HttpServer
    const url = Option.getOrElse(settings.publicUrl, () => HttpServer.formatAddress(server.address))
    yield* Console.log(
      [
        `Landfall ${VERSION} is up at ${url} after ${process.uptime().toFixed(2)} s`,
        `  API reference  ${url}/docs`,
        `  OpenAPI        ${url}/openapi.json`,
        `  Database       ${withoutPassword(settings.databaseUrl)}`,
        ...Option.match(firstKey, {
          onNone: () => [],
          onSome: (key) => [`  API key        ${Redacted.value(key)}  (shown this once: keep it)`]
        })
      ].join("\n")
    )
    yield* giveBackStartMemory
  })

export const serveCommand = Command.make(
  "serve",
  {
    worker: Flag.Boolean("worker").pipe(
      Flag.withDescription("Deliver in this process too; with --no-worker `landfall worker` has to run beside it"),
      Flag.withDefault(true)
    )
  },
  Effect.fnUntraced(function* ({ worker }) {
    const settings = yield* readSettings
    const carriers = yield* configuredCarriers(settings)
    yield* Layer.effectDiscard(startup(settings)).pipe(
      Layer.provide(LandfallServer.layer({ ...settings, carriers, worker })),
      Layer.provide(storageLayer(settings)),
      Layer.provide(logging(settings)),
      Layer.launch
    )
  })
).pipe(Command.withDescription("Run the server, with the delivery worker in it unless told otherwise"))
