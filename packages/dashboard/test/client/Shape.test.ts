import { LandfallApi } from "@landfall/api/LandfallApi"
import { Arbitrary, Effect, Option, Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { afterEach, assert, describe, it, vi } from "vitest"
import { responseShapes } from "../../scripts/responseShapes.ts"
import { client, setResponseShapes } from "../../src/client/Client.ts"
import { OPERATIONS } from "../../src/client/Operations.ts"
import { RequestFailed } from "../../src/client/RequestFailed.ts"
import { findMismatch, type Shape } from "../../src/client/Shape.ts"

const shapes = responseShapes()

const OPERATION_NAMES = new Set(Object.values(OPERATIONS).flatMap((group) => Object.values<string>(group)))

/** The schema of every response with a body, beside the operation. */
const responses: Array<readonly [operation: string, schema: Schema.Top]> = []
HttpApi.reflect(LandfallApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, successes }) => {
    const operation = `${endpoint.method} ${endpoint.path}`
    if (!OPERATION_NAMES.has(operation)) return
    for (const [status, schemas] of successes) {
      if (status !== 204) for (const schema of schemas) responses.push([operation, schema])
    }
  }
})

const mismatchOf = (value: unknown, shape: Shape | undefined) => findMismatch(value, shape ?? "null", shapes.table)

const SAMPLES = { count: 10, size: 3, maxDiscards: 2_000 }
const WRONG: ReadonlyArray<unknown> = [null, {}, "text", 5, true, { data: null }, { data: {} }, [null], [5]]

const bodyOf = (json: unknown) => new Response(JSON.stringify(json), { headers: { "x-request-id": "req-7" } })

/** The failure of a request whose response has this body. */
const failureOf = async (json: unknown): Promise<unknown> => {
  vi.stubGlobal("fetch", async () => bodyOf(json))
  return client.endpoints.list({ query: {} }).catch((error: unknown) => error)
}

afterEach(() => {
  vi.unstubAllGlobals()
  setResponseShapes({ operations: {}, table: [] })
})

describe("the shapes of responses", () => {
  it("accept every response that the contract allows", async () => {
    let operations = 0
    for (const [operation, schema] of responses) {
      const arbitrary = Arbitrary.schema(Schema.toEncoded(schema))
      const valid = await Effect.runPromise(Effect.option(Arbitrary.sampleEffect(arbitrary, SAMPLES)))
      for (const body of Option.getOrElse(valid, () => [])) {
        assert.isUndefined(mismatchOf(body, shapes.operations[operation]), operation)
      }
      if (Option.isSome(valid)) operations += 1
    }
    // The filters of one are too narrow to be met by chance; the browser tests read its responses.
    assert.isAtLeast(operations, responses.length - 1)
    assert.isAbove(operations, 40)
  })

  it("reject JSON of another type, for every operation", () => {
    for (const [operation, shape] of Object.entries(shapes.operations)) {
      for (const body of WRONG) assert.isDefined(mismatchOf(body, shape), `${operation}: ${JSON.stringify(body)}`)
    }
  })

  it("name the path of the first value that is missing or of another type", () => {
    const shape: Shape = {
      fields: { data: [{ fields: { id: "string", "note?": "string", at: { anyOf: ["null", "number"] } } }] }
    }
    assert.isUndefined(findMismatch({ data: [{ id: "a", at: null, other: 1 }] }, shape, []))
    assert.strictEqual(findMismatch({ data: [{ id: "a", at: 1 }, { at: 1 }] }, shape, []), "data[1].id")
    assert.strictEqual(findMismatch({ data: [{ id: "a", at: 1, note: null }] }, shape, []), "data[0].note")
    assert.strictEqual(findMismatch({ data: [{ id: "a" }] }, shape, []), "data[0].at")
    assert.strictEqual(findMismatch({ data: {} }, shape, []), "data")
  })

  it("fail a request with what to do and the id of the request", async () => {
    setResponseShapes(shapes)
    const failure = await failureOf({ data: [{ id: 5 }], iterator: null, prevIterator: null, done: true })
    assert.instanceOf(failure, RequestFailed)
    assert.strictEqual(failure.requestId, "req-7")
    assert.match(failure.details.join(" "), /check the proxy or the network/)
    assert.match(failure.mismatch, /^data\[0\]\.\w+$/)
    assert.deepStrictEqual(await failureOf({ data: [], iterator: null, prevIterator: null, done: true }), {
      data: [],
      iterator: null,
      prevIterator: null,
      done: true
    })
  })
})
