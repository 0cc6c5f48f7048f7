import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { createEndpoints, sendPatiently } from "../Attacker.ts"
import { startRelay } from "../Receivers.ts"
import type { AttackCase } from "../Stage.ts"

const ENDPOINTS = 30
const MAX_ATTEMPTS = 20

export const deliveryRing: AttackCase = {
  name: "delivery-ring",
  title: "30 endpoints in a ring through the server's own address and /resend",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const service = await stage.startService({ settings: { LANDFALL_ALLOW_PRIVATE_TARGETS: "on" } })
    const attacker = await service.newAccount("Attacker")
    const own = await attacker.send("POST", `${ALERTS_PREFIX}/endpoint`, {
      url: `${service.url}${ALERTS_PREFIX}/endpoint`,
      headers: { api_key: attacker.key, "x-copy": attacker.key }
    })
    stage.expect(own.status === 400, `Custom headers with an API key were accepted with ${own.status}.`)
    // Each endpoint is a relay of the attacker that resends the message of the next one.
    const targets: Array<string> = []
    const relays = await Promise.all(
      Array.from({ length: ENDPOINTS }, (_, n) =>
        startRelay(() => targets[n] ?? `${service.url}/healthz`, {
          "api-key": attacker.key,
          "content-type": "application/json"
        })
      )
    )
    for (const { close } of relays) stage.defer(close)
    const ids = await createEndpoints(
      attacker,
      relays.map(({ url }) => url)
    )
    const messages: Array<string> = []
    for (const id of ids) {
      const sent = await sendPatiently(attacker, "POST", `/endpoint/${id}/send-example`, {
        eventType: "vessel.arrival.at.final.pod"
      })
      messages.push(sent.body.id)
    }
    const received = () => relays.reduce((sum, relay) => sum + relay.received(), 0)
    for (let n = 0; n < ENDPOINTS; n++) {
      const next = (n + 1) % ENDPOINTS
      targets[n] = `${service.url}${ALERTS_PREFIX}/message/${messages[next]}/endpoint/${ids[next]}/resend`
    }
    const already = received()
    await stage.beside(service, async () => {
      for (let n = 0; n < ENDPOINTS; n++) {
        await sendPatiently(attacker, "POST", `/message/${messages[n]}/endpoint/${ids[n]}/resend`)
      }
    })
    const caused = received() - already
    stage.note(`30 resends caused ${caused} deliveries.`)
    stage.expect(caused <= ENDPOINTS * MAX_ATTEMPTS, `30 resends caused ${caused} deliveries: the ring turns.`)
  }
}
