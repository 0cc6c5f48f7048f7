import { CO2_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { describeStatuses } from "../Attacker.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const PORTS = [
  "CNSHA",
  "NLRTM",
  "SGSIN",
  "USLAX",
  "BRSSZ",
  "ZADUR",
  "AUSYD",
  "JPYOK",
  "INNSA",
  "CLVAP",
  "FIHEL",
  "NGLOS"
]
const GEOMETRY = { geometry: true, avoid: ["suez", "panama"] }
const PER_BATCH = 100

/** Voyages between all ports, from one on. */
const voyagesFrom = (first: number) =>
  Array.from({ length: PER_BATCH }, (_, n) => {
    const from = PORTS[(first + n) % PORTS.length]
    const to = PORTS[(first + n + 1 + (n % (PORTS.length - 1))) % PORTS.length]
    return { vessel: { imo: 9839430 }, departure: { portCode: from }, arrival: { portCode: to }, options: GEOMETRY }
  })

export const batchFloods: AttackCase = {
  name: "batch-floods",
  title: "batches of 100 voyages with the geometry of their routes, and searches for ports",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const service = await stage.startService()
    const attacker = await service.newAccount("Attacker")
    const headers = { "api-key": attacker.key, "content-type": "application/json" }
    const batches = Array.from({ length: 8 }, (_, n) => ({
      method: "POST",
      path: `${CO2_PREFIX}/compute-co2/batch`,
      headers,
      body: JSON.stringify({ requests: voyagesFrom(n) })
    }))
    const routes = voyagesFrom(0)
      .slice(0, 12)
      .map(({ departure, arrival }) => ({
        method: "POST",
        path: `${CO2_PREFIX}/route`,
        headers,
        body: JSON.stringify({ departure, arrival, options: { geometry: true } })
      }))
    const ports = ["a", "port", "zzzz", "rotterdam"].map((search) => ({
      method: "GET",
      path: `${CO2_PREFIX}/ports?search=${search}&limit=250`,
      headers
    }))
    await stage.beside(service, async (span) => {
      const requests = [...batches, ...routes, ...ports]
      const flood = await runTraffic({ _tag: "Flood", url: service.url, requests, concurrency: 48 }, span)
      stage.note(`Responses: ${describeStatuses(flood.responses)}.`)
      stage.expect((flood.responses["200"] ?? 0) > 0, "No request succeeded.")
    })
  }
}
