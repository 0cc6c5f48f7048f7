import { assert, describe, it } from "@effect/vitest"
import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { makeEndpointPaces } from "@landfall/worker/EndpointPaces"
import { makeLanePlan, type PlanLimits } from "@landfall/worker/LanePlan"
import { leaseOf } from "./support/Leases.ts"

const limits: PlanLimits = { concurrency: 8, perEndpoint: 3, keptForFirst: 2 }
const LATER = 1_000n

const leaseTo = (endpoint: string, n: number, attempt = 1): DeliveryLease => ({
  ...leaseOf(n),
  endpointId: EndpointId.make(`ep_${endpoint}`),
  attempt
})

const planWith = (leases: ReadonlyArray<DeliveryLease>) => {
  const paces = makeEndpointPaces()
  const plan = makeLanePlan(limits, paces)
  for (const lease of leases) plan.add(lease, LATER)
  return { plan, paces }
}

/** Everything that may begin now. */
const begun = (plan: ReturnType<typeof makeLanePlan>, nanos = 0n): ReadonlyArray<DeliveryLease> => {
  const leases: Array<DeliveryLease> = []
  for (let lease = plan.next(nanos); lease !== undefined; lease = plan.next(nanos)) leases.push(lease)
  return leases
}

const namesOf = (leases: ReadonlyArray<DeliveryLease>) =>
  leases.map(({ endpointId, messageId }) => `${endpointId} ${messageId}`)

describe("the plan of the lanes", () => {
  it("goes round the endpoints, and of each the first that came goes first", () => {
    const { plan } = planWith([leaseTo("a", 1), leaseTo("a", 2), leaseTo("a", 3), leaseTo("b", 4), leaseTo("c", 5)])
    assert.deepStrictEqual(namesOf(begun(plan)), ["ep_a msg_1", "ep_b msg_4", "ep_c msg_5", "ep_a msg_2", "ep_a msg_3"])
  })

  it("gives one endpoint no more lanes than it may have, and the next when one of its sends has ended", () => {
    const { plan } = planWith([1, 2, 3, 4, 5].map((n) => leaseTo("a", n)))
    const first = begun(plan)
    assert.strictEqual(first.length, limits.perEndpoint)
    assert.strictEqual(plan.ready(), 0)
    for (const lease of first.slice(0, 1)) plan.ended(lease)
    assert.deepStrictEqual(namesOf(begun(plan)), ["ep_a msg_4"])
  })

  it("keeps lanes for first attempts, however many retries wait", () => {
    const retries = ["a", "b", "c", "d"].flatMap((endpoint) => [1, 2, 3].map((n) => leaseTo(endpoint, n, 2)))
    const { plan } = planWith([...retries, leaseTo("e", 9), leaseTo("f", 9), leaseTo("g", 9)])
    const leases = begun(plan)
    assert.strictEqual(leases.length, limits.concurrency)
    assert.strictEqual(leases.filter(({ attempt }) => attempt > 1).length, plan.retrying())
    assert.isAtMost(plan.retrying(), limits.concurrency - limits.keptForFirst)
    assert.strictEqual(leases.filter(({ attempt }) => attempt === 1).length, 3)
  })

  it("counts what goes to an endpoint that has just failed as a retry", () => {
    const { plan, paces } = planWith([])
    for (const name of ["a", "b", "c"]) {
      paces.taken(EndpointId.make(`ep_${name}`))
      paces.ended(EndpointId.make(`ep_${name}`), false)
    }
    for (const name of ["a", "b", "c"]) for (const n of [1, 2, 3]) plan.add(leaseTo(name, n), LATER)
    assert.strictEqual(begun(plan).length, limits.concurrency - limits.keptForFirst)
    plan.add(leaseTo("d", 4), LATER)
    assert.deepStrictEqual(namesOf(begun(plan)), ["ep_d msg_4"])
  })

  it("counts a delivery that somebody asked for again as a first attempt", () => {
    const { plan } = planWith([{ ...leaseTo("a", 1, 11), attemptsBefore: 10 }])
    begun(plan)
    assert.strictEqual(plan.retrying(), 0)
  })

  it("begins nothing that is too old to be sent within its lease, and hands it out", () => {
    const { plan } = planWith([leaseTo("a", 1), leaseTo("b", 2)])
    plan.add(leaseTo("a", 3), LATER * 2n)
    assert.deepStrictEqual(begun(plan, LATER + 1n), [])
    assert.deepStrictEqual(namesOf(plan.takeOlderThan(LATER + 1n)).toSorted(), ["ep_a msg_1", "ep_b msg_2"])
    assert.deepStrictEqual(namesOf(begun(plan, LATER + 1n)), ["ep_a msg_3"])
    assert.strictEqual(plan.waiting(), 0)
  })

  it("gives everything back that has not begun", () => {
    const { plan } = planWith([1, 2, 3, 4, 5].map((n) => leaseTo("a", n)))
    begun(plan)
    assert.deepStrictEqual(namesOf(plan.takeAll()), ["ep_a msg_4", "ep_a msg_5"])
    assert.strictEqual(plan.waiting(), 0)
    assert.deepStrictEqual(begun(plan), [])
  })
})
