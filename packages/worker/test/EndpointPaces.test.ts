import { assert, describe, it } from "@effect/vitest"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { makeEndpointPaces } from "@landfall/worker/EndpointPaces"

const [fast, dead] = [EndpointId.make("ep_fast"), EndpointId.make("ep_dead")]

/** Takes as much as an endpoint's share allows, and ends all of it. */
const round = (paces: ReturnType<typeof makeEndpointPaces>, id: EndpointId, succeeded: boolean): number => {
  const share = paces.shareOf(id)
  for (let n = 0; n < share; n++) paces.taken(id)
  for (let n = 0; n < share; n++) paces.ended(id, succeeded)
  return share
}

describe("the pace of an endpoint", () => {
  it("doubles with each round that succeeds, up to 1024", () => {
    const paces = makeEndpointPaces()
    const rounds = Array.from({ length: 9 }, () => round(paces, fast, true))
    assert.deepStrictEqual(rounds, [4, 8, 16, 32, 64, 128, 256, 512, 1024])
  })

  it("falls to the first share with a failure, and names the endpoint as failing until it succeeds", () => {
    const paces = makeEndpointPaces()
    for (let rounds = 0; rounds < 8; rounds++) round(paces, fast, true)
    assert.strictEqual(paces.lanesOf(fast, 64), 64)
    paces.taken(fast)
    paces.ended(fast, false)
    assert.strictEqual(paces.shareOf(fast), 4)
    assert.strictEqual(paces.lanesOf(fast, 64), 4)
    assert.isTrue(paces.isFailing(fast))
    round(paces, fast, true)
    assert.isFalse(paces.isFailing(fast))
  })

  it("never gives a receiver that hangs more than its first share", () => {
    const paces = makeEndpointPaces()
    let held = 0
    for (let share = paces.shareOf(dead); share > 0; share = paces.shareOf(dead)) {
      for (let n = 0; n < share; n++) paces.taken(dead)
      held += share
    }
    assert.strictEqual(held, 4)
    assert.deepStrictEqual([...paces.full()], [dead])
  })

  it("takes again when half of the share has ended, given back counted in", () => {
    const paces = makeEndpointPaces()
    for (let n = 0; n < 4; n++) paces.taken(dead)
    paces.returned(dead)
    assert.isTrue(paces.isFull(dead))
    paces.returned(dead)
    assert.isFalse(paces.isFull(dead))
    assert.strictEqual(paces.shareOf(dead), 2)
  })

  it("is remembered for a bounded number of endpoints", () => {
    const paces = makeEndpointPaces()
    for (let n = 0; n < 30_000; n++) round(paces, EndpointId.make(`ep_${n}`), true)
    assert.strictEqual(paces.shareOf(EndpointId.make("ep_0")), 4)
    assert.strictEqual(paces.shareOf(EndpointId.make("ep_29999")), 8)
  })
})
