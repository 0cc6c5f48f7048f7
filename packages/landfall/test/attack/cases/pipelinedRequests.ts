import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const CONNECTIONS = 32
const BYTES = 4_000_000

export const pipelinedRequests: AttackCase = {
  name: "pipelined-requests",
  title: "requests that are sent without waiting for responses: health checks, a known and an unknown key",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const service = await stage.startService()
    const attacker = await service.newAccount("Attacker")
    const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`
    const requests = [
      get("/healthz"),
      get("/readyz"),
      get(`${ALERTS_PREFIX}/endpoint`, `api-key: ${attacker.key}\r\n`),
      get(`${ALERTS_PREFIX}/endpoint`, "api-key: an-unknown-key-0123456789\r\n")
    ]
    await stage.beside(service, async (span) => {
      const reports = await Promise.all(
        requests.map((filler) =>
          runTraffic(
            {
              _tag: "Hold",
              url: service.url,
              connections: CONNECTIONS,
              bytes: "",
              filler,
              fillerBytes: BYTES,
              reads: true,
              isClosed: true
            },
            span
          )
        )
      )
      stage.note(
        `Connections: ${reports.map(({ opened, closedByServer }) => `${opened}, ${closedByServer} closed`).join("; ")}.`
      )
    })
  }
}
