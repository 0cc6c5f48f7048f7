import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "@landfall/core/accounts/Account"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { Effect, Exit, Layer, Scope } from "effect"
import { MessageStreams } from "../../src/alerts/MessageStreams.ts"

const ACCOUNT = AccountId.make("acc_1")
const OTHER = AccountId.make("acc_2")

const streams = MessageStreams.layer.pipe(Layer.provide(Layer.mock(MessageLog)({})))

describe("the share of the streams of messages", () => {
  it.effect("counts a stream from its admission on, before it is opened, and until its scope closes", () =>
    Effect.gen(function* () {
      const { take } = yield* MessageStreams
      const scopes: Array<Scope.Closeable> = []
      const takeFor = Effect.fnUntraced(function* (account: AccountId) {
        const scope = yield* Scope.make()
        const isTaken = yield* Effect.provideService(take(account), Scope.Scope, scope)
        if (isTaken) scopes.push(scope)
        return isTaken
      })
      while (yield* takeFor(ACCOUNT)) assert.isAtMost(scopes.length, 192)
      assert.strictEqual(scopes.length, 192)
      assert.isFalse(yield* takeFor(ACCOUNT), "one that was rejected gives nothing back")
      assert.isTrue(yield* takeFor(OTHER))
      for (const scope of scopes.splice(0, 4)) yield* Scope.close(scope, Exit.void)
      assert.isTrue(yield* takeFor(ACCOUNT))
    }).pipe(Effect.provide(streams))
  )
})
