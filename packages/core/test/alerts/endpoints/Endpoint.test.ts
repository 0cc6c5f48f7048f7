import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Option, Schema } from "effect"
import {
  DefaultEventType,
  dateChangedOf,
  isDefaultEventType,
  isShipmentEventType,
  MilestoneType,
  OptInEventType
} from "../../../src/alerts/EventType.ts"
import {
  EndpointUrl,
  FilterTypes,
  Metadata,
  matchesFilter,
  subscribedShipmentTypes
} from "../../../src/alerts/endpoints/Endpoint.ts"

const isUrl = Schema.is(EndpointUrl)
const isFilter = Schema.is(FilterTypes)
const isMetadata = Schema.is(Metadata)

describe("the catalogue", () => {
  it("has 33 types: 16 milestones, their 16 changes of date, and the addition of a shipment", () => {
    assert.strictEqual(new Set(DefaultEventType.literals).size, 33)
    assert.strictEqual(MilestoneType.literals.length, 16)
    for (const milestone of MilestoneType.literals) assert.isTrue(isDefaultEventType(dateChangedOf(milestone)))
    assert.isTrue(isDefaultEventType("shipment.added.to.endpoint"))
    for (const type of OptInEventType.literals) assert.isFalse(isDefaultEventType(type))
  })
})

describe("the filter of an endpoint", () => {
  it.effect.prop(
    "admits exactly the types that it names",
    [Arbitrary.schema(FilterTypes), Arbitrary.schema(DefaultEventType)],
    ([filter, type]) =>
      Effect.sync(() => {
        assert.strictEqual(matchesFilter(Option.some(filter), type), filter.includes(type))
        assert.deepStrictEqual(subscribedShipmentTypes(Option.some(filter)), filter.filter(isShipmentEventType))
      })
  )

  it.effect.prop("admits exactly the catalogue when it is absent", [Schema.String], ([text]) =>
    Effect.sync(() => {
      for (const type of DefaultEventType.literals) assert.isTrue(matchesFilter(Option.none(), type))
      assert.strictEqual(matchesFilter(Option.none(), text), isDefaultEventType(text))
      assert.strictEqual(subscribedShipmentTypes(Option.none()).length, 33)
    })
  )

  it("requires at least one type, each once", () => {
    assert.isFalse(isFilter([]))
    assert.isFalse(isFilter(["container.loaded.at.first.pol", "container.loaded.at.first.pol"]))
    assert.isFalse(isFilter(["container.lost.at.sea"]))
  })
})

describe("the URL of an endpoint", () => {
  it.each([
    "http://example.com/hook",
    "https://example.com:8443/a?b=c",
    "http://127.0.0.1:9000/",
    "https://[2001:db8::1]/x"
  ])("may be %s", (url) => {
    assert.isTrue(isUrl(url))
  })

  it.each([
    "ftp://example.com/",
    "file:///etc/passwd",
    "example.com/hook",
    "/hook",
    "",
    "https://user:secret@example.com/",
    "https://example.com/#part",
    "javascript:alert(1)",
    "https://example.com:0/",
    `https://example.com/${"x".repeat(2100)}`
  ])("may not be %s", (url) => {
    assert.isFalse(isUrl(url))
  })
})

describe("metadata", () => {
  it.effect.prop(
    "has at most 50 entries of bounded length",
    [Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 80 })))],
    ([size]) =>
      Effect.sync(() => {
        const entries = Object.fromEntries(Array.from({ length: size }, (_, index) => [`key${index}`, "value"]))
        assert.strictEqual(isMetadata(entries), size <= 50)
      })
  )

  it("rejects text that a store cannot return unchanged", () => {
    for (const text of ["a\u0000b", "\ud800", "x\udc00y"]) {
      assert.isFalse(isMetadata({ key: text }))
      assert.isFalse(isMetadata({ [text]: "value" }))
    }
    assert.isTrue(isMetadata({ "Größe 📦": "20′ – ü" }))
  })

  it("rejects empty and long keys and long values", () => {
    assert.isFalse(isMetadata({ "": "x" }))
    assert.isFalse(isMetadata({ ["k".repeat(41)]: "x" }))
    assert.isFalse(isMetadata({ k: "x".repeat(501) }))
    assert.isTrue(isMetadata({ ["k".repeat(40)]: "x".repeat(500) }))
  })
})
