import { createEndpoints, describeStatuses, registerLines } from "../Attacker.ts"
import { startReceiver } from "../Receivers.ts"
import type { AttackCase } from "../Stage.ts"

const ENDPOINTS = 50
/** A container number with a wrong check digit. */
const REJECTED = { number: "MSCU1234560" }

export const rejectedLines: AttackCase = {
  name: "rejected-lines",
  title: "50 endpoints with 9,900 rejected lines each in one request, then three and eight at once, also at the limit",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const receiver = await startReceiver(204)
    stage.defer(receiver.close)
    const service = await stage.startService()
    const attacker = await service.newAccount("Attacker")
    const ids = await createEndpoints(
      attacker,
      Array.from({ length: ENDPOINTS }, (_, n) => `${receiver.url}/${n}`)
    )
    const statuses: Record<string, number> = {}
    const send = async (lines: number) => {
      const { status } = await registerLines(
        attacker,
        ids,
        Array.from({ length: lines }, () => REJECTED)
      )
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    await stage.beside(service, async (until) => {
      // 50 × 4,000 lines are as many as a body of 8 MiB holds; 50 × 200 are as many as a request may have.
      for (const lines of [4_000, 200]) {
        for (const atOnce of [1, 3, 8]) await Promise.all(Array.from({ length: atOnce }, () => send(lines)))
      }
      while (performance.now() < until) await Promise.all(Array.from({ length: 8 }, () => send(200)))
    })
    stage.note(`Responses: ${describeStatuses(statuses)}.`)
    stage.expect((statuses["413"] ?? 0) > 0, "No request with too many lines was rejected with 413.")
  }
}
