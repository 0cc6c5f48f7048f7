import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { type VerificationResult, verify } from "@landfall/core/alerts/sending/Signature"
import { makeSigningSecret, type SigningSecret, SigningSecretInput } from "@landfall/core/alerts/sending/SigningSecret"
import { Clock, Console, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { summariseAlert } from "../terminal/AlertSummary.ts"
import { untilSignal } from "../terminal/ErrorReport.ts"
import { jsonFlag } from "../terminal/JsonOutput.ts"
import { printableText } from "../terminal/PrintableText.ts"

const ListenPort = Schema.Int.pipe(
  Schema.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }, { message: "must be a whole number from 0 to 65535" }))
)

/** The ids of this many deliveries are held in memory to recognise repeats. */
const MAX_REMEMBERED_IDS = 100_000

interface ReceivedAlert {
  readonly id: string
  readonly verdict: VerificationResult | "headers_missing"
  readonly repeated: boolean
  readonly body: string
}

const verifyRequest = Effect.fnUntraced(function* (
  secret: SigningSecret,
  headers: Readonly<Record<string, string | undefined>>,
  body: string
) {
  const id = headers["webhook-id"]
  const signature = headers["webhook-signature"]
  const timestampSeconds = Number(headers["webhook-timestamp"])
  if (id === undefined || signature === undefined || !Number.isInteger(timestampSeconds)) return "headers_missing"
  const now = yield* Clock.currentTimeMillis
  return yield* verify(secret, { id, timestampSeconds, body }, signature, Math.floor(now / 1000))
})

const printAlert = (asJson: boolean, received: ReceivedAlert) =>
  asJson
    ? Console.log(JSON.stringify({ ...received, body: parseJson(received.body) }))
    : Console.log(alertText(received))

/** The JSON of a body; the body itself when it is not JSON. */
const parseJson = (body: string): unknown =>
  Result.getOrElse(
    Result.try((): unknown => JSON.parse(body)),
    () => body
  )

const alertText = (received: ReceivedAlert): string => {
  const verdict = received.verdict === "valid" ? "verified" : `REJECTED (${received.verdict})`
  const repeated = received.repeated ? " · repeated" : ""
  return `${verdict}  ${printableText(received.id)}${repeated}\n${printableText(summariseAlert(parseJson(received.body)))}\n`
}

/** Prints each delivery; responds with 204 when its signature is valid, else with 401. */
const alertReceiver = (secret: SigningSecret, asJson: boolean) => {
  const messageIds = new Set<string>()
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const body = yield* request.text
    const verdict = yield* verifyRequest(secret, request.headers, body)
    const id = request.headers["webhook-id"] ?? "(no webhook-id)"
    yield* printAlert(asJson, { id, verdict, repeated: messageIds.has(id), body })
    if (verdict !== "valid") return HttpServerResponse.empty({ status: 401 })
    if (messageIds.size >= MAX_REMEMBERED_IDS) messageIds.clear()
    messageIds.add(id)
    return HttpServerResponse.empty({ status: 204 })
  })
}

const printIntroduction = (url: string, secret: SigningSecret) =>
  Console.error(
    [
      `Listening on ${url} and verifying with the secret ${Redacted.value(secret)}`,
      "",
      "Send alerts here with:",
      `  curl -X POST http://127.0.0.1:8080/webhook/api/v1/endpoint -H "API_KEY: $API_KEY" \\`,
      `    -H "Content-Type: application/json" -d '{"url":"${url}","secret":"${Redacted.value(secret)}"}'`,
      ""
    ].join("\n")
  )

export const listenCommand = Command.make(
  "listen",
  {
    port: Flag.Int("port").pipe(
      Flag.withSchema(ListenPort),
      Flag.withDescription("Port to listen on; any free port by default"),
      Flag.withDefault(0)
    ),
    host: Flag.String("host").pipe(
      Flag.withDescription("Address to listen on, such as 0.0.0.0 in a container; 127.0.0.1 by default"),
      Flag.withDefault("127.0.0.1")
    ),
    secret: Flag.String("secret").pipe(
      Flag.withSchema(SigningSecretInput),
      Flag.withDescription("Signing secret of the endpoint, whsec_…; a new one by default"),
      Flag.optional
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ host, port, secret, json }) {
    const signing = Option.isSome(secret) ? Redacted.make(secret.value) : yield* makeSigningSecret
    const routes = HttpRouter.add("POST", "/*", alertReceiver(signing, json))
    const announce = Layer.effectDiscard(
      HttpServer.addressFormattedWith((address) => printIntroduction(`${address}/`, signing))
    )
    yield* HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
      Layer.provideMerge(announce),
      Layer.provide(NodeHttpServer.layer(createServer, { port, host })),
      Layer.launch,
      untilSignal
    )
  })
)
