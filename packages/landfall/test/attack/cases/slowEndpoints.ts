import { CLOSED_PORT } from "../../support/Listener.ts"
import { createEndpoints, describeStatuses, EAGER_RETRIES, floodExamples } from "../Attacker.ts"
import { startHangingReceiver, startReceiver } from "../Receivers.ts"
import type { AttackCase, Stage } from "../Stage.ts"

const SLOW_MILLIS = 14_000

/** Runs an attack by the endpoints of one account. */
const attackWith = async (stage: Stage, urls: ReadonlyArray<string>) => {
  const service = await stage.startService()
  const attacker = await service.newAccount("Attacker")
  const ids = await createEndpoints(attacker, urls, EAGER_RETRIES)
  await stage.beside(service, async (span) => {
    stage.note(`Examples: ${describeStatuses(await floodExamples(attacker, ids, span))}.`)
  })
}

const repeat = (count: number, url: string) => Array.from({ length: count }, (_, n) => `${url}/${n}`)

export const deadEndpoints: AttackCase = {
  name: "dead-endpoints",
  title: "1,000 endpoints of which 500 are dead",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const live = await startReceiver(204)
    stage.defer(live.close)
    const dead = `http://127.0.0.1:${CLOSED_PORT}`
    await attackWith(stage, [...repeat(stage.size(499, 30), live.url), ...repeat(stage.size(500, 30), dead)])
    stage.note(`The live endpoints received ${live.received()} alerts.`)
  }
}

export const hangingEndpoints: AttackCase = {
  name: "hanging-endpoints",
  title: "64 endpoints that never respond",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const hanging = await Promise.all(Array.from({ length: stage.size(64, 24) }, startHangingReceiver))
    for (const { close } of hanging) stage.defer(close)
    await attackWith(
      stage,
      hanging.map(({ url }) => url)
    )
  }
}

export const slowEndpoints: AttackCase = {
  name: "slow-endpoints",
  title: "8 endpoints that respond 204 after 14 s",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const slow = await Promise.all(Array.from({ length: 8 }, () => startReceiver(204, SLOW_MILLIS)))
    for (const { close } of slow) stage.defer(close)
    await attackWith(
      stage,
      slow.map(({ url }) => url)
    )
  }
}

export const sharedOrigin: AttackCase = {
  name: "shared-origin",
  title: "64 endpoints of one account that never respond, at one origin",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const hanging = await startHangingReceiver()
    stage.defer(hanging.close)
    await attackWith(stage, repeat(stage.size(64, 24), hanging.url))
  }
}
