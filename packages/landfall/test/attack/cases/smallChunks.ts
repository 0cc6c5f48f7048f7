import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const CONNECTIONS = 16
const BODY_BYTES = 7_000_000
/** A chunk of one byte, which is white space of JSON. */
const CHUNK = "1\r\n \r\n"

export const smallChunks: AttackCase = {
  name: "small-chunks",
  title: "bodies of 7 MB in chunks of one byte, with a key and without",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const service = await stage.startService()
    const attacker = await service.newAccount("Attacker")
    const upload = (path: string, header: string) =>
      `POST ${ALERTS_PREFIX}${path} HTTP/1.1\r\nhost: a\r\n${header}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`
    const bodies = [
      upload("/tracking/events", `api-key: ${attacker.key}\r\n`),
      upload("/carriers/MAEU/events", ""),
      upload("/unknown", "")
    ]
    await stage.beside(service, async (span) => {
      const reports = await Promise.all(
        bodies.map((bytes) =>
          runTraffic(
            {
              _tag: "Hold",
              url: service.url,
              connections: CONNECTIONS,
              bytes,
              filler: CHUNK,
              fillerBytes: BODY_BYTES * CHUNK.length,
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
