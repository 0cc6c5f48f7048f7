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
import {
  ADMIN_EXPECTED,
  ADMIN_HEY_API_PROGRAM,
  ADMIN_OPENAPI_FETCH_PROGRAM,
  EXPECTED,
  HEY_API_PROGRAM,
  OPENAPI_FETCH_PROGRAM,
  WRONG_REQUESTS
} from "./support/Programs.ts"
import { type RunningServer, startServer } from "./support/RunningServer.ts"

const packageFolder = join(dirname(fileURLToPath(import.meta.url)), "..")
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc")

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
  "admin-openapi-fetch.ts": ADMIN_OPENAPI_FETCH_PROGRAM,
  "admin-hey-api.ts": ADMIN_HEY_API_PROGRAM,
  "wrong.ts": WRONG_REQUESTS,
  "node.d.ts": AMBIENT
}

let server: RunningServer | undefined
let folder = ""

/** Generates both clients of an API from its document, beside the programs that use them. */
const generateFrom = async (url: string, key: string, prefix: string) => {
  const document = await (await fetch(url, { headers: { API_KEY: key } })).json()
  writeFileSync(join(folder, `${prefix}schema.ts`), astToString(await openapiTypescript(document)))
  await createClient({
    input: document,
    output: { path: join(folder, `${prefix}hey-api`), module: { extension: ".ts" } },
    logs: { level: "silent" }
  })
}

/** Writes the programs, and generates the clients that they use from the documents of the server. */
const generateClients = async ({ url, apiKey, adminKey }: RunningServer) => {
  symlinkSync(join(packageFolder, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const project = { compilerOptions: COMPILER_OPTIONS, files: Object.keys(FILES) }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project))
  await generateFrom(`${url}/openapi.json`, apiKey, "")
  await generateFrom(`${url}/admin/v1/openapi.json`, adminKey, "admin-")
}

/** Runs a program against the server; it prints its facts as JSON. */
const factsOf = (program: keyof typeof FILES): unknown => {
  const env = { ...process.env, URL: server?.url, KEY: server?.apiKey, ADMIN_KEY: server?.adminKey }
  return JSON.parse(execFileSync(process.execPath, [join(folder, program)], { cwd: folder, env, encoding: "utf8" }))
}

describe("clients generated from the OpenAPI documents of a running server", () => {
  beforeAll(async () => {
    server = await startServer()
    folder = mkdtempSync(join(tmpdir(), "landfall-generated-"))
    await generateClients(server)
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

  it("calls of the admin API succeed with both", () => {
    assert.deepStrictEqual(factsOf("admin-openapi-fetch.ts"), ADMIN_EXPECTED)
    assert.deepStrictEqual(factsOf("admin-hey-api.ts"), ADMIN_EXPECTED)
  })
})
