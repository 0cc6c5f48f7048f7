import { assert, describe, layer } from "@effect/vitest"
import { CO2_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { OperatorPort, PortStore } from "@landfall/core/geo/PortStore"
import { Effect, Layer, Schema } from "effect"
import { newCaller, serviceLayer } from "../support/Service.ts"

const path = `${CO2_PREFIX}/ports`

const find = Effect.fnUntraced(function* (query: string) {
  const caller = yield* newCaller()
  return yield* Effect.promise(() => caller.send("GET", `${path}${query}`))
})

const codesIn = (body: { readonly data: ReadonlyArray<{ readonly code: string }> }) => body.data.map(({ code }) => code)

const OWN_QUAY = Schema.decodeUnknownSync(OperatorPort)({
  code: "NLZZ2",
  name: "Own quay",
  country: "NL",
  position: { latitude: 51.97, longitude: 4.0 },
  aliases: ["NLZZ3"]
})

const withOperatorPort = Layer.effectDiscard(Effect.flatMap(PortStore, (store) => store.save([OWN_QUAY]))).pipe(
  Layer.provideMerge(serviceLayer)
)

layer(withOperatorPort, { excludeTestServices: true })("ports", (it) => {
  describe("a search", () => {
    it.effect("finds a port by its code or name, with country and position", () =>
      Effect.gen(function* () {
        for (const query of ["?search=nlrtm", "?search=ROTTERDAM&limit=1"]) {
          const { body, status } = yield* find(query)
          assert.strictEqual(status, 200)
          const [port] = body.data
          assert.deepStrictEqual(Object.keys(port), ["code", "name", "country", "position", "inland"])
          assert.deepStrictEqual([port.code, port.name, port.country, port.inland], ["NLRTM", "Rotterdam", "NL", false])
          assert.closeTo(port.position.latitude, 51.9, 0.1)
        }
      })
    )

    it.effect("ignores diacritics, accepts misspelt names, and finds nothing for unknown names", () =>
      Effect.gen(function* () {
        assert.include(codesIn((yield* find(`?search=${encodeURIComponent("Gdańsk")}`)).body), "PLGDN")
        assert.include(codesIn((yield* find("?search=Singapur")).body), "SGSIN")
        const none = (yield* find("?search=qqqqqqqqqqqqqqqqq")).body
        assert.deepStrictEqual(none, { data: [], iterator: null, prevIterator: null, done: true })
      })
    )

    it.effect("has pages forwards and backwards without gaps or repetitions", () =>
      Effect.gen(function* () {
        const whole = codesIn((yield* find("?search=port&limit=60")).body)
        const first = (yield* find("?search=port&limit=20")).body
        const second = (yield* find(`?search=port&limit=20&iterator=${first.iterator}`)).body
        const third = (yield* find(`?search=port&limit=20&iterator=${second.iterator}`)).body
        assert.deepStrictEqual([...codesIn(first), ...codesIn(second), ...codesIn(third)], whole)
        assert.deepStrictEqual([first.done, first.prevIterator], [false, null])
        const back = (yield* find(`?search=port&limit=20&iterator=${third.prevIterator}`)).body
        assert.deepStrictEqual(codesIn(back), codesIn(second))
      })
    )

    it.effect("without a text lists every port by code", () =>
      Effect.gen(function* () {
        const codes = codesIn((yield* find("?limit=250")).body)
        assert.lengthOf(codes, 250)
        assert.deepStrictEqual(codes, codes.toSorted())
      })
    )

    it.effect("is rejected with an invalid limit, iterator or length, and without a key", () =>
      Effect.gen(function* () {
        for (const query of ["?limit=0", "?limit=251", "?iterator=x", `?search=${"x".repeat(101)}`]) {
          const { body, status } = yield* find(query)
          assert.strictEqual(status, 400)
          assert.lengthOf(body.details, 1)
        }
        const list = (yield* find("?search=port&limit=1")).body
        assert.strictEqual((yield* find(`?search=singapore&iterator=${list.iterator}`)).status, 400)
        const caller = yield* newCaller()
        const response = yield* Effect.promise(() =>
          caller.send("GET", path, undefined, { API_KEY: "nobody-has-this-key" })
        )
        assert.strictEqual(response.status, 401)
      })
    )
  })

  it.effect("supplied by the operator are found and reached by routes", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(codesIn((yield* find("?search=own%20quay")).body), ["NLZZ2"])
      const caller = yield* newCaller()
      const voyage = { vessel: { imo: 9706906 }, departure: { portCode: "NLZZ3" }, arrival: { portCode: "SGSIN" } }
      const response = yield* Effect.promise(() => caller.send("POST", `${CO2_PREFIX}/compute-co2`, voyage))
      assert.strictEqual(response.status, 200)
    })
  )
})
