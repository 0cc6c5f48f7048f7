import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { AccountId } from "../../../src/accounts/Account.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import type { CongestionAggregate } from "../../../src/congestion/figures/CongestionAggregate.ts"
import { PortCongestion } from "../../../src/congestion/figures/PortCongestion.ts"
import type { CongestionThreshold } from "../../../src/congestion/thresholds/CongestionThreshold.ts"
import {
  CongestionThresholdStore,
  type ThresholdRange
} from "../../../src/congestion/thresholds/CongestionThresholdStore.ts"
import { CongestionThresholds } from "../../../src/congestion/thresholds/CongestionThresholds.ts"
import { aggregates } from "../aggregateArbitrary.ts"
import { PORT } from "../calls.ts"

const ACCOUNT = AccountId.make("acc_1")
const ENDPOINT = EndpointId.make("ep_1")

/** What is evaluated of a port with so many thresholds, whose ids are numbers of six digits. */
const serviceWith = (aggregate: CongestionAggregate, count: number) => {
  const ranges: Array<ThresholdRange> = []
  const single: Array<string> = []
  let created: CongestionThreshold | undefined
  const layer = CongestionThresholds.layer.pipe(
    Layer.provide([
      Layer.mock(PortCongestion, { now: () => Effect.succeedSome(aggregate) }),
      Layer.mock(CongestionThresholdStore, {
        create: (threshold) =>
          Effect.sync(() => {
            created = threshold
            return threshold
          }),
        find: () => (created === undefined ? Effect.die(new Error("not created")) : Effect.succeed(created)),
        evaluate: (selected) =>
          Effect.sync(() => {
            if (!("limit" in selected)) {
              single.push(selected.id)
              return { messages: 0, next: undefined }
            }
            ranges.push(selected)
            const end = Number(selected.after) + selected.limit
            return { messages: 1, next: end < count ? String(end).padStart(6, "0") : undefined }
          })
      }),
      SecureRandom.layerWebCrypto
    ])
  )
  return { layer, ranges, single }
}

describe("the evaluation of thresholds", () => {
  it.effect.prop(
    "of a port reads a bounded number in each transaction, and all of them",
    [aggregates],
    ([aggregate]) => {
      const { layer, ranges } = serviceWith(aggregate, 5_050)
      return Effect.gen(function* () {
        const messages = yield* (yield* CongestionThresholds).evaluate(PORT)
        assert.strictEqual(messages, ranges.length)
        assert.isAtLeast(ranges.length, 50)
        assert.isTrue(ranges.every(({ limit, port }) => limit <= 100 && port === PORT))
        assert.strictEqual(ranges.at(-1)?.after, "005000")
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect.prop("that is created reads that one, however many the port has", [aggregates], ([aggregate]) => {
    const { layer, ranges, single } = serviceWith(aggregate, 5_050)
    return Effect.gen(function* () {
      const draft = {
        port: PORT,
        figure: "vesselsInPortCount.cargo",
        threshold: 10,
        hysteresis: Option.none<number>()
      } as const
      const { id } = yield* (yield* CongestionThresholds).create(ACCOUNT, ENDPOINT, draft)
      assert.deepStrictEqual([ranges, single], [[], [id]])
    }).pipe(Effect.provide(layer))
  })
})
