import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { connectionsToClose, readsTooSlowly, type UnsentResponse } from "../../src/shares/UnsentBytes.ts"

const waiting = (address: string | undefined, bytes: number, waitingMillis = 1_000): UnsentResponse => ({
  address,
  bytes,
  waitingMillis
})

const Connection = Schema.Struct({
  address: Schema.Literals(["a", "b", "c"]),
  bytes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })),
  waitingMillis: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))
})
const Total = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_000 }))

const sumOf = (connections: ReadonlyArray<UnsentResponse>) => connections.reduce((sum, { bytes }) => sum + bytes, 0)

describe("unsent bytes", () => {
  it("give a response 30 seconds, and a second more for each 16 KiB", () => {
    assert.isFalse(readsTooSlowly(waiting("a", 1, 30_000)))
    assert.isTrue(readsTooSlowly(waiting("a", 1, 30_001)))
    assert.isFalse(readsTooSlowly(waiting("a", 160 * 1024, 40_000)))
    assert.isTrue(readsTooSlowly(waiting("a", 160 * 1024, 40_001)))
  })

  it("close the connections of the address with the most of them, those that wait longest first", () => {
    const oldest = waiting("a", 50, 9_000)
    const older = waiting("a", 50, 6_000)
    const connections = [waiting("a", 50, 3_000), oldest, older, waiting("b", 40, 9_500)]
    assert.deepStrictEqual(connectionsToClose(connections, 200), [])
    assert.deepStrictEqual(connectionsToClose(connections, 160), [oldest])
    assert.deepStrictEqual(connectionsToClose(connections, 120), [oldest, older])
  })

  it("leave a quarter to other addresses, unless a proxy sends the requests of many", () => {
    assert.strictEqual(connectionsToClose([waiting("a", 80)], 100).length, 1)
    assert.strictEqual(connectionsToClose([waiting(undefined, 80)], 100).length, 0)
    assert.strictEqual(connectionsToClose([waiting(undefined, 80), waiting("a", 30)], 100).length, 1)
  })

  it.prop("stay within the total after the connections are closed", [Schema.Array(Connection), Total], (sample) => {
    const [connections, total] = sample
    const closed = new Set(connectionsToClose(connections, total))
    const open = connections.filter((connection) => !closed.has(connection))
    assert.isAtMost(sumOf(open), total)
    for (const group of Map.groupBy(open, ({ address }) => address).values()) {
      assert.isAtMost(sumOf(group), total * 0.75)
    }
  })
})
