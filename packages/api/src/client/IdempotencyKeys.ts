import { Effect, SchemaAST } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { LandfallApi } from "../LandfallApi.ts"

const HEADER = "idempotency-key"

const acceptsKey = ({ headers }: HttpApiEndpoint.Top): boolean =>
  headers !== undefined &&
  SchemaAST.isObjects(headers.ast) &&
  headers.ast.propertySignatures.some(({ name }) => name === HEADER)

const operations = new Set<string>()
HttpApi.reflect(LandfallApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint }) => {
    if (acceptsKey(endpoint)) operations.add(`${group.identifier}.${endpoint.identifier}`)
  }
})

/**
 * The headers of a request, with a new idempotency-key when the operation accepts one and the caller sends none. A request
 * that is sent again repeats its key, so that it takes effect once.
 */
export const withIdempotencyKey = (operation: string, headers: Readonly<Record<string, string>>) =>
  operations.has(operation) && headers[HEADER] === undefined
    ? Effect.map(
        Effect.flatMap(SecureRandom.SecureRandom, (random) => random.uuidV4()),
        (key) => ({ ...headers, [HEADER]: key })
      )
    : Effect.succeed(headers)
