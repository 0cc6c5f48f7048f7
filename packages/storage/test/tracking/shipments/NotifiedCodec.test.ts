import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@landfall/core/time/Instant"
import type { NotifiedDate, NotifiedState } from "@landfall/core/tracking/shipments/NotifiedState"
import { Schema } from "effect"
import { decodeNotified, encodeNotified, StoredNotifiedState } from "../../../src/tracking/shipments/NotifiedCodec.ts"

const KEY = "MSCU6639871/container.discharge.at.final.pod/NLRTM/1"

const AnyDate = Schema.Struct({
  initial: Instant,
  last: Instant,
  actual: Schema.NullOr(Instant),
  retracted: Schema.Boolean,
  source: Schema.optionalKey(Schema.Struct({ id: Schema.String, receivedAt: Instant, rule: Schema.String })),
  alert: Schema.optionalKey(
    Schema.Struct({ id: Schema.String, type: Schema.String, date: Instant, actual: Schema.Boolean })
  )
})

const stateOf = (date: NotifiedDate): NotifiedState => ({
  milestones: new Map([[KEY, date]]),
  ended: { MSCU6639871: Instant.make(5) },
  completed: { at: Instant.make(5), undone: false }
})

const decodeBySchema = Schema.decodeUnknownSync(StoredNotifiedState)

describe("a stored notified state", () => {
  it.prop("is read as it was written, by hand and by schema", [AnyDate], ([date]) => {
    // JSON has no negative zero, which is an integer of the schema.
    const state = stateOf(JSON.parse(JSON.stringify(date)))
    assert.deepStrictEqual(decodeNotified(encodeNotified(state)), state)
    assert.deepStrictEqual(decodeBySchema(encodeNotified(state)), state)
    assert.strictEqual(Schema.encodeSync(StoredNotifiedState)(state), encodeNotified(state))
  })

  it("contains no type and date of an alert that states those of its milestone", () => {
    const at = Instant.make(1_769_000_000_000)
    const alert = { id: "msg_1", type: "container.discharge.at.final.pod", date: at, actual: true }
    const state = {
      milestones: new Map([[KEY, { initial: at, last: at, actual: at, retracted: false, alert }]]),
      ended: {}
    }
    const text = encodeNotified(state)
    assert.strictEqual(text, `{"milestones":[["${KEY}",${at},${at},${at},0,["msg_1",null,null,1]]],"ended":{}}`)
    assert.deepStrictEqual(decodeNotified(text), state)
  })

  it("is read in the form of versions before 0.2, with milestones by key", () => {
    const text = `{"milestones":{"${KEY}":{"initial":1,"last":2,"actual":null,"retracted":true}},"ended":{}}`
    const state = {
      milestones: new Map([[KEY, { initial: 1, last: 2, actual: null, retracted: true }]]),
      ended: {}
    }
    assert.deepStrictEqual<unknown>(decodeNotified(text), state)
    assert.deepStrictEqual<unknown>(decodeBySchema(text), state)
  })
})
