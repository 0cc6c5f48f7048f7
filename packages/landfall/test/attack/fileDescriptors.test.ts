import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { divideDescriptors } from "../../src/service/network/DescriptorBudget.ts"
import { parseOpenFiles } from "../../src/service/network/Descriptors.ts"
import { start } from "../support/Command.ts"
import { eventually, until } from "../support/Eventually.ts"
import { listenHttp } from "../support/Listener.ts"

const OPEN_FILES = 160
const CONNECTIONS = 300
const DELIVERIES = 30
/** The connections that end before the test calls the server. */
const FREED = 10

/** Opens connections that send nothing. Completes when the server has accepted or closed each. */
const openConnections = (port: number, count: number) => {
  const sockets: Array<Socket> = Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => {})
    return socket
  })
  return sockets
}

/** Repeats a request whose connection the server closes because it has as many as it may. */
const fetchWhenAccepted = async (url: string, init: RequestInit): Promise<Response> => {
  const attempt = () => fetch(url, init).catch(() => undefined)
  const response = await eventually(attempt, (found) => found !== undefined)
  if (response === undefined) throw new Error(`no response to ${url}`)
  return response
}

const cannotLimit = process.platform !== "linux"
if (cannotLimit) console.log("skipped, the division of file descriptors: it is read from /proc, which only Linux has")

describe("the limit of open files", () => {
  it("is read from the limits of the process", () => {
    const row = (soft: string) => `Max stack size  8388608  unlimited  bytes\nMax open files  ${soft}  4096  files\n`
    assert.deepStrictEqual(parseOpenFiles(row("1024")), Option.some(1_024))
    for (const text of [row("unlimited"), "", "Max open files"]) assert.isTrue(Option.isNone(parseOpenFiles(text)))
  })

  it.skipIf(cannotLimit)(
    "divides connections of callers and deliveries: a flood of callers fails no delivery",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "landfall-descriptors-"))
      let received = 0
      const receiver = await listenHttp((_request, _body, response) => {
        received++
        response.writeHead(204).end()
      })
      const settings = { PORT: "0", LANDFALL_API_KEY: "a-key-for-this-test-alone" }
      const server = start(folder, ["serve"], settings, { openFiles: OPEN_FILES })
      const sockets: Array<Socket> = []
      try {
        const [, url = ""] = /is up at (http\S+)/.exec(await server.printed(/is up at http\S+/)) ?? []
        const call = async (method: string, path: string, body?: object) => {
          const response = await fetchWhenAccepted(`${url}/webhook/api/v1${path}`, {
            method,
            headers: { "api-key": settings.LANDFALL_API_KEY, "content-type": "application/json" },
            ...(body === undefined ? {} : { body: JSON.stringify(body) })
          })
          return response.json()
        }
        const { id } = await call("POST", "/endpoint", { url: `http://127.0.0.1:${receiver.port}/` })
        sockets.push(...openConnections(Number(new URL(url).port), CONNECTIONS))
        const { callers } = divideDescriptors(OPEN_FILES)
        await until(() => sockets.filter((socket) => socket.destroyed).length >= CONNECTIONS - callers - 1)
        assert.isAtMost(sockets.filter((socket) => !socket.destroyed).length, callers)
        // Some callers leave, so that the test can call.
        for (const socket of sockets.filter(({ destroyed }) => !destroyed).slice(0, FREED)) socket.destroy()
        for (let n = 0; n < DELIVERIES; n++) {
          await call("POST", `/endpoint/${id}/send-example`, { eventType: "vessel.arrival.at.final.pod" })
        }
        await until(() => received === DELIVERIES)
        const stats = await call("GET", `/endpoint/${id}/stats`)
        assert.strictEqual(stats.attempts.failed, 0)
        const open = Number(
          readFileSync(`/proc/${server.child.pid}/limits`, "utf8").match(/Max open files\s+(\d+)/)?.[1]
        )
        assert.strictEqual(open, OPEN_FILES)
      } finally {
        for (const socket of sockets) socket.destroy()
        receiver.close()
        server.child.kill("SIGTERM")
        await server.ended
        rmSync(folder, { recursive: true, force: true })
      }
    }
  )
})
