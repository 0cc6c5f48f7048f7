import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX, CO2_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"
import { describeStatuses, openAttack, REGISTRATION_PATH, registrationOf, sendPatiently } from "../Attacker.ts"
import { type AttackSpan, begins } from "../AttackSpan.ts"
import { FREE } from "../Service.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const LINES = 2_500
const ENDPOINTS = 100
const SHIPMENTS = 40
const DAYS_MOVED = 3
const MAX_PAUSE_MILLIS = 2_000
const ERROR_PAUSE_MILLIS = 100

type Send = () => Promise<{ readonly status: number; readonly headers: Headers }>

/** Sends requests one after the other, one in a round, and waits after a 429. Returns the responses by status. */
const sendInTurn = async (span: AttackSpan, send: Send) => {
  const statuses: Record<string, number> = {}
  for (let round = 0; begins(round, span); round++) {
    // The server may close the connection of a body that it rejects, which ends no attack.
    const response = await send().catch(() => undefined)
    const status = response?.status ?? "error"
    statuses[status] = (statuses[status] ?? 0) + 1
    if (response === undefined) await sleep(ERROR_PAUSE_MILLIS)
    else if (response.status === 429)
      await sleep(Math.min(MAX_PAUSE_MILLIS, 1000 * Number(response.headers.get("retry-after"))))
  }
  return describeStatuses(statuses)
}

const VOYAGE = { vessel: { imo: 9839430 }, departure: { portCode: "NLRTM" }, arrival: { portCode: "SGSIN" } }
const CONCURRENCY = 48

export const acceptedLines: AttackCase = {
  name: "accepted-lines",
  title: "2,500 new shipments in one request, again and again, and small requests of the same account behind them",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, endpoint } = await openAttack(stage, { service: FREE })
    const headers = { "api-key": attacker.key, "content-type": "application/json" }
    const small = JSON.stringify(registrationOf([endpoint], [{ number: containerOf(1) }]))
    const requests = [
      { method: "POST", path: REGISTRATION_PATH, headers, body: small },
      { method: "POST", path: `${CO2_PREFIX}/compute-co2`, headers, body: JSON.stringify(VOYAGE) }
    ]
    const count = stage.size(LINES, 1_000)
    let first = 0
    await stage.beside(service, async (span) => {
      const large = sendInTurn(span, () => {
        const lines = Array.from({ length: count }, (_, n) => ({ number: containerOf(first + n, "MSKU") }))
        first += count
        return attacker.send("POST", REGISTRATION_PATH, registrationOf([endpoint], lines))
      })
      const flood = runTraffic({ _tag: "Flood", url: service.url, requests, concurrency: CONCURRENCY }, span)
      stage.note(`Large requests: ${await large}. Small ones: ${describeStatuses((await flood).responses)}.`)
    })
  }
}

export const wideChanges: AttackCase = {
  name: "wide-changes",
  title: "the dates of 40 shipments that are registered on 100 endpoints each change again and again",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const endpoints = stage.size(ENDPOINTS, 10)
    const { service, attacker, ids, receiver } = await openAttack(stage, { endpoints, service: FREE })
    const containers = Array.from({ length: stage.size(SHIPMENTS, 4) }, (_, n) => containerOf(800_000 + n))
    for (const number of containers) {
      const registered = await attacker.send("POST", REGISTRATION_PATH, registrationOf(ids, [{ number }]))
      stage.expect(registered.status === 202, `The shipments were not registered: ${registered.status}.`)
    }
    let round = 0
    await stage.beside(service, async (span) => {
      const statuses = await sendInTurn(span, () => {
        round++
        const start = DateTime.add(DateTime.nowUnsafe(), { days: 10 + DAYS_MOVED * (round % 10) })
        const events = containers.flatMap((container) => {
          const [plan] = transhipmentVoyage({ container, booking: `W${container}`, start })
          return (plan?.events ?? []).map((event): object => ({ ...event, round }))
        })
        return attacker.send("POST", `${ALERTS_PREFIX}/tracking/events`, events)
      })
      stage.note(`Responses: ${statuses}; ${receiver.received()} alerts arrived.`)
    })
  }
}

/** As many registrations as a request may add, beside the endpoint that it names. */
const ENROLLED_LINES = 20
const EXCESSIVE_LINES = 1_000
const ENROLLING = 120

export const enrollingEndpoints: AttackCase = {
  name: "enrolling-endpoints",
  title: "120 endpoints that register every new shipment, and 20 new shipments in one request, again and again",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, ids, endpoint } = await openAttack(stage, { endpoints: ENROLLING, service: FREE })
    for (const id of ids) await sendPatiently(attacker, "PATCH", `/endpoint/${id}`, { enrolFuture: true })
    let first = 0
    const linesOf = (count: number) => {
      first += count
      return Array.from({ length: count }, (_, n) => ({ number: containerOf(first + n, "HLXU") }))
    }
    const excessive = await attacker.send(
      "POST",
      REGISTRATION_PATH,
      registrationOf([endpoint], linesOf(EXCESSIVE_LINES))
    )
    stage.expect(excessive.status === 413, `A request for 100,000 registrations returned ${excessive.status}.`)
    await stage.beside(service, async (span) => {
      const statuses = await sendInTurn(span, () =>
        attacker.send("POST", REGISTRATION_PATH, registrationOf([endpoint], linesOf(ENROLLED_LINES)))
      )
      stage.note(`Responses: ${statuses}.`)
    })
  }
}
