import { ensureFirstAccount } from "@landfall/core/accounts/FirstAccount"
import { Console, Effect, Layer, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import * as LandfallServer from "../service/LandfallServer.ts"
import { ensureStarterVessels } from "../service/StarterVessels.ts"
import { releaseStartupMemory } from "../service/StartupMemory.ts"
import { VERSION } from "../service/Version.ts"
import { readConfiguredCarriers } from "../settings/CarriersFile.ts"
import { storageLayer } from "../settings/Database.ts"
import { loggingLayer } from "../settings/Logging.ts"
import { maskPassword, readSettings, type Settings } from "../settings/Settings.ts"

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
        `  Database       ${maskPassword(settings.databaseUrl)}`,
        ...Option.match(firstKey, {
          onNone: () => [],
          onSome: (key) => [`  API key        ${Redacted.value(key)}  (shown this once: keep it)`]
        })
      ].join("\n")
    )
    yield* releaseStartupMemory
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
    const carriers = yield* readConfiguredCarriers(settings)
    yield* Layer.effectDiscard(startup(settings)).pipe(
      Layer.provide(LandfallServer.layer({ ...settings, carriers, worker })),
      Layer.provide(storageLayer(settings)),
      Layer.provide(loggingLayer(settings)),
      Layer.launch
    )
  })
).pipe(Command.withDescription("Run the server, with the delivery worker in it unless told otherwise"))
