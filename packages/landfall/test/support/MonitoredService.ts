import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { ADMIN_PREFIX, ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { start } from "./Command.ts"
import { until } from "./Eventually.ts"
import { CLOSED_PORT, type Listener, listenHttp, listenTcp } from "./Listener.ts"
import { callerOf } from "./Service.ts"

/** A distinctive text for each secret and each payload, which nothing but its owner may show. */
export const PRIVATE = {
  apiKey: "lfapi-Qx71hZ-first-account-key",
  adminKey: "lfadmin-Ek4402-operator-key",
  rejectedKey: "lfapi-Wq88rejected-key-of-nobody",
  secretsKey: "secretskey-Zt5501-encrypts-at-rest",
  signingSecret: `whsec_${Buffer.from("signing-secret-Pw9920-of-endpoint").toString("base64")}`,
  headerValue: "customheader-Vn4417-value",
  carrierKey: "carrierkey-Jr3308-consumer",
  carrierPassword: "carriersecret-Lm2204-client",
  notificationSecret: "notification-Hd7716-secret-text",
  collectorKey: "collector-Gc6620-key",
  databasePassword: "dbpass-Xk1199-word",
  payload: "payload-Bs5543-reference",
  storedText: "stored-Ty6612-corrupted",
  receiverBody: "receiver-Nf2287-response",
  carrierBody: "carrierbody-Ua9031-response"
} as const

const CARRIER_ENVIRONMENT = {
  CARRIER_KEY: PRIVATE.carrierKey,
  CARRIER_CLIENT: "client-of-carrier",
  CARRIER_PASSWORD: PRIVATE.carrierPassword,
  CARRIER_NOTIFICATIONS: PRIVATE.notificationSecret
}

const carriersAt = (port: number) => ({
  carriers: [
    {
      scac: "MSCU",
      name: "A carrier with a key",
      baseUrl: `http://127.0.0.1:${port}/key`,
      kinds: ["CT"],
      authentication: { headers: { "Consumer-Key": "CARRIER_KEY" } },
      notificationSecret: "CARRIER_NOTIFICATIONS",
      notificationSecretEncoding: "text",
      requestsPerSecond: 1000
    },
    {
      scac: "ZZTV",
      name: "A carrier with tokens",
      baseUrl: `http://127.0.0.1:${port}/token`,
      kinds: ["BK"],
      authentication: {
        oauth2: {
          tokenUrl: `http://127.0.0.1:${port}/oauth`,
          clientId: "CARRIER_CLIENT",
          clientSecret: "CARRIER_PASSWORD"
        }
      },
      requestsPerSecond: 1000
    }
  ]
})

/** A position report with the time of its reception, and a line that is none. */
const aisLines = () => [
  `!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A,${Math.floor(Date.now() / 1000)}`,
  "not a sentence"
]

const SIGNALS = ["traces", "logs", "metrics"] as const

/** What the export of a run contains, besides much else. */
export const PROVOKED = {
  traces: ["delivery.attempt", "Poller.poll", "co2.compute", "StorageError"],
  logs: ["Attempt completed.", "Request completed.", "the message quotes data and is hidden", "no such table", "MSCU"],
  metrics: ["landfall_delivery_attempts_total", "landfall_carrier_polls_total", "process_start_time"]
} as const satisfies Record<(typeof SIGNALS)[number], ReadonlyArray<string>>

/** What a run of the service has shown to an operator. */
export interface Shown {
  readonly log: string
  readonly output: string
  readonly exported: Readonly<Record<"traces" | "logs" | "metrics", string>>
  readonly metrics: string
  /** The header that the collector received. */
  readonly collectorKey: string | undefined
  readonly endpointId: string
}

/** Sends requests of every kind, most of them faulty. */
const provoke = async (url: string, receiverPort: number) => {
  const caller = callerOf(url, PRIVATE.apiKey)
  const { payload } = PRIVATE
  const raw = (path: string, body: string) => caller.send("POST", path, body)
  const createEndpoint = async (port: number) => {
    const created = await caller.send("POST", `${ALERTS_PREFIX}/endpoint`, {
      url: `http://127.0.0.1:${port}/hook?token=${payload}`,
      secret: PRIVATE.signingSecret,
      headers: { "x-customer": PRIVATE.headerValue },
      metadata: { note: payload }
    })
    if (created.status !== 201) throw new Error(`No endpoint was created: ${JSON.stringify(created.body)}`)
    const id: string = created.body.id
    await caller.send("POST", `${ALERTS_PREFIX}/endpoint/${id}/send-example`, {
      eventType: "vessel.arrival.at.final.pod"
    })
    return id
  }
  const endpointId = await createEndpoint(receiverPort)
  await createEndpoint(CLOSED_PORT)
  await caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, {
    [endpointId]: {
      shipments: [
        { number: "MSKU7194304", sealine: "MSCU", reference: payload },
        { number: "BOOKING1", type: "BK", sealine: "ZZTV", reference: payload }
      ]
    }
  })
  await caller.send("GET", `${ALERTS_PREFIX}/endpoint`, undefined, { api_key: PRIVATE.rejectedKey })
  await caller.send("GET", `${ALERTS_PREFIX}/endpoint/${payload}?${payload}=${payload}`)
  await raw(`${ALERTS_PREFIX}/endpoint`, `{"url": "${payload}`)
  await raw(`${ALERTS_PREFIX}/endpoint`, JSON.stringify({ url: payload, [payload]: payload }))
  await raw(`${ALERTS_PREFIX}/tracking/events`, JSON.stringify([{ eventType: payload }, payload]))
  await caller.send("POST", `${ALERTS_PREFIX}/carriers/MSCU/events`, [{ eventID: payload }], {
    "notification-signature": `sha256=${payload}`
  })
  await raw(`${CO2_PREFIX}/compute-co2`, JSON.stringify({ vessel: { imo: payload } }))
  await caller.send("POST", `${CO2_PREFIX}/compute-co2`, {
    vessel: { imo: 9706906 },
    departure: { portCode: "FRLEH" },
    arrival: { portCode: "ESBCN" }
  })
  await caller.send("GET", `${CONGESTION_PREFIX}/congestion/NLRTM`)
  const admin = callerOf(url, PRIVATE.adminKey)
  const account = await admin.send("POST", `${ADMIN_PREFIX}/accounts`, { name: payload, plan: "pay-as-you-go" })
  if (account.status !== 201) throw new Error(`No account was created: ${JSON.stringify(account.body)}`)
  await admin.send("POST", `${ADMIN_PREFIX}/accounts`, { [payload]: payload })
  await admin.send("GET", `${ADMIN_PREFIX}/accounts/${payload}`)
  return { caller, endpointId }
}

/** Corrupts stored rows, so that the service fails on them: a value that does not match its schema, and a table that is missing. */
const corrupt = (file: string) => {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    const broken = JSON.stringify([PRIVATE.storedText, 17])
    database.prepare("UPDATE endpoint SET metadata = ?").run(broken)
    database.prepare("UPDATE endpoint SET filter_types = ?").run(`{${PRIVATE.storedText}`)
    database.exec("ALTER TABLE application RENAME TO application_elsewhere")
  } finally {
    database.close()
  }
}

/** Runs the whole service as a process, provokes success and failure on its paths, and returns what it showed. */
export const runMonitoredService = async (format: "pretty" | "logfmt" | "json", encoding: string): Promise<Shown> => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-telemetry-"))
  const listeners: Array<Listener> = []
  const exported = { traces: "", logs: "", metrics: "" }
  let collectorKey: string | undefined
  let polls = 0
  let received = 0
  const open = async (listener: Promise<Listener>) => {
    listeners.push(await listener)
    return (await listener).port
  }
  try {
    const collector = await open(
      listenHttp((request, body, response) => {
        const [, signal] = /\/v1\/(traces|logs|metrics)$/.exec(request.url ?? "") ?? []
        if (signal === "traces" || signal === "logs" || signal === "metrics") exported[signal] += body
        collectorKey = request.headersDistinct["x-collector-key"]?.[0]
        response.writeHead(200, { "content-type": "application/json" }).end("{}")
      })
    )
    const carrier = await open(
      listenHttp((request, _, response) => {
        polls++
        // The carrier quotes the credentials that it rejects.
        const quoted = JSON.stringify(request.headers)
        response.writeHead(request.url?.startsWith("/oauth") ? 401 : 403, { "content-type": "application/json" })
        response.end(JSON.stringify({ message: `${PRIVATE.carrierBody} ${quoted}` }))
      })
    )
    const receiver = await open(
      listenHttp((request, body, response) => {
        received++
        response.writeHead(500).end(`${PRIVATE.receiverBody} ${JSON.stringify(request.headers)} ${body}`)
      })
    )
    const ais = await open(listenTcp(aisLines()))
    writeFileSync(join(folder, "carriers.json"), JSON.stringify(carriersAt(carrier)))
    const service = start(folder, ["serve"], {
      ...CARRIER_ENVIRONMENT,
      PORT: "0",
      LANDFALL_API_KEY: PRIVATE.apiKey,
      LANDFALL_ADMIN_KEY: PRIVATE.adminKey,
      LANDFALL_SECRETS_KEY: PRIVATE.secretsKey,
      LANDFALL_CARRIERS: "carriers.json",
      LANDFALL_AIS: `tcp://127.0.0.1:${ais}`,
      LANDFALL_AIS_PARTS: "2",
      LANDFALL_METRICS: "on",
      LANDFALL_LOG_LEVEL: "trace",
      LANDFALL_LOG_FORMAT: format,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector}`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${PRIVATE.collectorKey}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: encoding,
      OTEL_METRIC_EXPORT_INTERVAL: "1000"
    })
    let metrics = ""
    const readMetrics = async (url: string) => {
      metrics = await (await fetch(`${url}/metrics`)).text()
      return metrics
    }
    let endpointId = ""
    try {
      const [, url = ""] = /is up at (\S+)/.exec(await service.printed(/is up at \S+/)) ?? []
      const provoked = await provoke(url, receiver)
      endpointId = provoked.endpointId
      await until(() => polls >= 2 && received >= 1)
      await until(async () =>
        /result="5xx"[\s\S]*result="connection_refused"|result="connection_refused"[\s\S]*result="5xx"/.test(
          await readMetrics(url)
        )
      )
      await until(async () => /landfall_ais_reports_total\{[^}]*\} [1-9]/.test(await readMetrics(url)))
      await until(async () => (await readMetrics(url)).includes("landfall_ais_lag_seconds{"))
      for (const scac of ["MSCU", "ZZTV"]) {
        await until(async () => (await readMetrics(url)).includes(`landfall_carrier_polls_total{carrier="${scac}"`))
      }
      corrupt(join(folder, "data", "landfall.db"))
      await provoked.caller.send("GET", `${ALERTS_PREFIX}/endpoint`)
      await provoked.caller.send("GET", `${ALERTS_PREFIX}/endpoint/${endpointId}`)
      await provoked.caller.send("GET", `${ALERTS_PREFIX}/application`)
      await readMetrics(url)
      // A process that stops has little time for its last export.
      await until(() => SIGNALS.every((signal) => PROVOKED[signal].every((text) => exported[signal].includes(text))))
    } finally {
      service.child.kill("SIGTERM")
    }
    const { stdout, stderr } = await service.ended
    return { log: stderr, output: stdout, exported, metrics, collectorKey, endpointId }
  } finally {
    for (const { close } of listeners) close()
    rmSync(folder, { recursive: true, force: true })
  }
}
