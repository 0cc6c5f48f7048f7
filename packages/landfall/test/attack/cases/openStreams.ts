import { request as sendRequest } from "node:http"
import { ALERTS_PREFIX, MESSAGE_STREAM_PATH } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { describeStatuses, registrationOf } from "../Attacker.ts"
import { startReceiver } from "../Receivers.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const ACCOUNTS = 128
/** Each message of an account is read again for its streams. */
const MESSAGES = 100

export const openStreams: AttackCase = {
  name: "open-streams",
  title: "128 accounts with two streams of messages each, and sign-in links, keys and portals of one of them",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const receiver = await startReceiver(204)
    stage.defer(receiver.close)
    const service = await stage.startService()
    const keys: Array<string> = []
    let application = ""
    const accounts = stage.size(ACCOUNTS, 6)
    const messages = stage.size(MESSAGES, 10)
    for (let n = 0; n < accounts; n++) {
      const account = await service.newAccount(`Reader ${n}`)
      const endpoint = await account.send("POST", `${ALERTS_PREFIX}/endpoint`, { url: `${receiver.url}/${n}` })
      application = endpoint.body.applicationId
      const lines = Array.from({ length: messages }, (_, line) => ({ number: containerOf(line) }))
      await account.send("POST", `${ALERTS_PREFIX}/easy-shipment`, registrationOf([endpoint.body.id], lines))
      keys.push(account.key)
    }
    const { hostname, port } = new URL(service.url)
    let open = 0
    let noteOpen = () => {}
    const responded = new Promise<void>((resolve) => {
      noteOpen = resolve
    })
    let rejected = 0
    const headers = { "api-key": keys.at(-1) ?? "", "content-type": "application/json" }
    const requests = [
      { method: "GET", path: `${ALERTS_PREFIX}/dashboard`, headers },
      { method: "POST", path: `${ALERTS_PREFIX}/key`, headers, body: "{}" },
      { method: "POST", path: `${ALERTS_PREFIX}/application/${application}/portal`, headers, body: "{}" }
    ]
    await stage.beside(service, async (span) => {
      const streams = [...keys, ...keys].map((key) => {
        const stream = sendRequest({ hostname, port, path: MESSAGE_STREAM_PATH, headers: { "api-key": key } })
        stream.on("response", (response) => {
          if (response.statusCode === 200) open++
          else rejected++
          noteOpen()
          response.resume()
          response.on("error", () => {})
        })
        stream.on("error", () => {})
        stream.end()
        return stream
      })
      const flood = await runTraffic({ _tag: "Flood", url: service.url, requests, concurrency: 16 }, span)
      if (!Number.isFinite(span.until)) await responded
      for (const stream of streams) stream.destroy()
      stage.note(
        `${open} streams were open, ${rejected} were rejected, and the others waited for their turn. Responses to links, keys and portals: ${describeStatuses(flood.responses)}.`
      )
      // How many get their turn in this time depends on the machine.
      stage.expect(open > 0, "No account had a stream.")
      stage.expect(rejected < accounts, "Not every account could have a stream.")
    })
  }
}
