import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import { eventually } from "../support/Eventually.ts"
import {
  bodyWith,
  createObjects,
  type Ids,
  idParametersOf,
  operations,
  pathWith,
  textAt,
  UNKNOWN_IDS
} from "../support/Operations.ts"
import { newCaller, serviceLayer } from "../support/Service.ts"

/** A response without what always differs: the ids of the request and the time. */
const comparable = (response: { readonly status: number; readonly body: unknown }, ids: Ids): unknown => {
  const text = Object.entries(ids).reduce(
    (before, [prefix, id]) => before.replaceAll(id, `${prefix}X`),
    JSON.stringify([response.status, response.body ?? null])
  )
  return JSON.parse(text.replaceAll(/"time":"[^"]*"/g, '"time":""'))
}

layer(serviceLayer, { excludeTestServices: true })("isolation of accounts", (it) => {
  it.effect("every operation responds to the ids of another account as to unknown ids, and changes nothing", () =>
    Effect.gen(function* () {
      const owner = yield* newCaller()
      const stranger = yield* newCaller()
      const ids = yield* Effect.promise(() => createObjects(owner))
      for (const [prefix, id] of Object.entries(ids)) assert.isTrue(id.startsWith(prefix), `${prefix}: "${id}"`)
      // Tasks proceed by themselves, until they have ended.
      const taskStatus = async () =>
        textAt((await owner.send("GET", `${ALERTS_PREFIX}/task/${ids.task_}`)).body, "status")
      yield* Effect.promise(() => eventually(taskStatus, (status) => status === "completed"))
      const state = () =>
        Promise.all(
          ["/endpoint", "/shipment", "/message", "/application", "/task"].map(async (path) => {
            const { body } = await owner.send("GET", `${ALERTS_PREFIX}${path}`)
            // Deliveries proceed by themselves.
            return JSON.stringify(
              body.data.map(({ deliveries: _, updatedAt: __, ...row }: Record<string, unknown>) => row)
            )
          })
        )
      const before = yield* Effect.promise(state)

      const checked: Array<string> = []
      for (const operation of operations) {
        const withIds = idParametersOf(operation).length > 0
        const bodyHasIds = bodyWith(operation.body, ids) !== bodyWith(operation.body, UNKNOWN_IDS)
        if (!withIds && !bodyHasIds) continue
        const send = (chosen: Ids) =>
          stranger.send(operation.method, pathWith(operation, chosen), bodyWith(operation.body, chosen))
        const [foreign, unknown] = yield* Effect.promise(() => Promise.all([send(ids), send(UNKNOWN_IDS)]))
        assert.deepStrictEqual(comparable(foreign, ids), comparable(unknown, UNKNOWN_IDS), operation.id)
        assert.strictEqual(unknown.status, 404, `${operation.id}: ${JSON.stringify(unknown.body)}`)
        checked.push(operation.id)
      }
      assert.isAbove(checked.length, 24)
      assert.deepStrictEqual(yield* Effect.promise(state), before)
      console.log(`isolation: ${checked.length} operations with ids of another account: ${checked.join(", ")}`)
    })
  )

  it.effect("every list and every filter of an account contains no object of another account", () =>
    Effect.gen(function* () {
      const owner = yield* newCaller()
      const stranger = yield* newCaller()
      const ids = yield* Effect.promise(() => createObjects(owner))
      const lists = operations.filter(({ method, path }) => method === "GET" && !path.includes("{"))
      assert.isAbove(lists.length, 12)
      for (const { path, query } of lists) {
        const filters = query
          .filter((name) => name === "endpointId" || name === "shipmentId")
          .map((name) => `?${name}=${ids[name === "endpointId" ? "ep_" : "shp_"]}`)
        for (const filter of ["", ...filters]) {
          const { status, body } = yield* Effect.promise(() => stranger.send("GET", path + filter))
          const text = JSON.stringify(body)
          if (filter === "") assert.isBelow(status, 500, path)
          for (const id of Object.values(ids)) assert.notInclude(text, id, path + filter)
        }
      }
    })
  )
})
