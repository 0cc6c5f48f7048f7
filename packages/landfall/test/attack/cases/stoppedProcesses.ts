import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { createEndpoints, describeStatuses } from "../Attacker.ts"
import { startReceiver } from "../Receivers.ts"
import type { AttackCase } from "../Stage.ts"

const STOPPED_MILLIS = 15_000
const LOAD_MILLIS = 2_000
const CONCURRENCY = 8

export const stoppedProcesses: AttackCase = {
  name: "stopped-processes",
  title: "SIGSTOP of a server and a worker in the middle of their transactions",
  stores: ["postgres"],
  run: async (stage) => {
    const receiver = await startReceiver(204)
    stage.defer(receiver.close)
    const service = await stage.startService({ processes: [["serve"], ["serve", "--no-worker"], ["worker"]] })
    const [first, second, worker] = service.members
    if (first === undefined || second === undefined || worker === undefined) throw new Error("a process is missing")
    const busy = await service.newAccount("Busy", second.url)
    const [endpoint = ""] = await createEndpoints(busy, [receiver.url])
    const statuses: Record<string, number> = {}
    let serial = 500_000
    const register = async () => {
      const lines = Array.from({ length: 20 }, () => ({ number: containerOf(++serial) }))
      try {
        const { status } = await busy.send("POST", `${ALERTS_PREFIX}/easy-shipment`, {
          [endpoint]: { shipments: lines }
        })
        statuses[status] = (statuses[status] ?? 0) + 1
      } catch {
        statuses.error = (statuses.error ?? 0) + 1
      }
    }
    await stage.beside(
      service,
      async () => {
        const end = performance.now() + LOAD_MILLIS
        const lane = async () => {
          while (performance.now() < end) await register()
        }
        const lanes = Array.from({ length: CONCURRENCY }, lane)
        await sleep(LOAD_MILLIS / 2)
        for (const { running } of [second, worker]) running.child.kill("SIGSTOP")
        await sleep(STOPPED_MILLIS)
        for (const { running } of [second, worker]) running.child.kill("SIGCONT")
        await Promise.all(lanes)
      },
      { measured: [first] }
    )
    stage.note(`Registrations at the stopped server: ${describeStatuses(statuses)}.`)
    for (const { name, running } of [second, worker]) {
      stage.expect(running.child.exitCode === null, `The process ${name} ended after it continued.`)
    }
  }
}
