import { LandfallApi } from "@landfall/api/LandfallApi"
import { HttpApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { PASSAGES } from "../../sea/scripts/data/passages.ts"
import { OPERATIONS } from "../src/client/Operations.ts"
import { explainOutcome } from "../src/delivery/explainFailure.ts"
import { PASSAGE_PLACES } from "../src/screens/voyages/PassagePlaces.ts"

const contract = new Map<string, string>()
HttpApi.reflect(LandfallApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint }) => {
    contract.set(`${group.identifier}.${endpoint.identifier}`, `${endpoint.method} ${endpoint.path}`)
  }
})

describe("the operations of the dashboard", () => {
  it("have the methods and paths of the contract", () => {
    for (const [group, operations] of Object.entries(OPERATIONS)) {
      for (const [name, operation] of Object.entries(operations)) {
        assert.strictEqual(operation, contract.get(`${group}.${name}`), `${group}.${name}`)
      }
    }
  })
})

describe("the reason of a failure", () => {
  it("is a sentence with what to do, for every status and fault", () => {
    const none = { failureReason: null, failureMessage: null }
    for (let status = 100; status < 600; status++) {
      assert.include(explainOutcome({ ...none, responseStatus: status }), String(status))
    }
    const timeout = { responseStatus: null, failureReason: "timeout", failureMessage: "x" } as const
    assert.include(explainOutcome(timeout), "within 15 seconds")
  })
})

describe("the passages on the map", () => {
  it("are where the routes cross them", () => {
    for (const { id, lanes = [], crossings = [] } of PASSAGES) {
      const [longitude, latitude] = PASSAGE_PLACES[id]
      const nearest = Math.min(
        ...[...lanes.flat(), ...crossings].map(([x, y]) =>
          Math.hypot((x - longitude) * Math.cos((y * Math.PI) / 180), y - latitude)
        )
      )
      assert.isBelow(nearest, 0.5, id)
    }
  })
})
