import { describeStatuses } from "../Attacker.ts"
import { partOf } from "../AttackSpan.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const CONNECTIONS = 1_000
const PIPELINED = 16

export const docsReaders: AttackCase = {
  name: "docs-readers",
  title: "GET /docs on 1,000 connections that do not read, then a flood of /docs",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const service = await stage.startService()
    const request = "GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\nGET /docs HTTP/1.1\r\nhost: a\r\n\r\n"
    await stage.beside(service, async (span) => {
      const traffic = await runTraffic(
        {
          _tag: "Hold",
          url: service.url,
          connections: CONNECTIONS,
          bytes: request.repeat(PIPELINED / 2),
          fillerBytes: 0,
          reads: false,
          count: CONNECTIONS
        },
        partOf(0.5, span)
      )
      stage.note(`${traffic.opened} connections that do not read.`)
      const requests = ["/docs", "/openapi.json"].map((path) => ({ method: "GET", path }))
      const flood = await runTraffic({ _tag: "Flood", url: service.url, requests, concurrency: 64 }, span)
      stage.note(`Flood of /docs: ${describeStatuses(flood.responses)}.`)
      stage.expect(
        (flood.responses["429"] ?? 0) > 0,
        "No request of the flood was rejected by the rate of its address."
      )
    })
  }
}
