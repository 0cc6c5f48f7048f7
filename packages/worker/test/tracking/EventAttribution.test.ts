import { assert, describe, it } from "@effect/vitest"
import { containerOf } from "@landfall/core/tracking/carriers/EventIdentity"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Option } from "effect"
// biome-ignore lint/style/noRestrictedImports: events of the tests of core, which it does not publish
import { arrives, CONTAINER, loads } from "../../../core/test/tracking/fixtures.ts"
import { attributeEvents } from "../../src/tracking/EventAttribution.ts"

const scac = Scac.make("MAEU")
const documentsIn = (events: ReturnType<typeof attributeEvents>) =>
  events.map(({ documents }) => documents.map(({ type, value }) => `${type} ${value}`))

describe("attributeEvents", () => {
  it("adds the polled booking or bill of lading once to every event", () => {
    const silent = loads({ port: "CNSHA", date: "01-10" })
    const telling = loads({ port: "CNSHA", date: "01-11", booking: "B1" })
    assert.deepStrictEqual(documentsIn(attributeEvents({ scac, number: "B1", kind: "BK" }, [silent, telling])), [
      ["BKG B1"],
      ["BKG B1"]
    ])
    assert.deepStrictEqual(documentsIn(attributeEvents({ scac, number: "L1", kind: "BL" }, [telling])), [
      ["BKG B1", "TRD L1"]
    ])
  })

  it("adds the polled container to transport events that no document links to it", () => {
    const own = loads({ port: "CNSHA", date: "01-10", booking: "B1" })
    const shared = arrives({ port: "NLRTM", date: "02-10", booking: "B1", container: undefined })
    const lone = arrives({ port: "NLRTM", date: "02-11", container: undefined })
    const elsewhere = arrives({
      port: "NLRTM",
      date: "02-12",
      container: undefined,
      references: [{ type: "EQ", value: "X" }]
    })
    const events = attributeEvents({ scac, number: CONTAINER, kind: "CT" }, [own, shared, lone, elsewhere])
    assert.deepStrictEqual(
      events.map((event) => Option.getOrNull(containerOf(event))),
      [CONTAINER, null, CONTAINER, null]
    )
  })
})
