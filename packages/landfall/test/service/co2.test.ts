import { assert, describe, layer } from "@effect/vitest"
import { CO2_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect } from "effect"
import methodPage from "../../../../docs/methods/co2.md?raw"
import { ensureStarterVessels } from "../../src/service/StarterVessels.ts"
import { newCaller, serviceLayer } from "../support/Service.ts"

const path = `${CO2_PREFIX}/compute-co2`
const voyage = { vessel: { imo: 9706906, speed: 13 }, departure: { portCode: "frleh" }, arrival: { portCode: "ESBCN" } }

const credits = Effect.fnUntraced(function* (caller: Effect.Success<ReturnType<typeof newCaller>>) {
  const period = yield* Effect.promise(() => caller.send("GET", `${CO2_PREFIX}/consumption/current-period`))
  return Number(period.body.consumedCredits)
})

layer(serviceLayer, { excludeTestServices: true })("vessel CO2", (it) => {
  it.effect("is documented with its units and request properties, alone and in a batch", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body } = yield* Effect.promise(() => caller.send("GET", `${CO2_PREFIX}/openapi.json`))
      const requestOf = (operation: string) => body.paths[operation].post.requestBody.content["application/json"].schema
      const one = requestOf(path)
      assert.isFalse(one.additionalProperties)
      assert.deepStrictEqual(requestOf(`${path}/batch`).properties.requests.items, one)
      assert.include(JSON.stringify(one.properties.vessel), "exactly one of imo and mmsi")
      assert.include(JSON.stringify(one.properties.departure), "UN/LOCODE")
      const { properties } = body.components.schemas.ComputeCo2Response
      assert.include(JSON.stringify(properties.length), "Nautical miles")
      assert.include(JSON.stringify(properties.co2EmissionResult), "t/TEU, tank to wake")
    })
  )

  describe("one voyage", () => {
    it.effect("is computed by vessel and by trade lane over a real sea route, with the method of each number", () =>
      Effect.gen(function* () {
        yield* ensureStarterVessels
        const caller = yield* newCaller()
        const answer = yield* Effect.promise(() => caller.send("POST", path, voyage))
        assert.strictEqual(answer.status, 200)
        const { input, length, co2EmissionResult, method } = answer.body
        assert.deepStrictEqual(input, { ...voyage, departure: { portCode: "FRLEH" } })
        // A commercial service answers 1709.78 for this voyage.
        assert.closeTo(length, 1709.78, 17)
        // The method's worked voyage is this one, so its page has to follow the network.
        assert.include(methodPage, `from FRLEH to ESBCN, ${length} nautical miles`)
        const { vesselMethodResult: ship, tradeLaneMethodResult: lane } = co2EmissionResult
        assert.deepStrictEqual([ship.co2Wtt, ship.co2Wtw, ship.WtwEmissionIntensity], [null, null, null])
        assert.closeTo(
          ship.co2Ttw,
          (method.vessel.co2KgPerNauticalMile * length) / 1000 / (method.vessel.teu * method.vessel.utilisation),
          1e-12
        )
        assert.strictEqual(lane.WtwEmissionIntensity * (length * 1.852), lane.co2Wtw)
        assert.strictEqual(method.tradeLane.lane, "North Europe - Mediterranean/Black Sea")
        assert.deepStrictEqual(method.route.passages, ["gibraltar"])
        assert.strictEqual(yield* credits(caller), 1)
      })
    )

    it.effect("of an unknown vessel is not an error", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const answer = yield* Effect.promise(() =>
          caller.send("POST", path, { ...voyage, vessel: { mmsi: 211000001 } })
        )
        assert.strictEqual(answer.status, 200)
        assert.isNull(answer.body.co2EmissionResult.vesselMethodResult)
        assert.include(answer.body.method.vessel.reason, "MMSI 211000001")
      })
    )

    it.effect("is rejected with all faults together, including unknown ports, and costs nothing", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const wrong = { vessel: { imo: 9706905, mmsi: 1, speed: 25.01 }, departure: { portCode: "NLRTN" }, arrival: {} }
        const answer = yield* Effect.promise(() => caller.send("POST", path, wrong))
        assert.deepStrictEqual([answer.status, answer.body.errorCode], [400, 40002])
        assert.strictEqual(answer.body.details.length, 6)
        assert.include(answer.body.details.at(-1), 'must be the UN/LOCODE of a known port, got "NLRTN"')
        assert.strictEqual(yield* credits(caller), 0)
      })
    )

    it.effect("is rejected with non-finite numbers, whether written as valid or invalid JSON", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const told = (speed: string) =>
          Effect.promise(() =>
            caller
              .send(
                "POST",
                path,
                JSON.stringify({ ...voyage, vessel: { imo: 9706906, speed: 0 } }).replace(":0}", `:${speed}}`)
              )
              .then(({ body }) => body.details)
          )
        const unknown = "$ contains NaN or Infinity, which JSON does not allow: send a number or omit the property."
        assert.deepStrictEqual(yield* told("NaN"), [unknown])
        assert.deepStrictEqual(yield* told(" -Infinity"), [unknown])
        assert.deepStrictEqual(yield* told("1e400"), ["$.vessel.speed must be a finite number, got Infinity"])
        assert.match((yield* told("nan"))[0], /^\$ is not valid JSON/)
      })
    )

    it.effect("is rejected if its body is not JSON, not an object, or has unknown properties", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const code = (body: unknown) =>
          Effect.promise(() => caller.send("POST", path, body).then((a) => a.body.errorCode))
        assert.strictEqual(yield* code('{"vessel":'), 40001)
        assert.strictEqual(yield* code(""), 40001)
        assert.strictEqual(yield* code("null"), 40002)
        assert.strictEqual(yield* code("[]"), 40002)
        assert.strictEqual(yield* code({ ...voyage, note: 1 }), 40003)
        assert.strictEqual(yield* code({ ...voyage, arrival: { portCode: "FRLEH" } }), 40002)
        assert.strictEqual(yield* code({ ...voyage, options: { avoid: ["gibraltar", "suez"] } }), 40002)
      })
    )

    it.effect("is rejected with the path of a number that overflows, alone and in a batch", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const body = JSON.stringify({ ...voyage, vessel: { imo: 9706906, speed: 9999 } }).replace("9999", "1e999")
        const alone = yield* Effect.promise(() => caller.send("POST", path, body))
        assert.deepStrictEqual([alone.status, alone.body.details.length], [400, 1])
        assert.match(alone.body.details[0], /^\$\.vessel\.speed must be/)
        const batch = yield* Effect.promise(() => caller.send("POST", `${path}/batch`, `{"requests":[${body}]}`))
        assert.strictEqual(batch.status, 200)
        assert.match(batch.body.results[0].error.details[0], /^\$\.requests\[0\]\.vessel\.speed must be/)
      })
    )

    it.effect("is not returned when the credits are exhausted", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller("pay-as-you-go", 1)
        const send = Effect.promise(() => caller.send("POST", path, voyage))
        assert.strictEqual((yield* send).status, 200)
        const second = yield* send
        assert.deepStrictEqual([second.status, second.body.errorCode], [402, 40200])
      })
    )
  })

  describe("a batch", () => {
    it.effect("computes or rejects each voyage separately, and charges the computed ones", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const requests = [voyage, { ...voyage, arrival: { portCode: "XXXXX" } }, voyage]
        const answer = yield* Effect.promise(() => caller.send("POST", `${path}/batch`, { requests }))
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(
          answer.body.results.map(({ status }: { readonly status: string }) => status),
          ["computed", "refused", "computed"]
        )
        assert.match(
          answer.body.results[1].error.details[0],
          /^\$\.requests\[1\]\.arrival\.portCode must be the UN\/LOCODE/u
        )
        assert.strictEqual(yield* credits(caller), 2)
      })
    )

    it.effect("has 1 to 100 requests", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        for (const requests of [[], Array.from({ length: 101 }, () => voyage)]) {
          const answer = yield* Effect.promise(() => caller.send("POST", `${path}/batch`, { requests }))
          assert.deepStrictEqual([answer.status, answer.body.errorCode], [400, 40002])
        }
      })
    )
  })
})
