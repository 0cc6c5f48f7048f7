import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { TaskId } from "../../../src/alerts/operations/DeliveryTask.ts"
import { ShipmentId } from "../../../src/alerts/ShipmentId.ts"
import { exampleShipment } from "../../../src/tracking/decisions/ExampleAlertData.ts"
import {
  affordableRegistrations,
  decideEnrolmentStep,
  type EnrolmentCandidate,
  isEnrollable,
  isOutOfCredits,
  makeEnrolmentTask,
  planEnrolment
} from "../../../src/tracking/enrolment/Enrolment.ts"
import { DEMO_CONTAINER } from "../../../src/tracking/references/ContainerNumber.ts"
import type { Shipment } from "../../../src/tracking/shipments/Shipment.ts"
import { Credits } from "../../../src/usage/Credits.ts"

const now = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const accountId = AccountId.make("acc_1")
const endpointId = EndpointId.make("ep_1")
const task = makeEnrolmentTask({ id: TaskId.make("task_1"), accountId, now }, endpointId, 5)
const range = { after: "", last: "shp_9" }

const candidate = (
  n: number,
  changes: Partial<Shipment> = {},
  registered = false,
  full = false
): EnrolmentCandidate => ({
  shipment: { ...exampleShipment(accountId, now), id: ShipmentId.make(`shp_${n}`), ...changes },
  registered,
  full
})
const idsOf = (shipments: ReadonlyArray<Shipment>) => shipments.map(({ id }) => String(id))

describe("an enrolment", () => {
  it("registers shipments in progress, but none twice, none without room and not the demo container", () => {
    assert.isTrue(isEnrollable(candidate(1)))
    assert.isFalse(isEnrollable(candidate(1, {}, true)))
    assert.isFalse(isEnrollable(candidate(1, {}, false, true)))
    assert.isFalse(isEnrollable(candidate(1, { status: "completed" })))
    assert.isFalse(isEnrollable(candidate(1, { status: "stopped" })))
    assert.isFalse(isEnrollable(candidate(1, { number: DEMO_CONTAINER })))
  })

  it("continues after the last shipment of a full page, and is completed with a page that is not full", () => {
    const candidates = [candidate(1), candidate(2, {}, true), candidate(3)]
    const full = decideEnrolmentStep(task, range, { size: 3, candidates }, 100, now)
    assert.deepStrictEqual([idsOf(full.enrolled), full.range.after], [["shp_1", "shp_3"], "shp_3"])
    assert.deepStrictEqual([full.task.state, full.task.done], [{ _tag: "Running" }, 2])
    const last = decideEnrolmentStep(full.task, full.range, { size: 3, candidates: [] }, 100, now)
    assert.deepStrictEqual([last.enrolled, last.range.after], [[], "shp_3"])
    assert.deepStrictEqual(last.task.state, { _tag: "Completed", at: now })
  })

  it("registers as many as the credits pay for, and ends before the next", () => {
    const candidates = [candidate(1), candidate(2), candidate(3)]
    const step = decideEnrolmentStep(task, range, { size: 3, candidates }, 2, now)
    assert.deepStrictEqual([idsOf(step.enrolled), step.range.after, step.task.done], [["shp_1", "shp_2"], "shp_2", 2])
    assert.isTrue(isOutOfCredits(step.task))
    const none = decideEnrolmentStep(task, range, { size: 3, candidates }, 0, now)
    assert.deepStrictEqual([none.enrolled, none.range], [[], range])
    const enough = decideEnrolmentStep(task, range, { size: 4, candidates }, 3, now)
    assert.isFalse(isOutOfCredits(enough.task))
  })

  it("needs no credits at a price of 0", () => {
    assert.strictEqual(affordableRegistrations(Credits.make(0), Credits.make(0)), Number.POSITIVE_INFINITY)
    assert.strictEqual(affordableRegistrations(Credits.make(35), Credits.make(10)), 3)
  })

  it("plans one registration for each shipment, and creates none", () => {
    const shipments = [candidate(1), candidate(2)].map(({ shipment }) => shipment)
    const plan = planEnrolment(shipments, endpointId, now)
    assert.deepStrictEqual(
      plan.requests.map(({ startsTracking, registrations }) => [startsTracking, registrations.length]),
      [
        [false, 1],
        [false, 1]
      ]
    )
    assert.deepStrictEqual([plan.created.size, plan.resumed.size, plan.shipments.size], [0, 0, 2])
    assert.deepStrictEqual(makeEnrolmentTask({ id: task.id, accountId, now }, endpointId, 0).state, {
      _tag: "Completed",
      at: now
    })
    assert.isTrue(Option.isNone(task.messageId))
  })
})
