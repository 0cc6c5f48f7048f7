import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { openAttack } from "../Attacker.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const CONNECTIONS = 1_100
const OPEN_FILES = 1_024

export const manyConnections: AttackCase = {
  name: "many-connections",
  title: "1,100 connections to a server with 1,024 file descriptors",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const opened = await openAttack(stage, { name: "Watched", service: { openFiles: OPEN_FILES } })
    const { service, attacker: watched, endpoint } = opened
    const example = { eventType: "vessel.arrival.at.final.pod" }
    await watched.send("POST", `${ALERTS_PREFIX}/endpoint/${endpoint}/send-example`, example)
    await stage.beside(service, async (span) => {
      const traffic = await runTraffic(
        {
          _tag: "Hold",
          url: service.url,
          connections: CONNECTIONS,
          bytes: "GET /healthz HTTP/1.1\r\nhost: a\r\n",
          fillerBytes: 0,
          reads: true,
          count: 2 * CONNECTIONS
        },
        span
      )
      stage.note(`${traffic.opened} connections opened, ${traffic.closedByServer} closed by the server.`)
    })
    const { body } = await watched.send("GET", `${ALERTS_PREFIX}/endpoint/${endpoint}/stats`)
    stage.expect(body.attempts.failed === 0, `${body.attempts.failed} attempts count as failures of the receiver.`)
  }
}
