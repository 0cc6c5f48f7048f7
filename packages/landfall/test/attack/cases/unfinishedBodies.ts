import { rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const CONNECTIONS = 300
const BODY_BYTES = 7_900_000

const CARRIERS = {
  carriers: [
    {
      scac: "MSCU",
      name: "A carrier that pushes",
      baseUrl: "http://127.0.0.1:2/",
      kinds: ["CT"],
      notificationSecret: "CARRIER_SECRET",
      notificationSecretEncoding: "text",
      requestsPerSecond: 1
    }
  ]
}

export const unfinishedBodies: AttackCase = {
  name: "unfinished-bodies",
  title: "300 unfinished bodies of 7.9 MB to the path of a carrier, without a key",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const file = join(tmpdir(), `landfall-attack-carriers-${process.pid}.json`)
    writeFileSync(file, JSON.stringify(CARRIERS))
    stage.defer(() => rmSync(file, { force: true }))
    const service = await stage.startService({
      settings: { LANDFALL_CARRIERS: file, CARRIER_SECRET: "a secret of the carrier" }
    })
    const head = [
      `POST ${ALERTS_PREFIX}/carriers/MSCU/events HTTP/1.1`,
      "host: a",
      "content-type: application/json",
      `notification-signature: sha256=${"0".repeat(64)}`,
      `content-length: ${BODY_BYTES + 1}`
    ].join("\r\n")
    await stage.beside(service, async (span) => {
      const traffic = await runTraffic(
        {
          _tag: "Hold",
          url: service.url,
          connections: CONNECTIONS,
          bytes: `${head}\r\n\r\n`,
          fillerBytes: BODY_BYTES,
          reads: true,
          count: 4 * CONNECTIONS
        },
        span
      )
      stage.note(`${traffic.opened} connections opened, ${traffic.closedByServer} closed by the server.`)
    })
  }
}
