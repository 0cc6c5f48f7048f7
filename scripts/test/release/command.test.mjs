import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { ROOT } from "../../launcher/paths.mjs"
import { runCommand } from "../../release/command.mjs"
import { environmentOfUser } from "../../release/install.mjs"
import { unavailableReason, VISITED, visitDashboard } from "./support/dashboard.mjs"
import { denoCommand, programIn, projectWith, removeProject, runProgram, supportedNodes } from "./support/project.mjs"

const KEY = "a-key-of-the-packaged-server-0123456789"

const project = await projectWith([])
const nodes = project.folder === undefined ? [] : await supportedNodes()
const folders = []
const children = new Set()

afterEach(() => {
  for (const child of children) child.kill("SIGKILL")
  children.clear()
})
afterAll(() => {
  removeProject(project)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const emptyFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-empty-"))
  folders.push(folder)
  return folder
}

const script = () => join(project.folder, "node_modules", "landfall", "dist", "bin.js")

const landfall = (command, args, folder = emptyFolder()) =>
  runCommand(command[0], [...command.slice(1), script(), ...args], { cwd: folder, env: environmentOfUser() })

/** Starts a server in an empty folder. Returns its URL, what it printed so far, and how it ends. */
const startServer = async (command) => {
  const folder = emptyFolder()
  mkdirSync(join(folder, "data"))
  const env = { ...environmentOfUser(), PORT: "0", LANDFALL_API_KEY: KEY }
  const child = spawn(command[0], [...command.slice(1), script(), "serve"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"]
  })
  children.add(child)
  let output = ""
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)))
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
  const stop = async () => {
    child.kill("SIGTERM")
    return ended
  }
  return { url, folder, stop, output: () => output }
}

/** A receiver on loopback: its URL and the body of the first delivery. */
const startReceiver = async () => {
  const server = createServer()
  const next = new Promise((resolve) => {
    server.on("request", async (request, response) => {
      let text = ""
      for await (const chunk of request) text += chunk
      response.writeHead(204).end()
      resolve(JSON.parse(text))
    })
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, next, close: () => server.close() }
}

describe.skipIf(project.reason !== undefined)("the installed command", () => {
  it("is linked as landfall, and its help names every command of the README", async () => {
    const bin = join(project.folder, "node_modules", ".bin", "landfall")
    const { code, output } = await runCommand(bin, ["--help"], { cwd: emptyFolder(), env: environmentOfUser() })
    expect(code).toBe(0)
    for (const line of programIn(project.folder, "landfall", "sh").trim().split("\n")) {
      const [, command] = /^npx landfall (\w+)/.exec(line) ?? []
      expect(output).toMatch(new RegExp(`^ +${command} `, "m"))
    }
  })

  it("prints the same help and version by its outline as by its modules", async () => {
    const main = join(dirname(script()), "main.js")
    expect(existsSync(join(dirname(script()), "outline.js"))).toBe(true)
    for (const args of [["--help"], ["-h"], ["--version"], []]) {
      const options = { cwd: emptyFolder(), env: environmentOfUser() }
      const expected = await runCommand(process.execPath, [main, ...args], options)
      expect(await landfall([process.execPath], args), args.join(" ")).toEqual(expected)
    }
  })

  it.for(nodes)("runs each line of its README on $name, without a warning", async ({ command }) => {
    const lines = programIn(project.folder, "landfall", "sh").trim().split("\n")
    expect(lines.pop()).toBe("npx landfall serve")
    for (const line of lines) {
      const { code, output } = await landfall(command, line.split(" ").slice(2))
      expect({ line, code, output }).toMatchObject({ line, code: 0 })
      expect(output).not.toContain("Warning")
      expect(output.length).toBeGreaterThan(0)
    }
  })

  it.for(nodes)("serves the whole product from an empty folder on $name", async ({ command }) => {
    const server = await startServer(command)
    const get = (path) => fetch(`${server.url}${path}`, { headers: { API_KEY: KEY } })
    expect((await get("/readyz")).status).toBe(200)
    expect((await get("/docs")).status).toBe(200)
    const page = await (await fetch(`${server.url}/dashboard/`)).text()
    const scripts = page.match(/\/dashboard\/assets\/[^"]+\.js/g) ?? []
    const sources = await Promise.all(scripts.map(async (path) => (await fetch(`${server.url}${path}`)).text()))
    expect(sources.join("\n")).toContain("X-Landfall-Dashboard")
    expect(await (await get("/co2/api/v2/ports?search=rotterdam")).text()).toContain("NLRTM")
    const { length } = await (
      await fetch(`${server.url}/co2/api/v2/compute-co2`, {
        method: "POST",
        headers: { API_KEY: KEY, "content-type": "application/json" },
        body: JSON.stringify({
          vessel: { imo: 9706906 },
          departure: { portCode: "FRLEH" },
          arrival: { portCode: "ESBCN" }
        })
      })
    ).json()
    expect(length).toBeGreaterThan(1000)
    const client = programIn(project.folder, "@landfall/api")
    const env = { LANDFALL_URL: server.url, LANDFALL_API_KEY: KEY }
    expect(await runProgram(project.folder, command, client, env)).toBe("accepted\nMSKU7194304\n")
    expect(readdirSync(join(server.folder, "data"))).toContain("landfall.db")
    expect(await server.stop()).toBe(0)
    expect(server.output()).not.toContain("Warning")
  })

  it.skipIf(unavailableReason !== undefined)("opens its dashboard in a browser, with a link for one use", async () => {
    const server = await startServer([process.execPath])
    expect(await visitDashboard(server.url, KEY)).toEqual(VISITED)
    expect(await server.stop()).toBe(0)
  })

  it.skipIf(denoCommand() === undefined)("is called by its client on Deno with the permissions to do so", async () => {
    const server = await startServer([process.execPath])
    const deno = denoCommand(`--allow-net=${new URL(server.url).host}`, "--allow-env=LANDFALL_URL,LANDFALL_API_KEY")
    const env = { LANDFALL_URL: server.url, LANDFALL_API_KEY: KEY }
    const client = programIn(project.folder, "@landfall/api")
    expect(await runProgram(project.folder, deno, client, env)).toBe("accepted\nMSKU7194304\n")
    expect(await server.stop()).toBe(0)
  })

  it.skipIf(denoCommand() === undefined)(
    "serves on Deno with the permissions of docs/packages.md, and delivers",
    async () => {
      const [, line] = /^deno run (.+) node_modules\/landfall\/dist\/bin\.js serve$/m.exec(
        readFileSync(join(ROOT, "docs", "packages.md"), "utf8")
      )
      const flags = line
        .replaceAll(/(?<=[=,])node_modules\//g, `${join(project.folder, "node_modules")}/`)
        .split(" ")
        .filter((flag) => !flag.startsWith("--node-modules-dir"))
      const server = await startServer(denoCommand(...flags))
      const receiver = await startReceiver()
      try {
        const post = async (path, body) => {
          const response = await fetch(`${server.url}/webhook/api/v1${path}`, {
            method: "POST",
            headers: { API_KEY: KEY, "content-type": "application/json" },
            body: JSON.stringify(body)
          })
          expect(response.status).toBeLessThan(300)
          return response.json()
        }
        const { id } = await post("/endpoint", { url: receiver.url })
        await post("/easy-shipment", { [id]: { shipments: [{ number: "MSKU7194304" }] } })
        expect((await receiver.next).type).toBe("shipment.added.to.endpoint")
        const rejected = await fetch(`${server.url}/webhook/api/v1/endpoint`, {
          method: "POST",
          headers: { API_KEY: KEY, "content-type": "application/json" },
          body: JSON.stringify({ url: "http://169.254.169.254/" })
        })
        expect(rejected.status).toBe(400)
        expect((await fetch(`${server.url}/dashboard/`)).status).toBe(200)
      } finally {
        receiver.close()
      }
      expect(await server.stop()).toBe(0)
    }
  )

  it("has the licence and the notices of every package beside it", () => {
    for (const name of ["landfall", "@landfall/core", "@landfall/sea", "@landfall/api"]) {
      const folder = join(project.folder, "node_modules", name)
      expect(readFileSync(join(folder, "LICENSE"), "utf8")).toContain("MIT")
      expect(readFileSync(join(folder, "THIRD_PARTY_NOTICES.md"), "utf8")).toContain(`# Third-party notices of ${name}`)
    }
    const sea = readFileSync(join(project.folder, "node_modules/@landfall/sea/THIRD_PARTY_NOTICES.md"), "utf8")
    expect(sea).toContain("Natural Earth")
    expect(sea).toMatch(/sea-ports 0\.0\.9 \(MIT\)[\s\S]*Permission is hereby granted/)
  })
})
