import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { createClient } from "@hey-api/openapi-ts"
import openapiTypescript, { astToString } from "openapi-typescript"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type RunningServer, startServer } from "./support/RunningServer.ts"

const packageFolder = join(dirname(fileURLToPath(import.meta.url)), "..")
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc")

/** The facts that both programs print. */
const EXPECTED = {
  created: "https://example.com/hook",
  listed: ["https://example.com/hook"],
  accepted: "accepted",
  length: true,
  errorCode: 40402,
  unknownPort: 404
}

const OPENAPI_FETCH_PROGRAM = `
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

const WRONG_REQUESTS = `
import type { components } from "./schema.ts"
type Schemas = components["schemas"]

export const wrong: ReadonlyArray<Schemas["CreateEndpoint"] | Schemas["TrackLine"] | Schemas["CreateApplication"]> = [
  // @ts-expect-error an unknown property
  { url: "https://example.com/", colour: "red" },
  // @ts-expect-error a missing property
  {},
  // @ts-expect-error a wrong type
  { url: 7 }
]
`

const HEY_API_PROGRAM = `
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

const COMPILER_OPTIONS = {
  target: "esnext",
  module: "nodenext",
  lib: ["esnext", "dom", "dom.iterable"],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: []
}

/** The types that the programs need of Node. */
const AMBIENT = `declare module "node:process" {
  const process: { readonly env: Readonly<Record<string, string | undefined>> }
  export default process
}
`

const FILES = {
  "openapi-fetch.ts": OPENAPI_FETCH_PROGRAM,
  "hey-api.ts": HEY_API_PROGRAM,
  "wrong.ts": WRONG_REQUESTS,
  "node.d.ts": AMBIENT
}

let server: RunningServer | undefined
let folder = ""

/** Generates both clients from the document of the server, beside the programs that use them. */
const generateClients = async (url: string) => {
  symlinkSync(join(packageFolder, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const project = { compilerOptions: COMPILER_OPTIONS, files: Object.keys(FILES) }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project))
  const document = await (await fetch(`${url}/openapi.json`)).json()
  writeFileSync(join(folder, "schema.ts"), astToString(await openapiTypescript(document)))
  await createClient({
    input: `${url}/openapi.json`,
    output: { path: join(folder, "hey-api"), module: { extension: ".ts" } },
    logs: { level: "silent" }
  })
}

/** Runs a program against the server; it prints its facts as JSON. */
const factsOf = (program: keyof typeof FILES): unknown => {
  const env = { ...process.env, URL: server?.url, KEY: server?.apiKey }
  return JSON.parse(execFileSync(process.execPath, [join(folder, program)], { cwd: folder, env, encoding: "utf8" }))
}

describe("clients generated from the OpenAPI document of a running server", () => {
  beforeAll(async () => {
    server = await startServer()
    folder = mkdtempSync(join(tmpdir(), "landfall-generated-"))
    await generateClients(server.url)
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it("their types fit the programs that use them, and wrong requests are type errors", () => {
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { cwd: folder, encoding: "utf8" })
    assert.strictEqual(stdout, "")
  })

  it("calls with openapi-typescript and openapi-fetch succeed", () => {
    assert.deepStrictEqual(factsOf("openapi-fetch.ts"), EXPECTED)
  })

  it("calls with Hey API succeed", () => {
    assert.deepStrictEqual(factsOf("hey-api.ts"), { ...EXPECTED, listed: [EXPECTED.created, EXPECTED.created] })
  })
})
