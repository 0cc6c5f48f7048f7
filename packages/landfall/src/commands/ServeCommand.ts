import { ensureFirstAccount } from "@landfall/core/accounts/FirstAccount"
import { Console, Effect, Layer, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpServer } from "effect/http"
import { runService } from "../service/LandfallProcess.ts"
import * as LandfallServer from "../service/LandfallServer.ts"
import { ensureStarterVessels } from "../service/StarterVessels.ts"
import { VERSION } from "../service/Version.ts"
import { readConfiguredCarriers } from "../settings/CarriersFile.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { formatDatabase } from "../settings/SettingValues.ts"

/** Creates the first account on an empty database, and prints the addresses and a new API key. */
const prepareAndAnnounce = Effect.fnUntraced(function* ({ apiKey, database, publicUrl }: Settings) {
  const firstKey = yield* ensureFirstAccount(apiKey)
  yield* ensureStarterVessels
  const server = yield* HttpServer.HttpServer
  const url = Option.getOrElse(publicUrl, () => HttpServer.formatAddress(server.address))
  yield* Console.log(
    [
      `Landfall ${VERSION} is up at ${url} after ${process.uptime().toFixed(2)} s`,
      `  API reference  ${url}/docs`,
      `  OpenAPI        ${url}/openapi.json`,
      `  Database       ${formatDatabase(database)}`,
      ...Option.match(firstKey, {
        onNone: () => [],
        onSome: (key) => [`  API key        ${Redacted.value(key)}  (shown once: save it now)`]
      })
    ].join("\n")
  )
})

export const serveCommand = Command.make(
  "serve",
  {
    worker: Flag.Boolean("worker").pipe(
      Flag.withDescription(
        "Run the background loops in this process (the default); with --no-worker, run `landfall worker` as well"
      ),
      Flag.withDefault(true)
    )
  },
  Effect.fnUntraced(function* ({ worker }) {
    const settings = yield* readSettings
    const carriers = yield* readConfiguredCarriers(settings)
    const service = Layer.effectDiscard(prepareAndAnnounce(settings)).pipe(
      Layer.provide(LandfallServer.layer({ ...settings, carriers, worker }))
    )
    yield* runService(service, settings)
  })
).pipe(Command.withDescription("Run the server, with the background loops unless --no-worker is given"))
