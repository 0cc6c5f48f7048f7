import { assert, describe, it } from "@effect/vitest"
import { Instant } from "../../../src/time/Instant.ts"
import { deriveJourneys } from "../../../src/tracking/journey/Journey.ts"
import { CONTAINER, lines, transhipment } from "../fixtures.ts"

const HOUR = 3_600_000

/** The events of a voyage, stated again and again with dates that moved, the last statement as the voyage has it. */
const restated = (times: number) =>
  transhipment().flatMap((event, place) =>
    Array.from({ length: times }, (_, n) => ({
      ...event,
      classifier: n === times - 1 ? event.classifier : ("EST" as const),
      eventDateTime: Instant.make(event.eventDateTime - (times - 1 - n) * HOUR),
      receivedAt: Instant.make(event.receivedAt - (times - 1 - n) * HOUR + place)
    }))
  )

const reads = (events: Parameters<typeof deriveJourneys>[0]) => deriveJourneys(events).map(lines)

describe("the movements that a derivation reads", () => {
  it("do not change the journey, however often its dates are stated again", () => {
    const once = reads(transhipment())
    assert.deepStrictEqual(reads(restated(500)), once)
  })

  it("do not depend on the order of the events", () => {
    const events = restated(60)
    assert.deepStrictEqual(reads(events.toReversed()), reads(events))
    assert.include(
      deriveJourneys(events)
        .map(({ container }) => JSON.stringify(container))
        .join(),
      CONTAINER
    )
  })
})
