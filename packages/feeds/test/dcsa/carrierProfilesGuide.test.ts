import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Result } from "effect"
import { parseCarriers, readCarriers } from "../../src/dcsa/carriers/CarrierConfiguration.ts"

const guide = readFileSync(new URL("../../../../docs/carrier-profiles.md", import.meta.url), "utf8")
const files = Array.from(guide.matchAll(/```json\n(.*?)```/gs), ([, text = ""]) => text)
const profiles = files.flatMap((text) => Result.getOrThrow(parseCarriers(text)))

/** Every environment variable that the profiles name, with a value. */
const environment = Object.fromEntries(
  Array.from(guide.matchAll(/"([A-Z]{4}_[A-Z_]+)"/g), ([, name = ""]) => [name, btoa("0123456789abcdef")])
)

describe("the profiles of carriers", () => {
  it("are read, one carrier in each", () => {
    assert.deepStrictEqual(
      profiles.map(({ scac }) => scac),
      ["MAEU", "HLCU", "CMDU", "ONEY"]
    )
  })

  it.effect("contain no secret: every value comes from an environment variable", () =>
    Effect.gen(function* () {
      for (const text of files) {
        const carriers = yield* readCarriers(text).pipe(
          Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(environment))
        )
        assert.lengthOf(carriers, 1)
        const missing = yield* Effect.flip(
          readCarriers(text).pipe(Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})))
        )
        assert.isAbove(missing.faults.length, 0)
      }
    })
  )

  it("poll the addresses that the carriers publish, over https", () => {
    for (const { baseUrl, authentication } of profiles) {
      assert.match(baseUrl, /^https:/)
      assert.match(authentication.oauth2?.tokenUrl ?? "https:", /^https:/)
    }
  })
})
