import { assert, describe, it } from "@effect/vitest"
import { SecretBox, SecretUnreadable } from "@landfall/core/alerts/sending/SecretBox"
import { Effect, Option, Redacted } from "effect"
import {
  type DeliveryProfile,
  makeOpenDeliveryProfile,
  type SealedDeliveryProfile
} from "../../src/secrets/DeliveryProfile.ts"

const SECRET = `whsec_${"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}`
const OTHER = `whsec_${"AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}`

const row: SealedDeliveryProfile = {
  secret: SECRET,
  previous_secret: null,
  previous_secret_expires_at: null,
  headers: null,
  url_secret: null,
  retry_policy: null,
  format: "standard"
}

/** A box whose encrypted texts are the plain ones, without those that it cannot open, and the texts that it opened. */
const makeBox = (unreadable: ReadonlySet<string> = new Set()) => {
  const opened: Array<string> = []
  const box = SecretBox.of({
    seal: (text) => Effect.succeed(Redacted.value(text)),
    open: (sealed) => {
      opened.push(sealed)
      return unreadable.has(sealed)
        ? Effect.fail(new SecretUnreadable({ reason: "damaged", message: "The text is damaged" }))
        : Effect.succeed(Redacted.make(sealed))
    }
  })
  return { opened, open: Effect.provideService(makeOpenDeliveryProfile, SecretBox, box) }
}

/** A profile with its secrets in plain text. */
const plain = ({ secrets, headers, urlSecret, ...rest }: DeliveryProfile) => ({
  ...rest,
  secrets: [secrets.current, ...secrets.previous.map(({ secret }) => secret)].map(Redacted.value),
  headers: Redacted.value(headers),
  urlSecret: urlSecret === undefined ? undefined : Redacted.value(urlSecret)
})

describe("the delivery profiles of endpoints", () => {
  it.effect("are decrypted once while their row is the same", () =>
    Effect.gen(function* () {
      const { opened, open: make } = makeBox()
      const open = yield* make
      const first = yield* open("ep_1", row)
      assert.strictEqual(Option.getOrThrow(yield* open("ep_1", { ...row })), Option.getOrThrow(first))
      assert.deepStrictEqual(opened, [SECRET])
    })
  )

  it.effect("are those of each endpoint", () =>
    Effect.gen(function* () {
      const open = yield* makeBox().open
      yield* open("ep_1", row)
      const other = Option.getOrThrow(yield* open("ep_2", { ...row, secret: OTHER }))
      assert.strictEqual(Redacted.value(other.secrets.current), OTHER)
    })
  )

  it.effect.each<Partial<SealedDeliveryProfile>>([
    { secret: OTHER },
    { previous_secret: OTHER, previous_secret_expires_at: 1 },
    { headers: '{"x-own":"mine"}' },
    { url_secret: "user:password" },
    { retry_policy: '{"waitsSeconds":[0,5]}' },
    { format: "cloudevents" }
  ])("are decrypted again after a change to %o", (change) =>
    Effect.gen(function* () {
      const open = yield* makeBox().open
      const before = Option.getOrThrow(yield* open("ep_1", row))
      const after = Option.getOrThrow(yield* open("ep_1", { ...row, ...change }))
      assert.notDeepEqual(plain(after), plain(before))
      assert.deepStrictEqual(plain(Option.getOrThrow(yield* open("ep_1", row))), plain(before))
    })
  )

  it.effect("are decrypted again after they could not be", () =>
    Effect.gen(function* () {
      const unreadable = new Set([SECRET])
      const open = yield* makeBox(unreadable).open
      assert.isTrue(Option.isNone(yield* open("ep_1", row)))
      unreadable.clear()
      assert.isTrue(Option.isSome(yield* open("ep_1", row)))
    })
  )
})
