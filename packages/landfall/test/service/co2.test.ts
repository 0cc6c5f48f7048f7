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
  return Number(period.body.creditsInitial - period.body.credits)
})

layer(serviceLayer, { excludeTestServices: true })("vessel CO2", (it) => {
  it.effect("is documented with its units and request properties, alone and in a batch", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body } = yield* Effect.promise(() => caller.send("GET", `${CO2_PREFIX}/openapi.json`))
      const requestOf = (operation: string) => body.paths[operation].post.requestBody.content["application/json"].schema
      const { Co2BatchRequest, ComputeCo2Response, MethodResult, VoyageInput } = body.components.schemas
      const voyageReference = { $ref: "#/components/schemas/VoyageInput" }
      assert.deepStrictEqual(requestOf(path), voyageReference)
      assert.deepStrictEqual(requestOf(`${path}/batch`), { $ref: "#/components/schemas/Co2BatchRequest" })
      assert.deepStrictEqual(Co2BatchRequest.properties.requests.items, voyageReference)
      assert.isFalse(VoyageInput.additionalProperties)
      assert.include(JSON.stringify(VoyageInput.properties.vessel), "exactly one of imo and mmsi")
      assert.include(JSON.stringify(VoyageInput.properties.departure), "UN/LOCODE")
      assert.include(JSON.stringify(ComputeCo2Response.properties.length), "Nautical miles")
      assert.include(JSON.stringify(MethodResult), "Tank-to-wake emissions in t/TEU")
    })
  )

  describe("one voyage", () => {
    it.effect("is computed by vessel and by trade lane over a real sea route, with the method of each number", () =>
      Effect.gen(function* () {
        yield* ensureStarterVessels
        const caller = yield* newCaller()
        const response = yield* Effect.promise(() => caller.send("POST", path, voyage))
        assert.strictEqual(response.status, 200)
        const { input, length, co2EmissionResult, method } = response.body
        assert.deepStrictEqual(input, voyage)
        // A commercial service computes 1709.78 t for this voyage.
        assert.closeTo(length, 1709.78, 17)
        // The method's worked voyage is this one, so its page has to follow the network.
        assert.include(methodPage, `from FRLEH to ESBCN, ${length} nautical miles`)
        const { vesselMethodResult: vessel, tradeLaneMethodResult: lane } = co2EmissionResult
        assert.deepStrictEqual([vessel.co2Wtt, vessel.co2Wtw, vessel.WtwEmissionIntensity], [null, null, null])
        assert.closeTo(
          vessel.co2Ttw,
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
        const response = yield* Effect.promise(() =>
          caller.send("POST", path, { ...voyage, vessel: { mmsi: 211000001 } })
        )
        assert.strictEqual(response.status, 200)
        assert.isNull(response.body.co2EmissionResult.vesselMethodResult)
        assert.include(response.body.method.vessel.reason, "MMSI 211000001")
      })
    )

    it.effect("is rejected with the number that an IMO number or MMSI in quotes should be", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        for (const [vessel, number] of [
          [{ imo: "9706906" }, 9706906],
          [{ mmsi: "228339600" }, 228339600]
        ] as const) {
          const [name] = Object.keys(vessel)
          const alone = yield* Effect.promise(() => caller.send("POST", path, { ...voyage, vessel }))
          assert.deepStrictEqual([alone.status, alone.body.errorCode, alone.body.details.length], [400, 40002, 1])
          assert.match(
            alone.body.details[0],
            new RegExp(`^\\$\\.vessel\\.${name} must be .*; send ${number} without quotes$`)
          )
          const requests = [{ ...voyage, vessel }]
          const batch = yield* Effect.promise(() => caller.send("POST", `${path}/batch`, { requests }))
          assert.include(batch.body.results[0].error.details[0], `send ${number} without quotes`)
        }
      })
    )

    it.effect("is rejected with all faults together, including unknown ports, and costs nothing", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const wrong = { vessel: { imo: 9706905, mmsi: 1, speed: 25.01 }, departure: { portCode: "NLRTN" }, arrival: {} }
        const response = yield* Effect.promise(() => caller.send("POST", path, wrong))
        assert.deepStrictEqual([response.status, response.body.errorCode], [400, 40002])
        assert.strictEqual(response.body.details.length, 6)
        assert.include(response.body.details.at(-1), 'must be the UN/LOCODE of a known port, got "NLRTN"')
        assert.strictEqual(yield* credits(caller), 0)
      })
    )

    it.effect("is rejected with non-finite numbers, whether written as valid or invalid JSON", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const detailsOf = (speed: string) =>
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
        assert.deepStrictEqual(yield* detailsOf("NaN"), [unknown])
        assert.deepStrictEqual(yield* detailsOf(" -Infinity"), [unknown])
        assert.deepStrictEqual(yield* detailsOf("1e400"), ["$.vessel.speed must be a finite number, got Infinity"])
        assert.match((yield* detailsOf("nan"))[0], /^\$ is not valid JSON/)
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
    it.effect("repeats each request as it was sent, in the order of its properties", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const unusual = {
          arrival: { portCode: " esbcn" },
          options: { cargo: "reefer", avoid: ["suez"] },
          departure: { portCode: "frleh" },
          vessel: { speed: 13, imo: 9706906 }
        }
        const alone = yield* Effect.promise(() => caller.send("POST", path, unusual))
        const batch = yield* Effect.promise(() => caller.send("POST", `${path}/batch`, { requests: [unusual] }))
        assert.strictEqual(JSON.stringify(alone.body.input), JSON.stringify(unusual))
        assert.strictEqual(JSON.stringify(batch.body.results[0]?.result), JSON.stringify(alone.body))
      })
    )

    it.effect("computes or rejects each voyage separately, and charges the computed ones", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        const requests = [voyage, { ...voyage, arrival: { portCode: "XXXXX" } }, voyage]
        const response = yield* Effect.promise(() => caller.send("POST", `${path}/batch`, { requests }))
        assert.strictEqual(response.status, 200)
        assert.deepStrictEqual(
          response.body.results.map(({ status }: { readonly status: string }) => status),
          ["computed", "rejected", "computed"]
        )
        assert.match(
          response.body.results[1].error.details[0],
          /^\$\.requests\[1\]\.arrival\.portCode must be the UN\/LOCODE/u
        )
        assert.strictEqual(yield* credits(caller), 2)
      })
    )

    it.effect("has 1 to 100 requests", () =>
      Effect.gen(function* () {
        const caller = yield* newCaller()
        for (const requests of [[], Array.from({ length: 101 }, () => voyage)]) {
          const response = yield* Effect.promise(() => caller.send("POST", `${path}/batch`, { requests }))
          assert.deepStrictEqual([response.status, response.body.errorCode], [400, 40002])
        }
      })
    )
  })
})
