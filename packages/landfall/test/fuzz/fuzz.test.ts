import { assert, describe, it } from "@effect/vitest"
import { startService } from "../attack/Service.ts"
import { makeRandomChoices } from "../faults/RandomChoices.ts"
import { UNKNOWN_IDS } from "../support/Operations.ts"
import { FUZZ_LIMITS, fuzz } from "./FuzzRun.ts"
import { findCodingFaults, findFaults } from "./Invariants.ts"
import { nextRequest } from "./Requests.ts"

const SEED = 20_261_122
const error = {
  errorCode: 40002,
  message: "The request body does not fit.",
  details: ["$.url is missing."],
  time: "2026-11-22T00:00:00.000Z"
}
const received = { method: "POST", status: 400, headers: { "x-request-id": "a" }, text: JSON.stringify(error) }

describe("generated and hostile requests", () => {
  it("get a documented response each, and end no process", async () => {
    const service = await startService({ settings: { LANDFALL_LIMITS: FUZZ_LIMITS } })
    try {
      const { faults, statuses } = await fuzz(service, { requests: 600, seed: SEED })
      assert.deepStrictEqual(faults, [])
      for (const status of ["200", "400", "404"]) assert.isAbove(statuses[status] ?? 0, 20, JSON.stringify(statuses))
    } finally {
      await service.stop()
    }
  })

  it("are the same for the same seed", () => {
    const target = { key: "a-key-of-nobody", ids: UNKNOWN_IDS }
    const requestsOf = (seed: number) => {
      const random = makeRandomChoices(seed)
      return Array.from({ length: 100 }, () => nextRequest(target, random))
    }
    assert.deepStrictEqual(requestsOf(7), requestsOf(7))
    assert.notDeepEqual(requestsOf(7), requestsOf(8))
  })

  it("detect a failure of the server, an error without its form, an id or a documented code, and a disclosure of internals", () => {
    assert.deepStrictEqual(findFaults(received), [])
    const faulty = (changes: object) => findFaults({ ...received, ...changes }).length
    assert.isAbove(faulty({ status: 500, text: JSON.stringify({ ...error, errorCode: 50000 }) }), 0)
    assert.strictEqual(faulty({ headers: {} }), 1)
    assert.strictEqual(faulty({ text: "Bad Request" }), 1)
    assert.strictEqual(faulty({ text: JSON.stringify({ ...error, errorCode: 40099 }) }), 1)
    assert.strictEqual(faulty({ status: 404 }), 1)
    assert.strictEqual(faulty({ text: JSON.stringify({ ...error, details: [] }) }), 1)
    assert.strictEqual(faulty({ text: JSON.stringify({ ...error, message: "SELECT * FROM account" }) }), 1)
    const packed = { ...received, headers: { "content-encoding": "br" } }
    for (const accepted of ["br", "gzip, *;q=0.1", ["gzip", "br;q=0.5"]]) {
      assert.deepStrictEqual(findCodingFaults(accepted, packed), [])
    }
    for (const accepted of [undefined, "gzip", "*;q=0", "br;q=0, *"]) {
      assert.strictEqual(findCodingFaults(accepted, packed).length, 1)
    }
  })
})
