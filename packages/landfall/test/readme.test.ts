import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Queue } from "effect"
import { HttpServer } from "effect/http"
import { type ReceivedDelivery, receiverLayer } from "../src/demo/Receiver.ts"
import { summariseAlert } from "../src/terminal/AlertSummary.ts"
import { newCaller, serviceLayer } from "./support/Service.ts"

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8")
const tour = readme.slice(readme.indexOf("## A tour"), readme.indexOf("## Embed"))
const blocks = [...tour.matchAll(/```(sh|json|text)\n([\s\S]*?)```/g)].map(([, kind = "", text = ""]) => ({
  kind,
  text
}))

const SECRET = /whsec_[A-Za-z0-9+/=]+/.exec(tour)?.[0] ?? ""

/** Whether a response is what the page shows, where `…` represents what differs from run to run. */
const fits = (shown: unknown, response: unknown): boolean => {
  if (typeof shown === "string" && shown.includes("…")) {
    return typeof response === "string" && response.startsWith(shown.slice(0, shown.indexOf("…")))
  }
  if (typeof shown !== "object" || shown === null || typeof response !== "object" || response === null)
    return shown === response
  const keys = Object.keys(shown)
  return (
    keys.length === Object.keys(response).length &&
    keys.every((key) => fits(Reflect.get(shown, key), Reflect.get(response, key)))
  )
}

/** Reads the one form of curl command that the page uses. */
const readCurl = (text: string) => {
  const command = text.replaceAll("\\\n", " ")
  const url = /https?:\/\/[^\s"']+/.exec(command)?.[0] ?? ""
  const data = /-d '([\s\S]*)'\s*$/.exec(command)?.[1]
  return { method: command.includes("-X POST") ? "POST" : "GET", url, data: data?.replaceAll(/'(\$\w+)'/g, "$1") }
}

layer(serviceLayer, { excludeTestServices: true })("the tour of the README", (it) => {
  it.effect("returns the responses that the page shows, and sends the alerts", () =>
    Effect.gen(function* () {
      const deliveries = yield* Queue.unbounded<ReceivedDelivery>()
      const receiving = yield* Layer.build(receiverLayer(SECRET, deliveries))
      const target = yield* Effect.provide(
        Effect.map(HttpServer.HttpServer, (server) => `${HttpServer.formatAddress(server.address)}/alerts`),
        receiving
      )
      const caller = yield* newCaller()
      const variables = new Map<string, string>()
      const filled = (text: string) =>
        [...variables].reduce((filled, [name, value]) => filled.replaceAll(`$${name}`, value), text)
      let response: unknown
      let requests = 0
      for (const { kind, text } of blocks) {
        if (kind === "sh" && text.startsWith("curl")) {
          const { method, url: shownUrl, data } = readCurl(text)
          const path = filled(shownUrl.replace("http://127.0.0.1:8080", ""))
          const body = data === undefined ? undefined : filled(data).replace("http://127.0.0.1:9000/", target)
          response = (yield* Effect.promise(() => caller.send(method, path, body))).body
          requests++
        } else if (kind === "sh" && text.startsWith("ENDPOINT_ID=")) {
          variables.set("ENDPOINT_ID", String(Reflect.get(Object(response), "id")))
        } else if (kind === "json") {
          const shown = JSON.parse(text.replace("http://127.0.0.1:9000/", target))
          assert.isTrue(fits(shown, response), `the page shows ${text}, the response is ${JSON.stringify(response)}`)
        } else if (kind === "text") {
          const lines = text.trim().split("\n")
          const received = yield* Queue.takeN(deliveries, lines.length)
          const printed = received.map(({ verification }) =>
            "payload" in verification ? summariseAlert(verification.payload) : verification.fault
          )
          // Deliveries to one endpoint can overtake each other.
          assert.deepStrictEqual(printed.toSorted(), lines.toSorted())
        }
      }
      assert.strictEqual(requests, 6)
    })
  )
})
