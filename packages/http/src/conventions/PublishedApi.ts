import { withExamples } from "@landfall/api/openapi/Examples"
import { Option } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"

/**
 * An API as this server publishes it: its document has examples and names the address at which callers reach the server,
 * or refers to the server that it comes from.
 */
export const publishedApi = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  publicUrl: Option.Option<string>
): HttpApi.HttpApi<Id, Groups> =>
  Option.match(publicUrl, {
    onNone: () => withExamples(api),
    onSome: (url) => withExamples(api).annotate(OpenApi.Servers, [{ url, description: "This server." }])
  })
