import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Effect, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"

/** A result that the demo did not expect. */
export class DemoError extends Schema.TaggedError<DemoError>()("DemoError", { message: Schema.String }) {}

/** A client of the service, as a customer would write it. */
export const makeCustomer = (url: string, apiKey: string) => {
  const post = <S extends Schema.Codec<unknown, unknown>>(path: string, body: unknown, expected: number, schema: S) =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const request = HttpClientRequest.post(`${url}${ALERTS_PREFIX}${path}`).pipe(
        HttpClientRequest.setHeader("API_KEY", apiKey),
        HttpClientRequest.bodyJsonUnsafe(body)
      )
      const response = yield* client.execute(request)
      const text = yield* response.text
      if (response.status !== expected) {
        return yield* new DemoError({ message: `POST ${path} returned ${response.status}: ${text}` })
      }
      return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text)
    }).pipe(
      Effect.mapError((error) => (error instanceof DemoError ? error : new DemoError({ message: error.message })))
    )

  const Created = Schema.Struct({ id: Schema.String })
  const Tracked = Schema.Struct({
    results: Schema.NonEmptyArray(Schema.Struct({ status: Schema.String, shipmentId: Schema.NullOr(Schema.String) }))
  })
  const Received = Schema.Struct({ added: Schema.Int, alerts: Schema.Int, rejected: Schema.Array(Schema.Unknown) })

  return {
    createApplication: (name: string) => post("/application", { name }, 201, Created),
    createEndpoint: (body: { readonly url: string; readonly secret: string; readonly applicationId: string }) =>
      post("/endpoint", body, 201, Created),
    track: (endpointId: string, number: string, reference: string) =>
      post("/easy-shipment", { [endpointId]: { shipments: [{ number, reference }] } }, 202, Tracked),
    sendEvents: (events: ReadonlyArray<unknown>) => post("/tracking/events", events, 202, Received),
    sendExample: (endpointId: string, eventType: string) =>
      post(`/endpoint/${endpointId}/send-example`, { eventType }, 202, Created)
  }
}
