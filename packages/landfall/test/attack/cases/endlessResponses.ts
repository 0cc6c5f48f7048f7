import { createEndpoints, describeStatuses, EAGER_RETRIES, floodExamples } from "../Attacker.ts"
import { startEndlessReceiver } from "../Receivers.ts"
import type { AttackCase } from "../Stage.ts"

const ENDPOINTS_EACH = 16

/** Responses that have no end: their start, and what follows again and again. */
const RESPONSES: ReadonlyArray<readonly [start: string, part: string]> = [
  ["", "HTTP/1.1 103 Early Hints\r\n\r\n"],
  ["HTTP/1.1 200 OK\r\n", "x: y\r\n"],
  ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;", "a"],
  ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n"],
  ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n", "x: y\r\n"],
  ["HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n", "\u001f"],
  ["", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"],
  ["", "\r\n"]
]

export const endlessResponses: AttackCase = {
  name: "endless-responses",
  title: "128 endpoints whose responses have no end: informational ones, headers, chunks, trailers, bodies",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const receivers = await Promise.all(RESPONSES.map(([start, part]) => startEndlessReceiver(start, part)))
    for (const { close } of receivers) stage.defer(close)
    const service = await stage.startService()
    const attacker = await service.newAccount("Attacker")
    const endpoints = stage.size(ENDPOINTS_EACH, 2)
    const urls = receivers.flatMap(({ url }) => Array.from({ length: endpoints }, (_, n) => `${url}/${n}`))
    const ids = await createEndpoints(attacker, urls, EAGER_RETRIES)
    await stage.beside(service, async (span) => {
      const statuses = await floodExamples(attacker, ids, span)
      const connections = receivers.map((receiver) => receiver.received()).join(", ")
      stage.note(`Examples: ${describeStatuses(statuses)}. Connections to the receivers: ${connections}.`)
    })
  }
}
