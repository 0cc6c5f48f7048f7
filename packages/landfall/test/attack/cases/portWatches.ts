import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { run } from "../../support/Command.ts"
import { describeStatuses, openAttack } from "../Attacker.ts"
import { partOf } from "../AttackSpan.ts"
import { type AttackedService, SERVICE_SETTINGS } from "../Service.ts"
import type { AttackCase, Stage } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const ENDPOINTS = 60
const CONCURRENCY = 48
const EVENT = "port.congestion.threshold"
const VESSELS = ["9706906", "9839430", "9811000"]
const HOUR_MILLIS = 3_600_000
/** The watches of a port are evaluated every five seconds, 100 at a time. */
const ALERTS_MILLIS = 120_000

/** Imports open calls of so many vessels in Rotterdam. */
const importVessels = async (stage: Stage, { folder }: AttackedService, count: number) => {
  const arrivedAt = new Date(Date.now() - 5 * HOUR_MILLIS).toISOString()
  const rows = VESSELS.slice(0, count).map((imo) => `NLRTM,${imo},${arrivedAt},${arrivedAt},cargo`)
  writeFileSync(join(folder, "calls.csv"), ["port,imo,arrivedAt,berthedAt,vesselType", ...rows].join("\n"))
  const settings = { ...SERVICE_SETTINGS, LANDFALL_DATABASE_URL: stage.databaseUrl ?? "sqlite:landfall.db" }
  const { code, stderr } = await run(folder, ["import", "port-calls", "calls.csv"], settings)
  stage.expect(code === 0, `The port calls were not imported: ${stderr}`)
}

export const portWatches: AttackCase = {
  name: "port-watches",
  title: "port watches of 60 endpoints on one figure, as many as are accepted, which it then reaches all at once",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, ids, receiver } = await openAttack(stage, { endpoints: stage.size(ENDPOINTS, 4) })
    for (const id of ids) await attacker.send("PATCH", `${ALERTS_PREFIX}/endpoint/${id}`, { filterTypes: [EVENT] })
    await importVessels(stage, service, 1)
    const headers = { "api-key": attacker.key, "content-type": "application/json" }
    // The last digit distinguishes the thresholds 1.5 and 1.50, which are one watch of an endpoint.
    const requests = ids.map((id) => ({
      method: "POST",
      path: `${ALERTS_PREFIX}/endpoint/${id}/port-watch`,
      headers,
      body: '{"portCode":"NLRTM","figure":"vesselsInPortCount.commercialVessels","threshold":1.5{n}1,"hysteresis":0}'
    }))
    let accepted = 0
    await stage.beside(service, async (span) => {
      const flood = await runTraffic(
        { _tag: "Flood", url: service.url, requests, concurrency: CONCURRENCY },
        partOf(0.5, span)
      )
      accepted = flood.responses["201"] ?? 0
      await importVessels(stage, service, VESSELS.length)
      if (Number.isFinite(span.until)) await sleep(Math.max(0, span.until - performance.now()))
      stage.note(`Responses: ${describeStatuses(flood.responses)}; ${receiver.received()} alerts arrived so far.`)
      stage.expect(accepted > 0, "No port watch was accepted.")
    })
    const until = performance.now() + ALERTS_MILLIS
    while (receiver.received() < accepted && performance.now() < until) await sleep(200)
    // The flood ends with requests whose responses are not counted.
    stage.expect(
      receiver.received() >= accepted && receiver.received() <= accepted + CONCURRENCY,
      `The figure reached ${accepted} port watches, and ${receiver.received()} alerts arrived.`
    )
  }
}
