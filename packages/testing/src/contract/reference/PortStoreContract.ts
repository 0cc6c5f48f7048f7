import { assert, describe } from "@effect/vitest"
import { OperatorPort, PortStore } from "@landfall/core/geo/PortStore"
import { Arbitrary, Effect, Schema } from "effect"
import { storableText } from "../../samples/Arbitraries.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"

const decode = Schema.decodeUnknownSync(OperatorPort)

const portOf = (code: string, changes: object = {}): OperatorPort =>
  decode({
    code,
    name: `Port of ${code}`,
    country: code.slice(0, 2),
    position: { latitude: 51.9, longitude: 4.4 },
    aliases: [],
    ...changes
  })

/** A port without negative zero in its position, which not every database stores. */
const withoutZeroSign = (port: OperatorPort): OperatorPort => {
  const { latitude, longitude } = port.position
  return decode({ ...port, position: { latitude: latitude + 0, longitude: longitude + 0 } })
}

const portChanges = Arbitrary.all({
  name: Arbitrary.map(storableText, (text) => `${text}!`),
  position: Arbitrary.schema(OperatorPort.fields.position)
})

/** Registers the contract of `PortStore`. */
export const portStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`PortStore on ${name}`, () => {
    rule(layer, "is empty at first, at revision 0", () =>
      Effect.gen(function* () {
        const store = yield* PortStore
        assert.deepStrictEqual(yield* store.list, [])
        assert.strictEqual(yield* store.revision, 0)
      })
    )

    property(layer, "a port comes back as it was saved, its position to the last digit", portChanges, (changes) =>
      Effect.gen(function* () {
        const store = yield* PortStore
        const port = portOf("NLZZZ", { ...changes, aliases: ["NLZZ2", "NLZZ3"] })
        yield* store.save([port])
        assert.deepStrictEqual((yield* store.list).map(withoutZeroSign), [withoutZeroSign(port)])
      })
    )

    rule(layer, "lists ports in order of code", () =>
      Effect.gen(function* () {
        const store = yield* PortStore
        yield* store.save([portOf("NLZZ3"), portOf("BEZZ2")])
        yield* store.save([portOf("NLZZ2")])
        assert.deepStrictEqual(
          (yield* store.list).map(({ code }): string => code),
          ["BEZZ2", "NLZZ2", "NLZZ3"]
        )
      })
    )

    rule(layer, "a port replaces the one with its code, and no other", () =>
      Effect.gen(function* () {
        const store = yield* PortStore
        const [moved, other] = [portOf("NLZZZ", { name: "Moved", aliases: ["NLZZ9"] }), portOf("BEZZZ")]
        yield* store.save([portOf("NLZZZ"), other])
        yield* store.save([moved])
        assert.deepStrictEqual(yield* store.list, [other, moved])
      })
    )

    rule(layer, "of two ports with the same code the later one applies", () =>
      Effect.gen(function* () {
        const store = yield* PortStore
        yield* store.save([portOf("NLZZZ", { name: "Earlier" }), portOf("NLZZZ", { name: "Later" })])
        assert.deepStrictEqual(yield* store.list, [portOf("NLZZZ", { name: "Later" })])
      })
    )

    rule(layer, "the revision grows with every save, but not with an empty one", () =>
      Effect.gen(function* () {
        const store = yield* PortStore
        yield* store.save([portOf("NLZZZ")])
        const first = yield* store.revision
        yield* store.save([])
        assert.strictEqual(yield* store.revision, first)
        yield* store.save([portOf("NLZZZ")])
        assert.isAbove(yield* store.revision, first)
        assert.isAbove(first, 0)
      })
    )

    rule(layer, "counts concurrent saves", () =>
      Effect.gen(function* () {
        const store = yield* PortStore
        const codes = ["AAZZ2", "AAZZ3", "AAZZ4", "AAZZ5", "AAZZ6"]
        yield* Effect.forEach(codes, (code) => store.save([portOf(code)]), { concurrency: "unbounded" })
        assert.strictEqual(yield* store.revision, codes.length)
        assert.lengthOf(yield* store.list, codes.length)
      })
    )
  })
}
