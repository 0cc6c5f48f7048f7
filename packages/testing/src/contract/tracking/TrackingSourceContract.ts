import { assert, describe } from "@effect/vitest"
import { eventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import { type SourceQuery, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect } from "effect"
import { assertFailsWith } from "../suite/Assertions.ts"

/** A source with a carrier that a test controls. */
export interface SourceHarness {
  /** A shipment about which the carrier has at least one event. */
  readonly known: SourceQuery
  /** A shipment of the same carrier that the carrier does not know. */
  readonly unknown: SourceQuery
  /** Texts that no error and no event may contain, such as the key of the carrier. */
  readonly secrets: ReadonlyArray<string>
  /** Makes the carrier reject the credentials of the source. */
  readonly revoke: Effect.Effect<void>
  /** Makes the carrier respond with a server error, or not at all. */
  readonly fail: Effect.Effect<void>
}

/** The runner of a rule: `it.live` with a new harness and source. */
export type SourceRule = (
  title: string,
  run: (harness: SourceHarness) => Effect.Effect<void, unknown, TrackingSource>
) => void

const poll = (query: SourceQuery) => Effect.flatMap(TrackingSource, (source) => source.poll(query))

/** A carrier's code that no source has a profile for. */
const STRANGER = Scac.make("ZZZZ")

const assertWithout = (secrets: ReadonlyArray<string>, text: string) => {
  for (const secret of secrets) assert.isFalse(text.includes(secret), `contains the secret ${secret}`)
}

/** Registers the contract of `TrackingSource`. */
export const trackingSourceContract = (name: string, rule: SourceRule): void => {
  describe(`TrackingSource on ${name}`, () => {
    rule("lists the carrier that it polls, as the same object until the carriers change", ({ known: knownNumber }) =>
      Effect.gen(function* () {
        const { carriers } = yield* TrackingSource
        const listed = yield* carriers
        const profile = listed.profiles.find(({ scac }) => scac === knownNumber.scac)
        assert.isTrue(
          profile?.kinds.includes(knownNumber.kind),
          `${knownNumber.scac} is not listed for ${knownNumber.kind}`
        )
        assert.strictEqual(yield* carriers, listed)
      })
    )

    rule(
      "returns the complete events of a known shipment, and how many requests they cost",
      ({ known: knownNumber, secrets }) =>
        Effect.gen(function* () {
          const { events, rejected, complete, requests } = yield* poll(knownNumber)
          assert.isAbove(events.length, 0)
          assert.deepStrictEqual(rejected, [])
          assert.isTrue(complete)
          assert.isAtLeast(requests, 1)
          assertWithout(secrets, JSON.stringify(events))
        })
    )

    rule("returns the same events again, so that a repeated poll changes nothing", ({ known: knownNumber }) =>
      Effect.gen(function* () {
        const [first, second] = [yield* poll(knownNumber), yield* poll(knownNumber)]
        assert.deepStrictEqual(second.events.map(eventKey).toSorted(), first.events.map(eventKey).toSorted())
      })
    )

    rule("fails with ShipmentUnknown for a shipment that the carrier does not know", ({ unknown }) =>
      Effect.gen(function* () {
        const error = yield* assertFailsWith(poll(unknown), "ShipmentUnknown")
        assert.strictEqual(error.scac, unknown.scac)
        assert.strictEqual(error.number, unknown.number)
      })
    )

    rule("fails with not_configured for a carrier without a profile, and sends nothing", ({ known: knownNumber }) =>
      Effect.gen(function* () {
        const error = yield* assertFailsWith(poll({ ...knownNumber, scac: STRANGER }), "SourceUnavailable")
        assert.strictEqual(error.reason, "not_configured")
        assert.strictEqual(error.requests, 0)
      })
    )

    rule("fails with SourceUnauthorised when the credentials are rejected, without them in the message", (harness) =>
      Effect.gen(function* () {
        yield* harness.revoke
        const error = yield* assertFailsWith(poll(harness.known), "SourceUnauthorised")
        assert.match(error.message, /\S\.$/)
        assertWithout(harness.secrets, error.message)
      })
    )

    rule("fails with SourceUnavailable when the carrier fails, in one sentence", (harness) =>
      Effect.gen(function* () {
        yield* harness.fail
        const error = yield* assertFailsWith(poll(harness.known), "SourceUnavailable")
        assert.match(error.message, /\S\.$/)
        assertWithout(harness.secrets, error.message)
      })
    )
  })
}
