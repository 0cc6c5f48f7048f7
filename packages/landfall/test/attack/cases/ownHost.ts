import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { createEndpoints, floodExamples } from "../Attacker.ts"
import { begins, forRounds } from "../AttackSpan.ts"
import { startNameServer } from "../NameServer.ts"
import type { AttackCase } from "../Stage.ts"

/** An address of the public internet, to which nothing is sent: its name changes first. */
const PUBLIC_ADDRESS = "93.184.216.34"
const LOOK_UP_MILLIS = 100

/** A service of the machine that only its operator should reach. */
const startInternalService = async () => {
  let reached = 0
  const server = createServer((_request, response) => {
    reached++
    response.end("the page of an internal service")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { port, reached: () => reached, close: () => server.close() }
}

export const ownHost: AttackCase = {
  name: "own-host",
  title:
    "endpoints on the machine of the server behind a proxy, by address and by a name that changes after it is saved",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const internal = await startInternalService()
    stage.defer(internal.close)
    let address = PUBLIC_ADDRESS
    const names = await startNameServer(() => ({ address, ttlSeconds: 1 }))
    stage.defer(names.close)
    const service = await stage.startService({
      processes: [["serve", "--no-worker"], ["worker"]],
      settings: {
        LANDFALL_ALLOW_PRIVATE_TARGETS: "",
        LANDFALL_TARGET_PORTS: "1-65535",
        LANDFALL_DNS_SERVERS: names.address
      }
    })
    const attacker = await service.newAccount("Attacker")
    const direct = `http://127.0.0.1:${internal.port}/admin`
    const forwarded = { "x-forwarded-for": "198.51.100.7" }
    const first = await attacker.send("POST", `${ALERTS_PREFIX}/endpoint`, { url: direct }, forwarded)
    stage.expect(first.status === 400, `An endpoint at ${direct} was accepted with ${first.status} through a proxy.`)
    const rebound = await createEndpoints(attacker, [`http://rebound.attack.test:${internal.port}/admin`])
    address = "127.0.0.1"
    const lookUps = () => names.queries.get("rebound.attack.test") ?? 0
    await stage.beside(
      service,
      async (span) => {
        // The worker looks the name up again when its time to live has passed.
        for (let round = 0; lookUps() < 2 || begins(round, span); round++) {
          await floodExamples(attacker, rebound, forRounds(1))
          await sleep(LOOK_UP_MILLIS)
        }
      },
      // Landfall may reach no receiver of this machine here.
      { deliveries: false }
    )
    stage.expect(internal.reached() === 0, `The internal service received ${internal.reached()} requests.`)
    const attempts = await attacker.send("GET", `${ALERTS_PREFIX}/endpoint/${rebound[0]}/attempts`)
    stage.expect(!JSON.stringify(attempts.body).includes("internal service"), "An attempt shows the internal page.")
  }
}
