import { assert, describe, it } from "@effect/vitest"
import { changesBetween, WATCHED_MESSAGES } from "../../src/alerts/StreamEvents.ts"

/** The messages of these numbers, in the given state. */
const messages = (from: number, to: number, state = "pending"): ReadonlyMap<string, string> =>
  new Map(Array.from({ length: to - from }, (_, index) => [`msg_${from + index}`, state]))

describe("the events of a stream", () => {
  it("are each message that is new or has changed, with the newest one as their id", () => {
    const newest = new Map([...messages(1, 3), ["msg_2", "succeeded"], ["msg_3", "pending"]])
    assert.deepStrictEqual(changesBetween(messages(0, 3), newest), [
      { name: "message", id: "msg_3", data: "succeeded" },
      { name: "message", id: "msg_3", data: "pending" }
    ])
  })

  it("are none while nothing changes, and every message of an account that had none", () => {
    assert.deepStrictEqual(changesBetween(messages(0, 3), messages(0, 3)), [])
    assert.strictEqual(changesBetween(messages(0, 0), messages(0, 3)).length, 3)
  })

  it("are a reset when more messages arrived than are read, so that some may be missing", () => {
    const after = messages(200, 200 + WATCHED_MESSAGES)
    const reset = [{ name: "reset", id: `msg_${199 + WATCHED_MESSAGES}`, data: "{}" }]
    assert.deepStrictEqual<unknown>(changesBetween(messages(0, WATCHED_MESSAGES), after), reset)
    assert.deepStrictEqual<unknown>(changesBetween(messages(0, 0), after), reset)
    assert.strictEqual(changesBetween(messages(200, 201), after).length, WATCHED_MESSAGES - 1)
  })
})
