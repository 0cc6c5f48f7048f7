import { assert, describe, it } from "@effect/vitest"
import { type ReceivedRequest, verifyWebhook, WebhookRejected } from "@landfall/api/webhooks/VerifyWebhook"
import { AccountId } from "@landfall/core/accounts/Account"
import { MessageId } from "@landfall/core/alerts/Message"
import { formatBody } from "@landfall/core/alerts/sending/DeliveryFormat"
import { sign } from "@landfall/core/alerts/sending/Signature"
import { SigningSecretText } from "@landfall/core/alerts/sending/SigningSecret"
import { eventCatalogue } from "@landfall/core/catalogue/EventCatalogue"
import type { WebhookEvent } from "@landfall/core/catalogue/EventData"
import { Effect, Layer, Redacted } from "effect"
import { Mac, SecureRandom } from "effect/crypto"

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
const OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
const BODY = JSON.stringify({
  type: "container.discharge.at.final.pod",
  timestamp: "2026-03-14T07:31:02.114Z",
  data: {}
})

const mac = Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))

const nowSeconds = () => Math.floor(Date.now() / 1000)

const signed = async (body: string, { secret = SECRET, at = nowSeconds() } = {}) => {
  const secrets = [Redacted.make(SigningSecretText.make(secret))]
  const content = { id: "msg_1", timestampSeconds: at, body }
  const signature = await Effect.runPromise(Effect.provide(sign(secrets, content), mac))
  return { "webhook-id": "msg_1", "webhook-timestamp": String(at), "webhook-signature": signature }
}

const rejection = async (request: Request | ReceivedRequest, secret: string | ReadonlyArray<string> = SECRET) => {
  const error = await verifyWebhook(request, secret).then(
    () => undefined,
    (reason: unknown) => reason
  )
  assert.instanceOf(error, WebhookRejected)
  return error
}

/** The place of a discharge, as a receiver reads it. Compiles because the type of the event narrows its data. */
const placeOf = (event: WebhookEvent): string | undefined => {
  switch (event.type) {
    case "container.discharge.at.final.pod":
      return event.data.location.unlocode
    case "date.changed.container.discharge.at.final.pod":
      return `${event.data.location.unlocode} ${event.data.hours}`
    case "credits.low":
      return String(event.data.levelPercent)
    case "shipment.rolled":
      return event.data.shipment.number
    default:
      return undefined
  }
}

describe("verifyWebhook", () => {
  it("returns the event of a request of the Fetch standard", async () => {
    const request = new Request("https://example.com/hook", { method: "POST", body: BODY, headers: await signed(BODY) })
    const { id, event } = await verifyWebhook(request, SECRET)
    assert.strictEqual(id, "msg_1")
    assert.deepStrictEqual(event, JSON.parse(BODY))
  })

  it("returns the event of headers in any case with the body as text or bytes", async () => {
    const headers = await signed(BODY)
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
    for (const body of [BODY, new TextEncoder().encode(BODY)]) {
      for (const form of [headers, upper, new Headers(headers)]) {
        assert.strictEqual((await verifyWebhook({ headers: form, body }, SECRET)).event.type, JSON.parse(BODY).type)
      }
    }
  })

  it("accepts any of several secrets, with their prefix or without", async () => {
    const request = { headers: await signed(BODY), body: BODY }
    assert.strictEqual((await verifyWebhook(request, [OTHER, SECRET])).id, "msg_1")
    assert.strictEqual((await verifyWebhook(request, SECRET.slice("whsec_".length))).id, "msg_1")
  })

  it("narrows the data of every type of the catalogue", async () => {
    for (const { type, example } of eventCatalogue()) {
      const body = JSON.stringify(example)
      const { event } = await verifyWebhook({ headers: await signed(body), body }, SECRET)
      assert.strictEqual(event.type, type)
      assert.deepStrictEqual<unknown>(event, example)
    }
    const discharge = eventCatalogue().find(({ type }) => type === "container.discharge.at.final.pod")
    const body = JSON.stringify(discharge?.example)
    assert.strictEqual(placeOf((await verifyWebhook({ headers: await signed(body), body }, SECRET)).event), "NLRTM")
  })

  it("rejects a body, a time or an id that was changed, and another secret", async () => {
    const headers = await signed(BODY)
    const changed = [
      { headers, body: `${BODY} ` },
      { headers, body: JSON.stringify(JSON.parse(BODY), null, 1) },
      { headers: { ...headers, "webhook-id": "msg_2" }, body: BODY },
      { headers: { ...headers, "webhook-timestamp": String(nowSeconds() - 60) }, body: BODY },
      { headers: { ...headers, "webhook-signature": "v1,AAAA v2,x garbage" }, body: BODY },
      { headers: await signed(BODY, { secret: OTHER }), body: BODY }
    ]
    for (const request of changed) {
      assert.strictEqual((await rejection(request)).reason, "no_matching_signature", JSON.stringify(request))
    }
    assert.strictEqual((await rejection({ headers, body: BODY }, [])).reason, "no_matching_signature")
  })

  it("rejects requests outside the tolerance of five minutes", async () => {
    const old = { headers: await signed(BODY, { at: nowSeconds() - 400 }), body: BODY }
    const early = { headers: await signed(BODY, { at: nowSeconds() + 400 }), body: BODY }
    assert.strictEqual((await rejection(old)).reason, "timestamp_too_old")
    assert.strictEqual((await rejection(early, [OTHER, SECRET])).reason, "timestamp_too_new")
  })

  it("names the header that is absent or repeated, and a timestamp that is not a number", async () => {
    const headers = await signed(BODY)
    for (const name of Object.keys(headers)) {
      for (const value of [undefined, "", ["a", "b"]]) {
        const error = await rejection({ headers: { ...headers, [name]: value }, body: BODY })
        assert.strictEqual(error.reason, "missing_header")
        assert.include(error.message, name)
      }
    }
    for (const text of ["soon", "-1", "1e9", "1.5", "99999999999999999"]) {
      const error = await rejection({ headers: { ...headers, "webhook-timestamp": text }, body: BODY })
      assert.strictEqual(error.reason, "malformed_timestamp", text)
    }
  })

  it("rejects a body that its sender did not complete, and one that was read before", async () => {
    const headers = await signed(BODY)
    const cut = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(BODY.slice(0, 10)))
        controller.error(new Error("aborted"))
      }
    })
    const options = { method: "POST", body: cut, headers, duplex: "half" }
    assert.strictEqual((await rejection(new Request("https://example.com/hook", options))).reason, "unreadable_body")
    const read = new Request("https://example.com/hook", { method: "POST", body: BODY, headers })
    await read.text()
    assert.strictEqual((await rejection(read)).reason, "unreadable_body")
  })

  it("returns the same event for an endpoint with the format cloudevents", async () => {
    const { body } = formatBody("cloudevents", {
      messageId: MessageId.make("msg_1"),
      accountId: AccountId.make("acc_1"),
      body: BODY
    })
    const { event } = await verifyWebhook({ headers: await signed(body), body }, SECRET)
    assert.deepStrictEqual(event, JSON.parse(BODY))
  })

  it("rejects a signed body that is not an event", async () => {
    for (const body of ["", "[]", "{}", "null", '{"type":1}', '{"specversion":"0.3","type":"a","time":"","data":1}']) {
      assert.strictEqual((await rejection({ headers: await signed(body), body })).reason, "malformed_body", body)
    }
  })

  it("names the rule of an invalid secret", async () => {
    const request = { headers: await signed(BODY), body: BODY }
    const error = await verifyWebhook(request, "secret").catch((reason: unknown) => String(reason))
    assert.include(String(error), "whsec_")
    assert.notInclude(String(error), '"secret"')
  })
})
