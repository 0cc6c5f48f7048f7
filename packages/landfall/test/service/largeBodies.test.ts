import { request } from "node:http"
import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { Effect } from "effect"
import { serviceWithCarriers, signatureOf } from "../support/CarrierServer.ts"
import { createReceivingEndpoint } from "../support/ReceivingEndpoint.ts"
import { callerOf, newCaller, serviceUrl } from "../support/Service.ts"

const MIB = 1024 * 1024

interface Rejection {
  readonly status: number
  readonly body: string
  /** How much of the body was sent before the response came. */
  readonly sentMebibytes: number
}

/** Sends a body in chunks, without a length and without an end, until the response comes. */
const upload = (url: string, headers: Record<string, string>) =>
  Effect.callback<Rejection>((resume) => {
    const chunk = `${JSON.stringify({ remark: "x".repeat(MIB - 20) })},`
    let sentMebibytes = 0
    let hasResponse = false
    const sent = request(url, { method: "POST", headers: { "content-type": "application/json", ...headers } })
    sent.on("response", (response) => {
      hasResponse = true
      let body = ""
      response.setEncoding("utf8")
      response.on("data", (piece: string) => {
        body += piece
      })
      response.on("end", () => {
        resume(Effect.succeed({ status: response.statusCode ?? 0, body, sentMebibytes }))
        sent.destroy()
      })
    })
    sent.on("error", (error) => {
      if (!hasResponse) resume(Effect.die(error))
    })
    const more = () => {
      if (hasResponse) return
      sentMebibytes++
      if (sent.write(chunk)) setImmediate(more)
      else sent.once("drain", more)
    }
    sent.write("[")
    more()
  })

const eventOf = (index: number) => ({
  eventType: "EQUIPMENT",
  equipmentEventTypeCode: "LOAD",
  eventClassifierCode: "ACT",
  eventDateTime: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  equipmentReference: containerOf(1),
  emptyIndicatorCode: "LADEN",
  transportCall: { UNLocationCode: "CNSHA", modeOfTransport: "VESSEL" },
  description: "x".repeat(900)
})

layer(serviceWithCarriers, { excludeTestServices: true })("a large body", (it) => {
  it.effect("without a length and without an end is rejected during the upload, and the service continues", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const caller = yield* newCaller()
      const tries = [
        [`${ALERTS_PREFIX}/carriers/MSCU/events`, { "notification-signature": signatureOf("x") }],
        [`${ALERTS_PREFIX}/tracking/events`, { api_key: caller.key }]
      ] as const
      for (const [path, headers] of tries) {
        const { status, body, sentMebibytes } = yield* upload(url + path, headers)
        assert.strictEqual(status, 413, body)
        assert.include(body, "8388608 bytes")
        // The limit, and what the buffers of both sockets hold: the service retains no more than it has received.
        assert.isBelow(sentMebibytes, 50)
      }
      const { status } = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/shipment`))
      assert.strictEqual(status, 200)
    })
  )

  it.effect("of several MiB is accepted from a carrier and over the API", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const batch = Array.from({ length: 3000 }, (_, index) => eventOf(index))
      const body = JSON.stringify(batch)
      assert.isAbove(body.length, 3 * MIB)
      const carrier = callerOf(yield* serviceUrl, "")
      const pushed = yield* Effect.promise(() =>
        carrier.send("POST", `${ALERTS_PREFIX}/carriers/MSCU/events`, body, {
          "Notification-Signature": signatureOf(body)
        })
      )
      assert.deepStrictEqual([pushed.status, pushed.body.accepted], [202, 3000])
      const sent = yield* Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/tracking/events`, body))
      assert.deepStrictEqual([sent.status, sent.body.added], [202, 3000])
    })
  )

  it.effect("registers 2,500 shipments with references and metadata in one call", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { id } = yield* createReceivingEndpoint(caller)
      const shipments = Array.from({ length: 2_500 }, (_, serial) => ({
        number: containerOf(serial),
        sealine: "MAEU",
        reference: `Purchase order ${serial} ${"x".repeat(150)}`,
        metadata: { customer: `Customer number ${serial} ${"x".repeat(150)}`, team: "imports" }
      }))
      const body = JSON.stringify({ [id]: { shipments } })
      assert.isAbove(body.length, MIB)
      const { status, body: response } = yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, body)
      )
      assert.strictEqual(status, 202)
      assert.isTrue(response.results.every(({ status }: { readonly status: string }) => status === "accepted"))
    })
  )

  it.effect("over 1 MiB is rejected by all other operations", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const body = JSON.stringify({ name: "x".repeat(MIB) })
      const { status, body: response } = yield* Effect.promise(() =>
        caller.send("POST", `${ALERTS_PREFIX}/application`, body)
      )
      assert.strictEqual(status, 413)
      assert.include(response.details[0], "1048576 bytes")
    })
  )
})
