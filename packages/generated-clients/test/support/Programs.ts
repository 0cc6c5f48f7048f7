/** The facts that both programs print. */
export const EXPECTED = {
  created: "https://example.com/hook",
  listed: ["https://example.com/hook"],
  accepted: "accepted",
  length: true,
  errorCode: 40402,
  unknownPort: 404
}

/** Calls of an account with openapi-typescript and openapi-fetch. */
export const OPENAPI_FETCH_PROGRAM = `
import createClient from "openapi-fetch"
import process from "node:process"
import type { components, paths } from "./schema.ts"

const client = createClient<paths>({ baseUrl: process.env.URL ?? "", headers: { API_KEY: process.env.KEY ?? "" } })

const created = await client.POST("/webhook/api/v1/endpoint", { body: { url: "https://example.com/hook" } })
const id = created.data?.id ?? ""
const listed = await client.GET("/webhook/api/v1/endpoint", { params: { query: { limit: 10 } } })
const line: components["schemas"]["TrackLine"] = { number: "MSKU7194304", sealine: "MAEU", type: "CT" }
const tracked = await client.POST("/webhook/api/v1/easy-shipment", { body: { [id]: { shipments: [line] } } })
const voyage = await client.POST("/co2/api/v2/compute-co2", {
  body: { vessel: { imo: 9321483 }, departure: { portCode: "NLRTM" }, arrival: { portCode: "SGSIN" } }
})
const missing = await client.GET("/webhook/api/v1/endpoint/{id}", { params: { path: { id: "ep_none" } } })
const errorCode: number | undefined = missing.error?.errorCode
const congestion = await client.GET("/congestion/api/v1/congestion/{portCode}", { params: { path: { portCode: "NLRTM" } } })
console.log(JSON.stringify({
  created: created.data?.url,
  listed: listed.data?.data.map(({ url }) => url),
  accepted: tracked.data?.results[0]?.status,
  length: (voyage.data?.length ?? 0) > 7000,
  errorCode,
  unknownPort: congestion.response.status
}))
`

/** Requests that must not compile. */
export const WRONG_REQUESTS = `
import type { components } from "./schema.ts"
import type { components as adminComponents } from "./admin-schema.ts"
type Schemas = components["schemas"]

const quoted: Schemas["VoyageInput"]["vessel"] = {
  // @ts-expect-error a number in quotes
  imo: "9321483"
}

const account: adminComponents["schemas"]["CreateAccount"] = {
  name: "Harbour Lines",
  // @ts-expect-error an unknown plan
  plan: "gold"
}

const wrong: ReadonlyArray<Schemas["CreateEndpoint"] | Schemas["TrackLine"] | Schemas["CreateApplication"]> = [
  // @ts-expect-error an unknown property
  { url: "https://example.com/", colour: "red" },
  // @ts-expect-error a missing property
  {},
  // @ts-expect-error a wrong type
  { url: 7 }
]
`

/** The same calls with Hey API. */
export const HEY_API_PROGRAM = `
import process from "node:process"
import { client } from "./hey-api/client.gen.ts"
import {
  co2Compute, endpointsCreate, endpointsGet, endpointsList, portCongestionGet, shipmentsEasyShipment
} from "./hey-api/sdk.gen.ts"

client.setConfig({ baseUrl: process.env.URL ?? "", auth: process.env.KEY ?? "" })

const created = await endpointsCreate({ body: { url: "https://example.com/hook" } })
const id = created.data?.id ?? ""
const listed = await endpointsList({ query: { limit: 10 } })
const tracked = await shipmentsEasyShipment({
  body: { [id]: { shipments: [{ number: "MSKU7194304", sealine: "MAEU", type: "CT" }] } }
})
const voyage = await co2Compute({
  body: { vessel: { imo: 9321483 }, departure: { portCode: "NLRTM" }, arrival: { portCode: "SGSIN" } }
})
const missing = await endpointsGet({ path: { id: "ep_none" } })
const errorCode: number | undefined = missing.error?.errorCode
const congestion = await portCongestionGet({ path: { portCode: "NLRTM" } })
console.log(JSON.stringify({
  created: created.data?.url,
  listed: listed.data?.data.map(({ url }) => url),
  accepted: tracked.data?.results[0]?.status,
  length: (voyage.data?.length ?? 0) > 7000,
  errorCode,
  unknownPort: congestion.response?.status
}))
`

/** The facts that both programs of the operator print. */
export const ADMIN_EXPECTED = {
  plan: "pay-as-you-go",
  changed: "free",
  listed: true,
  added: 500,
  secret: true,
  revoked: "revoked",
  errorCode: 40410
}

/** Calls of the operator with openapi-typescript and openapi-fetch. */
export const ADMIN_OPENAPI_FETCH_PROGRAM = `
import createClient from "openapi-fetch"
import process from "node:process"
import type { components, paths } from "./admin-schema.ts"

const client = createClient<paths>({ baseUrl: process.env.URL ?? "", headers: { API_KEY: process.env.ADMIN_KEY ?? "" } })

const request: components["schemas"]["CreateAccount"] = { name: "Harbour Lines", monthlyCredits: 1000 }
const created = await client.POST("/admin/v1/accounts", { body: request })
const path = { id: created.data?.id ?? "" }
const topped = await client.POST("/admin/v1/accounts/{id}/top-ups", { params: { path }, body: { credits: 500 } })
const key = await client.POST("/admin/v1/accounts/{id}/keys", { params: { path }, body: { allowedNetworks: ["127.0.0.1"] } })
const revoked = await client.DELETE("/admin/v1/keys/{id}", { params: { path: { id: key.data?.id ?? "" } } })
const changed = await client.PATCH("/admin/v1/accounts/{id}", { params: { path }, body: { plan: "free" } })
const listed = await client.GET("/admin/v1/accounts", { params: { query: { limit: 250 } } })
const missing = await client.GET("/admin/v1/accounts/{id}", { params: { path: { id: "acc_none" } } })
const errorCode: number | undefined = missing.error?.errorCode
console.log(JSON.stringify({
  plan: created.data?.plan,
  changed: changed.data?.plan,
  listed: listed.data?.data.some(({ id }) => id === path.id),
  added: (topped.data?.credits ?? 0) - (topped.data?.creditsInitial ?? 0),
  secret: key.data?.secret.startsWith("lf_"),
  revoked: revoked.data?.state,
  errorCode
}))
`

/** The same calls of the operator with Hey API. */
export const ADMIN_HEY_API_PROGRAM = `
import process from "node:process"
import { client } from "./admin-hey-api/client.gen.ts"
import {
  accountsChange, accountsCreate, accountsGet, accountsList, accountsTopUp, keysCreate, keysRevoke
} from "./admin-hey-api/sdk.gen.ts"

client.setConfig({ baseUrl: process.env.URL ?? "", auth: process.env.ADMIN_KEY ?? "" })

const created = await accountsCreate({ body: { name: "Harbour Lines", monthlyCredits: 1000 } })
const path = { id: created.data?.id ?? "" }
const topped = await accountsTopUp({ path, body: { credits: 500 } })
const key = await keysCreate({ path, body: { allowedNetworks: ["127.0.0.1"] } })
const revoked = await keysRevoke({ path: { id: key.data?.id ?? "" } })
const changed = await accountsChange({ path, body: { plan: "free" } })
const listed = await accountsList({ query: { limit: 250 } })
const missing = await accountsGet({ path: { id: "acc_none" } })
const errorCode: number | undefined = missing.error?.errorCode
console.log(JSON.stringify({
  plan: created.data?.plan,
  changed: changed.data?.plan,
  listed: listed.data?.data.some(({ id }) => id === path.id),
  added: (topped.data?.credits ?? 0) - (topped.data?.creditsInitial ?? 0),
  secret: key.data?.secret.startsWith("lf_"),
  revoked: revoked.data?.state,
  errorCode
}))
`
