import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { FLAGS } from "../launcher/launch.mjs"
import { ROOT } from "../launcher/paths.mjs"
import { checkProxy } from "./proxyChecks.mjs"
import { HOST, makeCertificate, writeCaddy, writeNginx } from "./proxyConfigs.mjs"

const START_MILLIS = 60_000

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Starts a process and waits until its port accepts connections. Returns the function that stops it. */
const startProcess = async (command, args, { env, folder, port }) => {
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] })
  let output = ""
  child.stderr.on("data", (text) => {
    output = (output + text).slice(-4000)
  })
  const ended = new Promise((resolve) => {
    child.once("exit", resolve)
    child.once("error", resolve)
  })
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
  }
  const deadline = Date.now() + START_MILLIS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}: ${output}`)
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`, { redirect: "manual" }).then(
      () => true,
      () => false
    )
    if (isUp) return stop
    if (Date.now() > deadline) {
      await stop()
      throw new Error(`${command} does not listen after ${START_MILLIS} ms: ${output}`)
    }
    await sleep(100)
  }
}

/** A Landfall behind a proxy on the same machine, as the examples assume it. */
const startLandfall = (folder, port, key) =>
  startProcess(process.execPath, [...FLAGS, join(ROOT, "packages/landfall/src/main.ts"), "serve"], {
    folder,
    port,
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: String(port),
      LANDFALL_DATA: join(folder, "data"),
      LANDFALL_API_KEY: key,
      LANDFALL_PUBLIC_URL: `https://${HOST}`,
      LANDFALL_TRUSTED_PROXIES: "127.0.0.1",
      LANDFALL_ALLOW_PRIVATE_TARGETS: "on"
    }
  })

const PROXIES = [
  {
    name: "nginx",
    write: writeNginx,
    test: (path, folder) => ["-t", "-p", folder, "-c", path],
    run: (path, folder) => ["-p", folder, "-c", path]
  },
  {
    name: "caddy",
    write: writeCaddy,
    test: (path) => ["validate", "--config", path, "--adapter", "caddyfile"],
    run: (path) => ["run", "--config", path, "--adapter", "caddyfile"]
  }
]

const isPresent = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0

const checkOne = async ({ name, run, test, write }, folder) => {
  const ports = { http: await freePort(), https: await freePort(), landfall: await freePort() }
  const path = write(folder, makeCertificate(folder), ports)
  const tested = spawnSync(name, test(path, folder), { cwd: folder, encoding: "utf8" })
  if (tested.status !== 0) return { holds: [], faults: [`${name}: ${tested.stdout}${tested.stderr}`.trim()] }
  const key = "the-key-of-the-check-0123456789"
  const stopLandfall = await startLandfall(folder, ports.landfall, key)
  try {
    const env = { PATH: process.env.PATH, HOME: folder }
    const stop = await startProcess(name, run(path, folder), { env, folder, port: ports.http })
    try {
      return await checkProxy(name, { ...ports, key })
    } finally {
      await stop()
    }
  } finally {
    await stopLandfall()
  }
}

/**
 * Runs the examples of the proxies that this machine has in front of a Landfall, on free ports of loopback. Returns what
 * holds, what does not, and the proxies that are missing.
 */
export const runProxies = async () => {
  const missing = [...PROXIES.map(({ name }) => name), "openssl"].filter((program) => !isPresent(program))
  const [verified, faults] = [[], []]
  if (missing.includes("openssl")) return { verified, faults, missing: ["openssl, which makes certificates"] }
  for (const proxy of PROXIES) {
    if (missing.includes(proxy.name)) continue
    const folder = mkdtempSync(join(tmpdir(), `landfall-${proxy.name}-`))
    try {
      const result = await checkOne(proxy, folder)
      faults.push(...result.faults)
      verified.push(...result.holds.map((sentence) => `${proxy.name} ${sentence}`))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return { verified, faults, missing }
}
