import { assert, layer } from "@effect/vitest"
import { ErrorResponse } from "@landfall/api/client/ErrorResponse"
import { createClient, rowsOf } from "@landfall/api/client/PromiseClient"
import { Effect } from "effect"
import { newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

const newClient = Effect.gen(function* () {
  const { key } = yield* newCaller()
  return createClient({ baseUrl: yield* serviceUrl, apiKey: key })
})

layer(serviceLayer, { excludeTestServices: true })("the promise client", (it) => {
  it.effect("runs ordinary and metered operations with plain JSON", () =>
    Effect.gen(function* () {
      const client = yield* newClient
      yield* Effect.promise(async () => {
        const endpoint = await client.endpoints.create({ payload: { url: "https://example.com/hook" } })
        assert.match(endpoint.id, /^ep_/)
        assert.strictEqual(new Date(endpoint.createdAt).toISOString(), endpoint.createdAt)
        const { results } = await client.shipments.easyShipment({
          payload: { [endpoint.id]: { shipments: [{ number: "MSKU7194304", sealine: "MAEU", type: "CT" }] } }
        })
        assert.strictEqual(results[0]?.status, "accepted")
        const voyage = await client.co2.compute({
          payload: { vessel: { imo: 9321483 }, departure: { portCode: "NLRTM" }, arrival: { portCode: "SGSIN" } }
        })
        assert.isAbove(voyage.length, 7_000)
        assert.strictEqual(await client.endpoints.remove({ params: { id: endpoint.id } }), undefined)
      })
    })
  )

  it.effect("is rejected with the error of the response", () =>
    Effect.gen(function* () {
      const client = yield* newClient
      const error = yield* Effect.promise(() =>
        client.endpoints.get({ params: { id: "ep_none/../x" } }).then(
          () => undefined,
          (reason: unknown) => reason
        )
      )
      assert.instanceOf(error, ErrorResponse)
      assert.include(error, { errorName: "endpointUnknown", status: 404, errorCode: 40402 })
    })
  )

  it.effect("iterates over all pages of a list", () =>
    Effect.gen(function* () {
      const client = yield* newClient
      const names = yield* Effect.promise(async () => {
        for (const name of ["a", "b", "c"]) await client.applications.create({ payload: { name } })
        const found: Array<string> = []
        for await (const { name } of rowsOf((page) => client.applications.list({ query: { limit: 1, ...page } })))
          found.push(name)
        return found
      })
      assert.deepStrictEqual(names, ["a", "b", "c"])
    })
  )

  it.effect("stops a request whose signal is aborted", () =>
    Effect.gen(function* () {
      const client = yield* newClient
      const controller = new AbortController()
      controller.abort()
      const outcome = yield* Effect.promise(() =>
        client.endpoints.list({ signal: controller.signal }).then(
          () => "done",
          () => "aborted"
        )
      )
      assert.strictEqual(outcome, "aborted")
    })
  )
})
