import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { buildExecutable, unsupportedReason } from "../../executable/build.mjs"
import { ROOT } from "../../launcher/paths.mjs"
import { runCommand } from "../../release/command.mjs"
import { unavailableReason, VISITED, visitDashboard } from "./support/dashboard.mjs"

const KEY = "a-key-of-the-one-executable-0123456789"
const MAX_BYTES = 150_000_000

const reason = unsupportedReason()
if (reason !== undefined) console.log(`skipped: the executable, because ${reason}`)

const folders = []
const children = new Set()
let executable = ""
let bytes = 0

const emptyFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-executable-test-"))
  folders.push(folder)
  return folder
}

beforeAll(async () => {
  if (reason !== undefined) return
  const built = await buildExecutable({ output: join(emptyFolder(), "landfall") })
  executable = built.output
  bytes = built.bytes
})
afterEach(() => {
  for (const child of children) child.kill("SIGKILL")
  children.clear()
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A machine on which nothing is installed. */
const NOTHING = { PATH: "" }

const landfall = (args, folder = emptyFolder()) => runCommand(executable, args, { cwd: folder, env: NOTHING })

/** Starts `landfall serve` in an empty folder. Returns its URL, what it printed so far, and how it ends. */
const startServer = async () => {
  const folder = emptyFolder()
  const env = { ...NOTHING, PORT: "0", LANDFALL_API_KEY: KEY }
  const child = spawn(executable, ["serve"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] })
  children.add(child)
  let output = ""
  const ended = new Promise((resolve) => child.once("exit", resolve))
  const up = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output += text
        const [, url] = /is up at (http:\S+)/.exec(output) ?? []
        if (url !== undefined) resolve(url)
      })
    }
  })
  const url = await Promise.race([up, ended])
  if (typeof url !== "string") throw new Error(`the server ended with ${url}:\n${output}`)
  const stop = () => {
    child.kill("SIGTERM")
    return ended
  }
  return { url, folder, stop, output: () => output }
}

describe.skipIf(reason !== undefined)("the executable, on a machine on which nothing is installed", () => {
  it("is below 150 MB, states its version, and has the notices of what it contains beside it", async () => {
    expect(bytes).toBeLessThan(MAX_BYTES)
    const { version } = JSON.parse(readFileSync(join(ROOT, "packages", "landfall", "package.json"), "utf8"))
    expect(await landfall(["--version"])).toEqual({ code: 0, output: expect.stringContaining(version) })
    const notices = readFileSync(join(executable, "..", "THIRD_PARTY_NOTICES.md"), "utf8")
    for (const name of ["effect", "undici", "@resvg/resvg-wasm", "world-atlas", "@nats-io/jetstream", "react"]) {
      expect(notices).toMatch(new RegExp(`^### ${name} \\d`, "m"))
    }
    expect(notices).toContain("Natural Earth")
  })

  it("serves the whole product from an empty folder, and stops at a signal", async () => {
    const server = await startServer()
    const get = (path) => fetch(`${server.url}${path}`, { headers: { API_KEY: KEY } })
    expect((await get("/readyz")).status).toBe(200)
    expect(await (await get("/docs")).text()).toContain("<script")
    expect((await get("/openapi.json")).status).toBe(200)
    const page = await (await fetch(`${server.url}/dashboard/`)).text()
    const [, script] = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(page) ?? []
    expect((await fetch(`${server.url}${script}`)).headers.get("content-type")).toContain("javascript")
    expect(await (await get("/co2/api/v2/ports?search=rotterdam")).text()).toContain("NLRTM")
    const voyage = await fetch(`${server.url}/co2/api/v2/compute-co2`, {
      method: "POST",
      headers: { API_KEY: KEY, "content-type": "application/json" },
      body: JSON.stringify({
        vessel: { imo: 9706906 },
        departure: { portCode: "FRLEH" },
        arrival: { portCode: "ESBCN" }
      })
    })
    expect((await voyage.json()).length).toBeGreaterThan(1000)
    expect(readdirSync(join(server.folder, "data"))).toContain("landfall.db")
    expect(await server.stop()).toBe(0)
    expect(server.output()).not.toContain("Warning")
  })

  it.skipIf(unavailableReason !== undefined)("opens its dashboard in a browser, with a link for one use", async () => {
    const server = await startServer()
    expect(await visitDashboard(server.url, KEY)).toEqual(VISITED)
    expect(await server.stop()).toBe(0)
  })

  it("plays the demo to its end", async () => {
    const { code, output } = await landfall(["demo"])
    expect({ code, output }).toMatchObject({ code: 0 })
    expect(output).not.toContain("Warning")
  })

  it("draws a map with the coast and with text", async () => {
    const folder = emptyFolder()
    for (const file of ["ocean.png", "coast.svg"]) {
      const [from, to] = file === "ocean.png" ? ["NLRTM", "SGSIN"] : ["NLRTM", "BEANR"]
      const { code, output } = await landfall(["route", from, to, "--map", file], folder)
      expect({ code, output }).toMatchObject({ code: 0 })
    }
    expect(readFileSync(join(folder, "ocean.png")).subarray(1, 4).toString()).toBe("PNG")
    expect(readFileSync(join(folder, "coast.svg"), "utf8")).toContain("<path")
  })

  it("checks the machine, and names the check that fails", async () => {
    const { code, output } = await landfall(["doctor"])
    expect([0, 1]).toContain(code)
    expect(output).toMatch(/database/i)
    expect(output).not.toMatch(/Cannot find|ERR_/)
  })

  it("serves agents on standard input and output, through a running server", async () => {
    const server = await startServer()
    const require = createRequire(join(ROOT, "packages", "landfall", "package.json"))
    const importSdk = (module) => import(require.resolve(`@modelcontextprotocol/sdk/client/${module}.js`))
    const [{ Client }, { StdioClientTransport }] = [await importSdk("index"), await importSdk("stdio")]
    const client = new Client({ name: "test", version: "1.0.0" })
    const env = { ...NOTHING, LANDFALL_URL: server.url, LANDFALL_API_KEY: KEY }
    try {
      await client.connect(new StdioClientTransport({ command: executable, args: ["mcp"], env, stderr: "inherit" }))
      const { content } = await client.callTool({ name: "search_ports", arguments: { search: "rotterdam" } })
      expect(JSON.stringify(content)).toContain("NLRTM")
    } finally {
      await client.close()
    }
    expect(await server.stop()).toBe(0)
  })

  it("is built of a Node binary of the version of the build, and of nothing else", async () => {
    const file = join(emptyFolder(), "node")
    writeFileSync(file, "no binary")
    const build = buildExecutable({ node: file, output: join(emptyFolder(), "landfall") })
    await expect(build).rejects.toThrow(`${file} is not a binary of Node ${process.version}`)
  })

  it("accepts no flags of Node in place of arguments, and reports wrong usage", async () => {
    const { code, output } = await landfall(["--inspect", "serve"])
    expect(code).toBe(2)
    expect(output).toContain("--inspect")
    expect(existsSync(join(executable, "..", "data"))).toBe(false)
  })
})
