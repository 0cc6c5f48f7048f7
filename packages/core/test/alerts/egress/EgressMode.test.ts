import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import {
  EgressMode,
  type EgressStart,
  egressModeAfterForwarding,
  egressModeAtStart,
  forwardingHeaderOf,
  isWider,
  MAX_EGRESS_WAIT_MILLIS,
  postponedMode,
  type StoredEgressMode
} from "../../../src/alerts/egress/EgressMode.ts"
import { isPrivateListener } from "../../../src/alerts/egress/Listener.ts"

const NOW = 1_700_000_000_000
const server: EgressStart = { configured: Option.none(), serves: true, development: true }
const modeOf = (stored: Option.Option<StoredEgressMode>) =>
  Option.getOrNull(Option.map(stored, ({ mode, source }) => `${mode} ${source}`))
const start = (stored: Option.Option<StoredEgressMode>, changes: Partial<EgressStart> = {}) =>
  egressModeAtStart(stored, { ...server, ...changes }, NOW)
const set = (mode: EgressMode) => ({ configured: Option.some(mode) })
const nothing = Option.none<StoredEgressMode>()

describe("the mode at the start of a server", () => {
  it("is the one that the operator has set", () => {
    for (const mode of EgressMode.literals) assert.strictEqual(modeOf(start(nothing, set(mode))), `${mode} operator`)
    assert.strictEqual(modeOf(start(nothing, { ...set("on"), serves: false })), "on operator")
  })

  it("is loopback in development and off otherwise when the operator has set none", () => {
    assert.strictEqual(modeOf(start(nothing)), "loopback development")
    assert.strictEqual(modeOf(start(nothing, { development: false })), "off default")
    assert.strictEqual(modeOf(start(start(nothing), { development: false })), "off default")
    assert.strictEqual(modeOf(start(start(nothing, set("on")))), "loopback development")
  })

  it("is that of the database at the start of a worker", () => {
    assert.isNull(modeOf(start(nothing, { serves: false })))
    assert.strictEqual(modeOf(start(start(nothing), { serves: false, development: false })), "loopback development")
  })
})

describe("a request through a proxy", () => {
  it("turns the mode of development off, also after restarts, until the operator sets one", () => {
    const off = egressModeAfterForwarding(start(nothing), NOW)
    assert.strictEqual(modeOf(off), "off forwarded")
    assert.strictEqual(modeOf(start(off)), "off forwarded")
    assert.strictEqual(modeOf(start(off, set("loopback"))), "loopback operator")
    assert.strictEqual(modeOf(start(start(off, set("loopback")))), "off forwarded")
  })

  it("does not change the mode that the operator has set", () => {
    assert.strictEqual(modeOf(egressModeAfterForwarding(start(nothing, set("loopback")), NOW)), "loopback operator")
  })

  it("is recognised by any header that proxies add", () => {
    for (const header of [
      "forwarded",
      "via",
      "x-forwarded-for",
      "x-forwarded-proto",
      "x-real-ip",
      "cf-connecting-ip"
    ]) {
      assert.strictEqual(forwardingHeaderOf({ host: "x", [header]: "" }), header)
    }
    assert.isUndefined(forwardingHeaderOf({ host: "127.0.0.1:8080", "user-agent": "curl", accept: "*/*" }))
  })
})

describe("deliveries to targets that a narrower mode stops", () => {
  it("wait for the wider mode for 30 days", () => {
    const off = Option.getOrThrow(egressModeAfterForwarding(start(nothing), NOW))
    assert.deepStrictEqual(postponedMode(off, NOW), Option.some("loopback"))
    assert.deepStrictEqual(postponedMode(off, NOW + MAX_EGRESS_WAIT_MILLIS - 1), Option.some("loopback"))
    assert.isTrue(Option.isNone(postponedMode(off, NOW + MAX_EGRESS_WAIT_MILLIS)))
  })

  it("do not wait where no wider mode was in force", () => {
    assert.isTrue(Option.isNone(postponedMode(Option.getOrThrow(start(nothing, { development: false })), NOW)))
    const widened = Option.getOrThrow(start(start(nothing, set("off")), set("on")))
    assert.isTrue(Option.isNone(postponedMode(widened, NOW)))
  })

  it.prop("wait for the widest mode so far", [Schema.NonEmptyArray(EgressMode)], ([modes]) => {
    const stored = Option.getOrThrow(modes.reduce((before, mode) => start(before, set(mode)), nothing))
    const widest = modes.reduce((a, b) => (isWider(b, a) ? b : a))
    assert.strictEqual(stored.mode, modes.at(-1))
    assert.deepStrictEqual(
      postponedMode(stored, NOW),
      isWider(widest, stored.mode) ? Option.some(widest) : Option.none()
    )
  })
})

describe("a server", () => {
  const listener = { port: 8080, purpose: "api" as const, publicHost: null }
  it("serves this machine alone on a loopback address without a public URL", () => {
    for (const address of ["127.0.0.1", "127.1.2.3", "::1", "localhost"]) {
      assert.isTrue(isPrivateListener({ ...listener, address }))
      assert.isFalse(isPrivateListener({ ...listener, address, publicHost: "landfall.example.com" }))
    }
    for (const address of ["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example"]) {
      assert.isFalse(isPrivateListener({ ...listener, address }))
    }
  })
})
