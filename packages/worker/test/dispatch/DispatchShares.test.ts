import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  type Behaviour,
  hangs,
  hangsLater,
  makeSimulatedDispatch,
  rejects,
  responds,
  respondsLate
} from "./SimulatedDispatch.ts"

const SECOND = 1_000

/** What an account does to others, and how. */
interface Attack {
  readonly endpoints: number
  readonly behaviour: Behaviour
  /** Messages to each endpoint, and the milliseconds between two posts. */
  readonly count: number
  readonly millis: number
  /** Its endpoints share the origin of the others. */
  readonly sharedOrigin: boolean
}

const SHARED = "https://shared.example"

/** Runs an attack beside four accounts that each receive 20 deliveries a second at two endpoints; returns their delays. */
const healthyBeside = (...attacks: ReadonlyArray<Attack>) => {
  const simulation = makeSimulatedDispatch()
  for (const [index, attack] of attacks.entries()) {
    for (let n = 0; n < attack.endpoints; n++) {
      const origin = attack.sharedOrigin ? [SHARED] : []
      const id = simulation.addEndpoint(`attacker-${index}-${n}`, `attacker-${index}`, attack.behaviour, ...origin)
      simulation.post(id, attack.count, attack.millis)
    }
  }
  const names = ["a", "b", "c", "d"]
  for (const [index, name] of names.entries()) {
    for (const endpoint of [`${name}-1`, `${name}-2`]) {
      simulation.post(simulation.addEndpoint(endpoint, name, responds, SHARED), 1, 100, 2 * SECOND + index * 13)
    }
  }
  simulation.run(30 * SECOND)
  return { simulation, delays: names.flatMap((name) => simulation.delaysOf(name)) }
}

/** Every delivery of the healthy accounts was sent, and none had to wait for long. */
const assertServed = (delays: ReadonlyArray<number>, mostMillis: number) => {
  assert.isAtLeast(delays.length, 4 * 2 * 279)
  const most = delays.reduce((a, b) => Math.max(a, b))
  assert.isAtMost(most, mostMillis, `the longest delay of ${delays.length} deliveries`)
}

describe("other accounts beside one with failing or slow receivers", () => {
  const attack = { endpoints: 64, behaviour: hangs, count: 5, millis: 500, sharedOrigin: false }
  const cases: ReadonlyArray<readonly [string, Attack]> = [
    ["64 endpoints that hang", attack],
    ["64 endpoints that hang at the same origin", { ...attack, sharedOrigin: true }],
    ["8 endpoints that respond after 14 s", { ...attack, endpoints: 8, behaviour: respondsLate, count: 50 }],
    ["64 endpoints that respond at first and hang later", { ...attack, behaviour: hangsLater, count: 20 }],
    ["1,000 endpoints that reject", { ...attack, endpoints: 1_000, behaviour: rejects, count: 1 }],
    ["2,000 endpoints that hang", { ...attack, endpoints: 2_000, count: 1, millis: 2_000 }],
    [
      "a backlog of 20,000 deliveries to one fast endpoint",
      { ...attack, endpoints: 1, behaviour: responds, count: 20_000, millis: 60 * SECOND }
    ]
  ]
  for (const [name, attack] of cases) {
    it(`are served immediately beside ${name}`, () => assertServed(healthyBeside(attack).delays, 300))
  }

  const Attacks = Schema.Struct({
    endpoints: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 })),
    behaviour: Schema.Literals(["hangs", "respondsLate", "hangsLater", "rejects", "responds"]),
    count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 })),
    millis: Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 5_000 })),
    sharedOrigin: Schema.Boolean
  })
  const behaviours = { hangs, respondsLate, hangsLater, rejects, responds }

  it.prop(
    "are served immediately beside an account with any of these receivers",
    [Attacks],
    ([{ behaviour, ...attack }]) =>
      assertServed(healthyBeside({ ...attack, behaviour: behaviours[behaviour] }).delays, 300),
    { arbitrary: { runs: 12 } }
  )

  it("are served beside five such accounts", () => {
    const kinds = [hangs, respondsLate, hangsLater, rejects, responds]
    const attacks = kinds.map((behaviour) => ({ ...attack, behaviour, endpoints: 100, sharedOrigin: true }))
    assertServed(healthyBeside(...attacks).delays, 1_000)
  })
})
