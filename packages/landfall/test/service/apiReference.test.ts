import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serviceLayer, serviceUrl } from "../support/Service.ts"

const LOCAL_SOURCES = new Set(["'none'", "'self'", "'unsafe-inline'", "data:", "blob:"])

layer(serviceLayer, { excludeTestServices: true })("the API reference", (it) => {
  it.effect("loads nothing from elsewhere: its policy allows the server alone, and its settings request nothing", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const { page, policy } = yield* Effect.promise(async () => {
        const response = await fetch(`${url}/docs`)
        return { page: await response.text(), policy: response.headers.get("content-security-policy") ?? "" }
      })
      const directives = policy.split(";").map((directive) => directive.trim().split(" "))
      assert.include(
        directives.map((directive) => directive.join(" ")),
        "default-src 'none'"
      )
      for (const [name, ...sources] of directives) {
        for (const source of sources) assert.isTrue(LOCAL_SOURCES.has(source), `${name}: ${source}`)
      }
      const markup = page.replaceAll(/<script>[\s\S]*?<\/script>/g, "")
      assert.isBelow(markup.length, 10_000)
      assert.notMatch(markup, /\b(?:src|href|action)=/)
      const [settings] = page.split("content: {").at(0)?.split("createApiReference").slice(-1) ?? []
      for (const setting of ['"withDefaultFonts":false', '"telemetry":false', '"showDeveloperTools":"never"']) {
        assert.include(settings, setting)
      }
      assert.notInclude(settings, "proxyUrl")
    })
  )

  it.effect("groups the operations by area", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const document = yield* Effect.promise(async () => (await fetch(`${url}/openapi.json`)).json())
      const groups = document["x-tagGroups"].map(({ name }: { name: string }) => name)
      assert.includeMembers(groups, ["Alerts", "Congestion", "CO2"])
      assert.deepStrictEqual(document.servers, [{ url: "/", description: "This server." }])
    })
  )
})
