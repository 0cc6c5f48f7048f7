import { assert, describe, it } from "@effect/vitest"
import { credentialsOf, hasHiddenPassword, isSameLogin, splitUrlSecret } from "@landfall/core/alerts/targets/UrlSecret"
import { Option, Redacted } from "effect"

describe("splitUrlSecret", () => {
  it.each([
    ["nats://user:pass@h.example:4222/a", "nats://user:***@h.example:4222/a", "user:pass"],
    ["nats://token@h.example/a", "nats://***@h.example/a", "token"],
    ["amqp://u:a:b@h.example/v/queues/q", "amqp://u:***@h.example/v/queues/q", "u:a:b"]
  ])("hides the password of %s", (url, shown, secret) => {
    const split = splitUrlSecret(url)
    assert.strictEqual(split.url, shown)
    assert.strictEqual(Redacted.value(Option.getOrThrow(split.secret)), secret)
  })

  it("does not change a URL without credentials", () => {
    const url = "https://h.example/a@b?c=d@e"
    assert.deepStrictEqual(splitUrlSecret(url), { url, secret: Option.none() })
  })
})

describe("credentialsOf", () => {
  it("decodes the user and the password, and reads a user alone as a token", () => {
    assert.deepStrictEqual(credentialsOf(Redacted.make("u%40x:p%2F%3A")), { user: "u@x", password: "p/:" })
    assert.deepStrictEqual(credentialsOf(Redacted.make("t%2B")), { user: "t+", password: undefined })
  })
})

describe("isSameLogin", () => {
  it("holds for another path, and not for another user, host, port or scheme", () => {
    const url = "nats://u:***@h.example:4222/a"
    assert.isTrue(isSameLogin(url, "nats://u:***@H.example:4222/b"))
    for (const other of [
      "nats://v:***@h.example:4222/a",
      "nats://u:***@i.example:4222/a",
      "nats://u:***@h.example:4223/a"
    ])
      assert.isFalse(isSameLogin(url, other))
    assert.isFalse(isSameLogin(url, "nats+tls://u:***@h.example:4222/a"))
    assert.isTrue(hasHiddenPassword(url))
    assert.isFalse(hasHiddenPassword("nats://u:p@h.example/a"))
  })
})
