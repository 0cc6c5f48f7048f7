import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { matchesEntityTag } from "../../src/edge/ConditionalResponses.ts"

const Opaque = Schema.String.check(Schema.isPattern(/^[!#-~]{0,20}$/u))

describe("If-None-Match", () => {
  it.prop("names a tag in any place of its list, strong or weak", [Opaque, Schema.Array(Opaque)], ([tag, others]) => {
    const list = [...others, tag].map((opaque, index) => `${index % 2 ? "W/" : ""}"${opaque}"`).join(", ")
    assert.isTrue(matchesEntityTag(list, `"${tag}"`))
  })

  it.prop("does not name a tag that its list lacks", [Opaque, Schema.Array(Opaque)], ([tag, others]) => {
    const list = others.filter((other) => other !== tag).map((opaque) => `"${opaque}"`)
    assert.isFalse(matchesEntityTag(list.join(","), `"${tag}"`))
  })

  it("names every tag with an asterisk, and none without quotes", () => {
    assert.isTrue(matchesEntityTag(" * ", '"a"'))
    assert.isFalse(matchesEntityTag("a", '"a"'))
  })
})
