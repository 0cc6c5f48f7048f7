import { LandfallApi } from "@landfall/api/LandfallApi"
import { HttpApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { operationTitles } from "../../scripts/operationTitles.ts"

describe("the titles of operations", () => {
  it("are the first clauses of the summaries of the contract, one for each operation", () => {
    const titles = operationTitles()
    const names: Array<string> = []
    HttpApi.reflect(LandfallApi, {
      onGroup: () => undefined,
      onEndpoint: ({ group, endpoint }) => void names.push(`${group.identifier}.${endpoint.identifier}`)
    })
    assert.sameMembers(Object.keys(titles), names)
    assert.strictEqual(titles["endpoints.change"], "Update an endpoint")
    assert.strictEqual(titles["applications.createAtRoot"], "Create an application")
    assert.strictEqual(titles["shipments.easyShipment"], "Register shipments on endpoints")
    for (const [name, title] of Object.entries(titles)) assert.match(title, /^[A-Z][^;()]*[^.;() ]$/, name)
  })
})
