import { describeStatuses, openAttack, REGISTRATION_PATH, registrationOf } from "../Attacker.ts"
import type { AttackCase } from "../Stage.ts"
import { runTraffic } from "../traffic/Traffic.ts"

const ENDPOINTS = 50
/** A container number with a wrong check digit. */
const REJECTED = { number: "MSCU1234560" }
/** 50 × 4,000 lines are as many as a body of 8 MiB holds; 50 × 50 are as many as a request may have. */
const MOST_LINES = 4_000
const ADMITTED_LINES = 50
/** Of so many requests one is beyond the rate of lines, also on a machine that serves few in the time. */
const BEYOND_RATE = 40

export const rejectedLines: AttackCase = {
  name: "rejected-lines",
  title:
    "50 endpoints with rejected lines in one request, then three and eight at the same time, also as many as are allowed",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, ids } = await openAttack(stage, { endpoints: ENDPOINTS })
    const headers = { "api-key": attacker.key, "content-type": "application/json" }
    const requestOf = (lines: number) => {
      const body = JSON.stringify(registrationOf(ids, Array(lines).fill(REJECTED)))
      return { method: "POST", path: REGISTRATION_PATH, headers, body }
    }
    const requests = [requestOf(MOST_LINES), requestOf(ADMITTED_LINES)]
    let statuses: Readonly<Record<string, number>> = {}
    await stage.beside(service, async (span) => {
      const flood = { _tag: "Flood", url: service.url, requests, bursts: [1, 3, 8], concurrency: 8 } as const
      statuses = (await runTraffic(flood, span)).responses
    })
    stage.note(`Responses: ${describeStatuses(statuses)}.`)
    stage.expect((statuses["413"] ?? 0) > 0, "No request with too many lines was rejected with 413.")
    const responses = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    stage.expect(
      responses < BEYOND_RATE || (statuses["429"] ?? 0) > 0,
      "No request beyond the rates was rejected with 429."
    )
  }
}
