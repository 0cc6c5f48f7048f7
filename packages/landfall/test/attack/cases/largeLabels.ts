import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { callerOf } from "../../support/Service.ts"
import { describeStatuses, openAttack, registrationOf, sendPatiently } from "../Attacker.ts"
import { FREE } from "../Service.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const ENDPOINTS = 900
const SHIPMENTS = 250
const CONCURRENCY = 200

/** Labels of as many entries as are allowed, with values of this many characters of three bytes in UTF-8. */
const labelsOf = (length: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`label-${n}`, "港".repeat(length)]))

/** The lengths of values, the longest first. */
const LENGTHS = [500, 50]

export const largeLabels: AttackCase = {
  name: "large-labels",
  title:
    "900 endpoints and 250 shipments with the largest labels that are accepted, listed by keys and by the token of a portal",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, endpoint, receiver } = await openAttack(stage, { service: FREE })
    let length = 0
    for (const candidate of LENGTHS) {
      const { status } = await attacker.send("PATCH", `${ALERTS_PREFIX}/endpoint/${endpoint}`, {
        metadata: labelsOf(candidate)
      })
      if (status !== 200) continue
      length = candidate
      break
    }
    const metadata = labelsOf(length)
    const { body } = await attacker.send("GET", `${ALERTS_PREFIX}/endpoint/${endpoint}`)
    for (let n = 0; n < stage.size(ENDPOINTS, 20); n++) {
      await sendPatiently(attacker, "POST", "/endpoint", { url: `${receiver.url}/label/${n}`, metadata })
    }
    for (let first = 0; first < stage.size(SHIPMENTS, 20); first += 10) {
      const lines = Array.from({ length: 10 }, (_, n) => ({ number: containerOf(first + n, "MSKU"), metadata }))
      const { status } = await sendPatiently(attacker, "POST", "/easy-shipment", registrationOf([endpoint], lines))
      stage.expect(status === 202, `The shipments were not registered: ${status}.`)
    }
    const portal = await sendPatiently(attacker, "POST", `/application/${body.applicationId}/portal`, {})
    const reader = callerOf(service.url, portal.body.token)
    const whole = await reader.send("GET", `${ALERTS_PREFIX}/endpoint?limit=10`)
    stage.expect(whole.body.data.length <= 10, `A page of 10 endpoints had ${whole.body.data.length}.`)
    const list = await attacker.send("GET", `${ALERTS_PREFIX}/endpoint?limit=250`)
    const bytes = Buffer.byteLength(JSON.stringify(list.body))
    stage.note(`Labels of ${50 * 3 * length} bytes; a list of ${list.body.data.length} endpoints has ${bytes} bytes.`)
    stage.expect(bytes < 4 * 1024 * 1024, `A list of endpoints has ${bytes} bytes.`)
    const paths = ["endpoint?limit=250", "shipment?limit=250"]
    const requests = [
      ...paths.map((path) => ({
        method: "GET",
        path: `${ALERTS_PREFIX}/${path}`,
        headers: { "api-key": attacker.key }
      })),
      { method: "GET", path: `${ALERTS_PREFIX}/endpoint`, headers: { "api-key": reader.key } }
    ]
    await stage.beside(service, async (span) => {
      const flood = await runTraffic(
        { _tag: "Flood", url: service.url, requests, concurrency: stage.size(CONCURRENCY, 12) },
        span
      )
      stage.note(`Responses: ${describeStatuses(flood.responses)}.`)
    })
  }
}
