import { ensureFirstAccount } from "@landfall/core/accounts/FirstAccount"
import { Console, Effect, type FileSystem, Layer, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import type { SecureRandom } from "effect/crypto"
import { HttpServer } from "effect/http"
import { runService } from "../service/LandfallProcess.ts"
import * as LandfallServer from "../service/LandfallServer.ts"
import { Egress } from "../service/network/Egress.ts"
import { ensureStarterVessels } from "../service/StarterVessels.ts"
import { apiKeyFilePath, writeApiKeyFile } from "../settings/ApiKeyFile.ts"
import { runsHomeCellWork } from "../settings/CellSettings.ts"
import { formatDatabase } from "../settings/DatabaseLocation.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { VERSION } from "../telemetry/Version.ts"
import { StandardOutputIsTerminal } from "../terminal/StandardOutput.ts"

/** Whether the key of the first account is that of an account in another cell. The module is loaded where there are cells. */
const hasFirstAccountInOtherCell = (apiKey: Settings["apiKey"]) =>
  Effect.flatMap(
    Effect.promise(() => import("./FirstAccountInOtherCell.ts")),
    ({ isFirstAccountInOtherCell }) => isFirstAccountInOtherCell(apiKey)
  )

type FirstKey = Option.Option<Redacted.Redacted<string>>

/** Prepares an empty database: its first account, and the built-in vessels. Returns the key that was made. */
const prepare = Effect.fnUntraced(function* (settings: Settings) {
  const context = yield* Effect.context<FileSystem.FileSystem | SecureRandom.SecureRandom>()
  // Standard output that is not a terminal is a log, which must not contain a key.
  const isTerminal = yield* StandardOutputIsTerminal
  const isInOtherCell = Option.isSome(settings.cells) && (yield* hasFirstAccountInOtherCell(settings.apiKey))
  const firstKey: FirstKey = isInOtherCell
    ? Option.none()
    : yield* ensureFirstAccount(settings.apiKey, (secret) =>
        isTerminal ? Effect.void : Effect.provideContext(writeApiKeyFile(apiKeyFilePath(settings), secret), context)
      )
  yield* ensureStarterVessels
  return firstKey
})

/** Prints the addresses of the server, and the location of the new API key. */
const announce = Effect.fnUntraced(function* (settings: Settings, firstKey: FirstKey) {
  const { database, docs, publicUrl } = settings
  const isTerminal = yield* StandardOutputIsTerminal
  const showKey = (key: Redacted.Redacted<string>) =>
    isTerminal ? `${Redacted.value(key)}  (shown once: save it now)` : `written to ${apiKeyFilePath(settings)}`
  const server = yield* HttpServer.HttpServer
  const egress = yield* Egress
  const url = Option.getOrElse(publicUrl, () => HttpServer.formatAddress(server.address))
  yield* Console.log(
    [
      `Landfall ${VERSION} is up at ${url} after ${process.uptime().toFixed(2)} s`,
      `  Dashboard      ${url}/dashboard/`,
      ...(docs === "off" ? [] : [`  API reference  ${url}/docs`, `  OpenAPI        ${url}/openapi.json`]),
      `  Database       ${formatDatabase(database)}`,
      `  Alerts go to   ${egress.describe()}`,
      ...Option.match(firstKey, {
        onNone: () => [],
        onSome: (key) => [`  API key        ${showKey(key)}`]
      })
    ].join("\n")
  )
})

/** A server with the other cells of this process, whose module is loaded where there are any. */
const inCells = <A, E, R>(server: Layer.Layer<A, E, R>, options: LandfallServer.ServerOptions) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("../service/CellServer.ts")),
      ({ otherCellsLayer }) =>
        server.pipe(Layer.provide(otherCellsLayer(options)), Layer.provide(LandfallServer.sharedLayer))
    )
  )

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
    const proxies = { networks: settings.trustedProxies, headers: settings.forwardingHeaders }
    const worksInHome = worker && runsHomeCellWork(settings)
    yield* runService(settings, (process) => {
      const options = { ...settings, ...process, proxies, version: VERSION, worker }
      let firstKey: FirstKey = Option.none()
      const preparation = Layer.effectDiscard(
        Effect.map(prepare(settings), (key) => {
          firstKey = key
        })
      )
      const server = LandfallServer.layer({ ...options, worker: worksInHome }, preparation)
      return Layer.effectDiscard(Effect.suspend(() => announce(settings, firstKey))).pipe(
        Layer.provide(Option.isNone(settings.cells) ? server : inCells(server, options))
      )
    })
  })
)
