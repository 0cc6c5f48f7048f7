import { createHmac } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { readCarriers } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import { serviceOf } from "./Service.ts"

/** A carrier's response: a status and events. */
interface CarrierResponse {
  readonly status: number
  readonly events?: ReadonlyArray<unknown>
}

const SECRET = "a secret of the subscription"

/** The signature of a notification from a carrier. */
export const signatureOf = (body: string): string => `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`

/** A carrier's API on this machine: the paths of its requests, and its response for each number (404 for others). */
export class CarrierServer extends Context.Service<
  CarrierServer,
  { readonly url: string; readonly requests: Array<string>; readonly responses: Map<string, CarrierResponse> }
>()("CarrierServer") {}

export const carrierServer = Layer.effect(
  CarrierServer,
  Effect.acquireRelease(
    Effect.callback<{ readonly server: ReturnType<typeof createServer>; readonly api: CarrierServer["Service"] }>(
      (resume) => {
        const requests: Array<string> = []
        const responses = new Map<string, CarrierResponse>()
        const server = createServer((request, response) => {
          const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
          requests.push(`${pathname}?${searchParams}`)
          const number = ["equipmentReference", "carrierBookingReference", "transportDocumentReference"]
            .map((name) => searchParams.get(name))
            .find((value) => value !== null)
          const { status, events = [] } = responses.get(number ?? "") ?? { status: 404 }
          response.writeHead(status, { "content-type": "application/json" })
          response.end(JSON.stringify(events))
        })
        server.listen(0, "127.0.0.1", () => {
          const { port }: Pick<AddressInfo, "port"> = Object(server.address())
          resume(Effect.succeed({ server, api: { url: `http://127.0.0.1:${port}`, requests, responses } }))
        })
      }
    ),
    ({ server }) => Effect.sync(() => server.close())
  ).pipe(Effect.map(({ api }) => api))
)

const profilesAt = (url: string) => ({
  carriers: [
    {
      scac: "MSCU",
      name: "A carrier to poll that pushes notifications",
      baseUrl: url,
      kinds: ["CT", "BK"],
      notificationSecret: "CARRIER_SECRET",
      notificationSecretEncoding: "text",
      requestsPerSecond: 1000
    },
    {
      scac: "ZZTV",
      name: "An unlisted carrier",
      baseUrl: `${url}/other`,
      kinds: ["BL"],
      requestsPerSecond: 1000
    }
  ]
})

/** Two carriers: `MSCU`, and `ZZTV` under `/other`. */
export const carriersOfServer = Effect.gen(function* () {
  const { url } = yield* CarrierServer
  return yield* readCarriers(JSON.stringify(profilesAt(url))).pipe(
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ CARRIER_SECRET: SECRET })))
  )
})

/** The service with these carriers, which also serves its metrics. */
export const serviceWithCarriers = Layer.unwrap(
  Effect.map(carriersOfServer, (carriers) => serviceOf({ carriers, metrics: { _tag: "OnServer" } }))
).pipe(Layer.provideMerge(carrierServer))
