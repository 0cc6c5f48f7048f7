import { assert, describe, it } from "@effect/vitest"
import { AlertsApi, Co2Api, CongestionApi, LandfallApi } from "@landfall/api/LandfallApi"
import { Effect, Option } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { publishedApi } from "../../src/conventions/PublishedApi.ts"
import { apiOfDocument, makeDocument } from "../../src/server/documents/OpenApiDocument.ts"

const itEqualsTheWhole = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
) =>
  it.effect(`equals that of the API as a whole: ${api.identifier}`, () =>
    Effect.gen(function* () {
      const document = yield* makeDocument(api)
      assert.deepStrictEqual(document, OpenApi.fromApi(api))
      assert.deepStrictEqual(OpenApi.fromApi(apiOfDocument(document)), document)
    })
  )

describe("an OpenAPI document that is made group by group", () => {
  itEqualsTheWhole(publishedApi(LandfallApi, Option.some("https://landfall.example")))
  itEqualsTheWhole(publishedApi(AlertsApi, Option.none()))
  itEqualsTheWhole(publishedApi(CongestionApi, Option.none()))
  itEqualsTheWhole(publishedApi(Co2Api, Option.none()))
})
