import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { CarrierProfile } from "@landfall/core/tracking/carriers/CarrierProfile"
import { Result } from "effect"
import { parseCarriers } from "../../src/dcsa/carriers/CarrierConfiguration.ts"

const guide = readFileSync(new URL("../../../../docs/carriers.md", import.meta.url), "utf8")

describe("the guide to carriers", () => {
  it("shows a configuration that is read", () => {
    const example = /```json\n(.*?)```/s.exec(guide)?.[1] ?? ""
    assert.strictEqual(Result.getOrThrow(parseCarriers(example)).length, 1)
  })

  it("names every property of a profile", () => {
    for (const name of Object.keys(CarrierProfile.fields)) assert.match(guide, new RegExp(`\\| \`${name}[\`.]`), name)
  })
})
