import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { makeApiKeySecret } from "@landfall/core/accounts/ApiKey"
import { ensureFirstAccount } from "@landfall/core/accounts/FirstAccount"
import { makeSigningSecret } from "@landfall/core/alerts/sending/SigningSecret"
import { formatCount } from "@landfall/core/listing/Count"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { Console, Context, DateTime, Duration, Effect, FileSystem, Layer, Option, Queue, Redacted } from "effect"
import { HttpServer } from "effect/http"
import * as LandfallServer from "../service/LandfallServer.ts"
import { loggingLayer } from "../settings/Logging.ts"
import { makeSecretMask } from "../telemetry/SecretMask.ts"
import { summariseAlert } from "../terminal/AlertSummary.ts"
import { DemoError, makeCustomer } from "./Customer.ts"
import { compareAlerts, digestOf, EXAMPLE_TYPE, EXPECTED_ALERTS, sequenceOf } from "./ExpectedAlerts.ts"
import { type ReceivedDelivery, receiverLayer } from "./Receiver.ts"

const CONTAINER = "MSKU7194304"
/** The longest wait for an alert. */
const ALERT_TIMEOUT = Duration.seconds(10)
/** The wait at the end, longer than the first retry delay, so that surplus or repeated alerts arrive. */
const FINAL_WAIT = Duration.seconds(6)

const serverAddress = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))

/** Starts the service on a temporary database. Returns its URL. */
const startService = (apiKey: Redacted.Redacted<string>) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "landfall-demo-" })
    const key = Redacted.make(Redacted.value(apiKey))
    const storage = SqliteStorage.layer({ filename: `${folder}/landfall.db` }).pipe(
      Layer.provideMerge(AesGcmSecretBox.layer({ key }))
    )
    const server = LandfallServer.layer(LandfallServer.localOptions)
    const context = yield* Layer.build(server.pipe(Layer.provideMerge(storage)))
    yield* Effect.provide(ensureFirstAccount(Option.some(apiKey)), context)
    return HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  })

const printLine = (line: string) => Console.log(line)

const printStep = (at: DateTime.Utc, title: string) => printLine(`\n${DateTime.formatIso(at).slice(0, 10)}  ${title}`)

/** Receives and prints the number of alerts that the service announced. */
const awaitAlerts = Effect.fnUntraced(function* (
  deliveries: Queue.Dequeue<ReceivedDelivery>,
  count: number,
  received: Array<unknown>
) {
  for (let arrived = 0; arrived < count; arrived++) {
    const next = yield* Effect.timeoutOption(Queue.take(deliveries), ALERT_TIMEOUT)
    if (Option.isNone(next))
      return yield* new DemoError({
        message: `Only ${arrived} of ${formatCount(count, "alert")} arrived within ${Duration.toSeconds(ALERT_TIMEOUT)} s`
      })
    const { id, verification } = next.value
    if ("fault" in verification)
      return yield* new DemoError({ message: `The signature of ${id} is invalid: ${verification.fault}` })
    received.push(verification.payload)
    yield* printLine(`            ✓ ${summariseAlert(verification.payload)}`)
  }
})

/** Runs a journey end to end: carrier events become signed webhooks, which are verified and compared with the expected ones. */
export const demo = Effect.gen(function* () {
  const apiKey = yield* makeApiKeySecret
  const secret = Redacted.value(yield* makeSigningSecret)
  const deliveries = yield* Queue.unbounded<ReceivedDelivery>()
  const received: Array<unknown> = []
  const url = yield* startService(apiKey)
  const receiver = yield* Layer.build(receiverLayer(secret, deliveries))
  const target = `${yield* Effect.provide(serverAddress, receiver)}/alerts`
  yield* printLine(`Landfall runs at ${url}. A receiver that verifies signatures runs at ${target}.`)

  const customer = makeCustomer(url, Redacted.value(apiKey))
  const application = yield* customer.createApplication("Demo")
  const endpoint = yield* customer.createEndpoint({ url: target, secret, applicationId: application.id })
  const start = yield* DateTime.now
  yield* printStep(start, `${CONTAINER} is registered on ${endpoint.id}`)
  yield* customer.track(endpoint.id, CONTAINER, "PO-2026-117")
  yield* awaitAlerts(deliveries, 1, received)

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
    const { alerts } = yield* customer.sendEvents(events)
    yield* awaitAlerts(deliveries, alerts, received)
  }
  yield* printStep(yield* DateTime.now, "The customer requests an example")
  yield* customer.sendExample(endpoint.id, EXAMPLE_TYPE)
  yield* awaitAlerts(deliveries, 1, received)

  yield* printLine("\nWaiting six seconds for repeated alerts …")
  yield* Effect.sleep(FINAL_WAIT)
  yield* awaitAlerts(deliveries, yield* Queue.size(deliveries), received)
  const digests = received.toSorted((a, b) => sequenceOf(a) - sequenceOf(b)).map(digestOf)
  const faults = compareAlerts(digests)
  if (faults.length > 0)
    return yield* new DemoError({ message: `The alerts differ from the expected ones:\n  ${faults.join("\n  ")}` })
  yield* printLine(
    `\nAll ${EXPECTED_ALERTS.length} alerts arrived with valid signatures and as expected. The second delay, 23 hours, is below the threshold and sent no alert.`
  )
}).pipe(
  Effect.scoped,
  Effect.provide(
    Layer.mergeAll(
      NodeServices.layer,
      NodeCrypto.layer,
      NodeHttpClient.layerUndici,
      loggingLayer({ logFormat: Option.some("logfmt"), logLevel: "warn" }, makeSecretMask([]))
    )
  )
)
