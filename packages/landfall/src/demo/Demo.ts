import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { makeApiKeySecret } from "@landfall/core/accounts/ApiKey"
import { ensureFirstAccount } from "@landfall/core/accounts/FirstAccount"
import { makeSigningSecret } from "@landfall/core/alerts/sending/SigningSecret"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { Console, Context, DateTime, Duration, Effect, FileSystem, Layer, Option, Queue, Redacted } from "effect"
import { HttpServer } from "effect/http"
import * as LandfallServer from "../service/LandfallServer.ts"
import { loggingLayer } from "../settings/Logging.ts"
import { summariseAlert } from "../terminal/AlertSummary.ts"
import { DemoError, makeCustomer } from "./Customer.ts"
import { compareAlerts, digestOf, EXAMPLE_TYPE, EXPECTED_ALERTS, sequenceOf } from "./ExpectedAlerts.ts"
import { type ReceivedDelivery, receiverLayer } from "./Receiver.ts"

const CONTAINER = "MSKU7194304"
/** How long the alerts of one step may take to arrive. */
const ALERT_TIMEOUT = Duration.seconds(10)
/** How long the demo listens on at the end: past the first retry, so that an alert too many or twice is heard. */
const FINAL_WAIT = Duration.seconds(6)

const serverAddress = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))

/** The service on a database of its own, gone with the demo. */
const startService = (apiKey: Redacted.Redacted<string>) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "landfall-demo-" })
    const key = Redacted.make(Redacted.value(apiKey))
    const storage = SqliteStorage.layer({ filename: `${folder}/landfall.db` }).pipe(
      Layer.provide(AesGcmSecretBox.layer({ key }))
    )
    const server = LandfallServer.layer(LandfallServer.localOptions)
    const context = yield* Layer.build(server.pipe(Layer.provideMerge(storage)))
    yield* Effect.provide(ensureFirstAccount(Option.some(apiKey)), context)
    return HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  })

const printLine = (line: string) => Console.log(line)

const printStep = (at: DateTime.Utc, title: string) => printLine(`\n${DateTime.formatIso(at).slice(0, 10)}  ${title}`)

/** Takes as many deliveries as the service said it would send, and prints each as it comes. */
const awaitAlerts = Effect.fnUntraced(function* (
  deliveries: Queue.Dequeue<ReceivedDelivery>,
  count: number,
  heard: Array<unknown>
) {
  for (let taken = 0; taken < count; taken++) {
    const next = yield* Effect.timeoutOption(Queue.take(deliveries), ALERT_TIMEOUT)
    if (Option.isNone(next)) return yield* new DemoError({ message: `Only ${taken} of ${count} alerts arrived` })
    const { id, verification } = next.value
    if ("fault" in verification)
      return yield* new DemoError({ message: `${id} does not verify: ${verification.fault}` })
    heard.push(verification.payload)
    yield* printLine(`            ✓ ${summariseAlert(verification.payload)}`)
  }
})

/** The main job, end to end: a journey of carrier's events becomes signed webhooks, and each is what it must be. */
export const demo = Effect.gen(function* () {
  const apiKey = yield* makeApiKeySecret
  const secret = Redacted.value(yield* makeSigningSecret)
  const deliveries = yield* Queue.unbounded<ReceivedDelivery>()
  const heard: Array<unknown> = []
  const url = yield* startService(apiKey)
  const receiving = yield* Layer.build(receiverLayer(secret, deliveries))
  const target = `${yield* Effect.provide(serverAddress, receiving)}/alerts`
  yield* printLine(`Landfall runs at ${url}, a receiver that verifies signatures at ${target}.`)

  const caller = makeCustomer(url, Redacted.value(apiKey))
  const application = yield* caller.createApplication("Demo")
  const endpoint = yield* caller.createEndpoint({ url: target, secret, applicationId: application.id })
  const start = yield* DateTime.now
  yield* printStep(start, `${CONTAINER} is registered on ${endpoint.id}`)
  yield* caller.track(endpoint.id, CONTAINER, "PO-2026-117")
  yield* awaitAlerts(deliveries, 1, heard)

  const journey = transhipmentVoyage({
    container: CONTAINER,
    booking: "DEMO260117",
    start,
    delays: [
      { leg: 1, afterDays: 5, hours: 25, reason: "WEA" },
      { leg: 1, afterDays: 12, hours: 23, reason: "POC" }
    ]
  })
  for (const { at, title, events } of journey) {
    yield* printStep(at, title)
    const { alerts } = yield* caller.sendEvents(events)
    yield* awaitAlerts(deliveries, alerts, heard)
  }
  yield* printStep(yield* DateTime.now, "An example is asked for")
  yield* caller.sendExample(endpoint.id, EXAMPLE_TYPE)
  yield* awaitAlerts(deliveries, 1, heard)

  yield* printLine("\nListening for six seconds more, in case anything comes twice …")
  yield* Effect.sleep(FINAL_WAIT)
  yield* awaitAlerts(deliveries, yield* Queue.size(deliveries), heard)
  const arrived = heard.toSorted((a, b) => sequenceOf(a) - sequenceOf(b)).map(digestOf)
  const faults = compareAlerts(arrived)
  if (faults.length > 0)
    return yield* new DemoError({ message: `The alerts are not as expected:\n  ${faults.join("\n  ")}` })
  yield* printLine(
    `\nAll ${EXPECTED_ALERTS.length} alerts arrived, verified and as expected; of the second delay, 23 hours, nobody heard.`
  )
}).pipe(
  Effect.scoped,
  Effect.provide(
    Layer.mergeAll(
      NodeServices.layer,
      NodeCrypto.layer,
      NodeHttpClient.layerUndici,
      loggingLayer({ logFormat: Option.some("logfmt"), logLevel: "warn" })
    )
  )
)
