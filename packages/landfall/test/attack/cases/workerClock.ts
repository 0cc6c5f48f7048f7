import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import type { Caller } from "../../support/Service.ts"
import { openAttack, sendPatiently } from "../Attacker.ts"
import type { AttackCase } from "../Stage.ts"

const MESSAGES = 100
/** A worker begins to prune a minute after its start. */
const UNTIL_PRUNED_MILLIS = 75_000
const CLOCK = new URL("./shiftedClock.mjs", import.meta.url).href

const countMessages = async (caller: Caller): Promise<number> =>
  (await caller.send("GET", `${ALERTS_PREFIX}/message?limit=250`)).body.data.length

export const workerClock: AttackCase = {
  name: "worker-clock",
  title: "a worker whose clock is 91 days ahead",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker: owner, endpoint } = await openAttack(stage, { name: "Owner" })
    for (let n = 0; n < MESSAGES; n++) {
      await sendPatiently(owner, "POST", `/endpoint/${endpoint}/send-example`, {
        eventType: "vessel.arrival.at.final.pod"
      })
    }
    await stage.beside(
      service,
      async () => {
        const worker = await service.startMember(["worker"], {
          SHIFTED_DAYS: "91",
          NODE_OPTIONS: `--import=${CLOCK}`
        })
        await sleep(UNTIL_PRUNED_MILLIS)
        const [, warning] = /level=WARN.*message="([^"]*clock[^"]*)"/i.exec(worker.running.stderr()) ?? []
        stage.note(`The worker reports: ${warning ?? "nothing"}`)
        worker.running.child.kill("SIGTERM")
        await worker.running.ended
      },
      { measured: service.members.slice(0, 1) }
    )
    const remainingMessages = await countMessages(owner)
    stage.expect(
      remainingMessages === MESSAGES,
      `${MESSAGES - remainingMessages} of ${MESSAGES} messages were deleted.`
    )
  }
}
