import { LandfallApi } from "@landfall/api/LandfallApi"
import { HttpApi } from "effect/http-api"

interface KnownPath {
  readonly form: RegExp
  readonly method: string
}

const knownPaths: Array<KnownPath> = [
  {
    form: /^\/((webhook\/api\/v1\/|congestion\/api\/v1\/|co2\/api\/v2\/)?openapi\.json|docs|healthz|readyz|)$/,
    method: "GET"
  }
]
HttpApi.reflect(LandfallApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) => {
    const form = endpoint.path.replaceAll(".", "\\.").replaceAll(/:[A-Za-z]+/g, "[^/]+")
    knownPaths.push({ form: new RegExp(`^${form}$`), method: endpoint.method })
  }
})

/** The methods that a path of the service answers; empty when there is no such path. */
export const methodsAt = (path: string): ReadonlyArray<string> => [
  ...new Set(knownPaths.filter(({ form }) => form.test(path)).map(({ method }) => method))
]
