import { spawnSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { eventCatalogue } from "@landfall/core/catalogue/EventCatalogue"
import { makeApp as makeExpress } from "../../../../docs/receiving/express.ts"
import { makeApp as makeHono } from "../../../../docs/receiving/hono.ts"
import { POST } from "../../../../docs/receiving/nextjs-route.ts"
import { type ReceiverProcess, startReceiver } from "../support/ReceiverProcess.ts"

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="

const DISCHARGE = "container.discharge.at.final.pod"

const exampleOf = (type: string): string => {
  const entry = eventCatalogue().find((candidate) => candidate.type === type)
  assert.isDefined(entry)
  return JSON.stringify(entry.example)
}

/** A delivery of this body, signed as Standard Webhooks 1.0 states it. */
const delivery = (body: string, id = "msg_1"): Request => {
  const timestamp = Math.floor(Date.now() / 1000)
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64")
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
  return new Request("http://receiver.example/landfall", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": `v1,${signature}`
    }
  })
}

type Send = (request: Request) => Promise<{ readonly status: number }>

/** What every receiver does: it accepts each event of the catalogue, handles one twice sent once, and rejects a changed one. */
const checkReceiver = async (send: Send, discharges: () => Promise<ReadonlyArray<string>>) => {
  for (const { type, example } of eventCatalogue()) {
    assert.strictEqual((await send(delivery(JSON.stringify(example), `msg_${type}`))).status, 204, type)
  }
  assert.strictEqual((await send(delivery(exampleOf(DISCHARGE), `msg_${DISCHARGE}`))).status, 204)
  const changed = delivery(exampleOf(DISCHARGE), "msg_2")
  const body = (await changed.text()).replace("NLRTM", "BEANR")
  const forged = new Request(changed.url, { method: "POST", headers: changed.headers, body })
  assert.strictEqual((await send(forged)).status, 400)
  assert.strictEqual((await send(new Request(changed.url, { method: "POST", body }))).status, 400)
  assert.strictEqual((await send(new Request(changed.url, { method: "POST" }))).status, 400)
  assert.deepStrictEqual(await discharges(), ["MSKU7194304 NLRTM"])
}

/** Sends requests to a receiver that listens at this address. */
const sendTo =
  (address: string): Send =>
  async (request) =>
    fetch(`http://${address}/landfall`, { method: "POST", headers: request.headers, body: await request.text() })

/** Checks a receiver in a separate process, which prints the discharges. */
const checkProcess = async (receiver: ReceiverProcess) => {
  const discharges = async () =>
    Array.from((await receiver.stop()).matchAll(/(\S+) was discharged at (\S+)/g), ([, box, port]) => `${box} ${port}`)
  try {
    await checkReceiver(sendTo(receiver.address), discharges)
  } finally {
    await receiver.stop()
  }
}

/** Why a program cannot run on this machine; undefined when it can. */
const missing = (program: string, args: ReadonlyArray<string>, reason: string): string | undefined =>
  spawnSync(program, args).status === 0 ? undefined : reason

const noPython = missing("python3", ["--version"], "this machine has no Python")
const noFastApi = noPython ?? missing("python3", ["-c", "import fastapi, uvicorn"], "Python has no fastapi and uvicorn")
const noGo = missing("go", ["version"], "this machine has no Go")
for (const [name, reason] of Object.entries({ Python: noPython, FastAPI: noFastApi, Go: noGo })) {
  if (reason !== undefined) console.log(`skipped, the receiver in ${name}: ${reason}`)
}

const folderOf = (name: string) => fileURLToPath(new URL(`../../../../docs/receiving/${name}`, import.meta.url))

const recorder = () => {
  const discharges: Array<string> = []
  const record = async (container: string | null, port: string) => void discharges.push(`${container} ${port}`)
  return { discharges: async () => discharges, record }
}

describe("the receivers of docs/receiving", () => {
  it("verify alerts on Express", async () => {
    const { discharges, record } = recorder()
    const server = makeExpress(SECRET, record).listen(0, "127.0.0.1")
    try {
      await new Promise((resolve) => server.once("listening", resolve))
      const { port } = Object(server.address())
      await checkReceiver(sendTo(`127.0.0.1:${port}`), discharges)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it("verify alerts on Hono", async () => {
    const { discharges, record } = recorder()
    const app = makeHono(SECRET, record)
    await checkReceiver(async (request) => app.request(request), discharges)
  })

  it("verify alerts in a route of Next.js", async () => {
    process.env.LANDFALL_SECRET = SECRET
    const log = console.log
    const discharges: Array<string> = []
    console.log = (line: string) => {
      const place = /^(\S+): (\S+) was discharged at (\S+)$/.exec(line)
      if (place !== null) discharges.push(`${place[2]} ${place[3]}`)
    }
    try {
      await checkReceiver(POST, async () => discharges)
    } finally {
      console.log = log
      delete process.env.LANDFALL_SECRET
    }
  })

  it.skipIf(noGo !== undefined)("verify alerts in Go", async () => {
    const built = mkdtempSync(join(tmpdir(), "landfall-go-"))
    try {
      const program = join(built, "receiver")
      const env = { ...process.env, GOPROXY: "off", GOTOOLCHAIN: "local" }
      const { stderr, status } = spawnSync("go", ["build", "-o", program, "."], {
        cwd: folderOf("go"),
        env,
        encoding: "utf8"
      })
      assert.deepStrictEqual([status, stderr], [0, ""])
      const settings = { LANDFALL_SECRET: SECRET, PORT: "0" }
      await checkProcess(await startReceiver([program], { folder: built, settings, listening: /Listening on (\S+)/ }))
    } finally {
      rmSync(built, { recursive: true, force: true })
    }
  })

  it.skipIf(noFastApi !== undefined)("verify alerts on FastAPI", async () => {
    const settings = { LANDFALL_SECRET: SECRET, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" }
    const listening = /running on http:\/\/(\S+)/
    const command = ["python3", "-m", "uvicorn", "main:app", "--port", "0"] as const
    await checkProcess(await startReceiver(command, { folder: folderOf("fastapi"), settings, listening }))
  })

  it.skipIf(noPython !== undefined)("verify alerts in Python", async () => {
    const folder = folderOf("fastapi")
    const request = delivery(exampleOf(DISCHARGE))
    const body = await request.text()
    const verify = (headers: object, text: string, secret = SECRET) => {
      const program = [
        "import json, sys",
        "sys.dont_write_bytecode = True",
        "from landfall_webhook import WebhookRejected, verify_webhook",
        "call = json.load(sys.stdin)",
        "try: print(verify_webhook(call['headers'], call['body'].encode(), call['secret'])[1]['type'])",
        "except WebhookRejected as error: print('rejected:', error)"
      ].join("\n")
      const input = JSON.stringify({ headers, body: text, secret })
      const { stdout, stderr } = spawnSync("python3", ["-B", "-c", program], { cwd: folder, input, encoding: "utf8" })
      assert.strictEqual(stderr, "")
      return stdout.trim()
    }
    const headers = Object.fromEntries(request.headers)
    assert.strictEqual(verify(headers, body), DISCHARGE)
    assert.include(verify(headers, body.replace("NLRTM", "BEANR")), "rejected: No signature")
    assert.include(verify(headers, body, "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), "rejected: No signature")
    assert.include(verify({ ...headers, "webhook-timestamp": "1700000000" }, body), "rejected: webhook-timestamp")
    assert.include(verify({ ...headers, "webhook-timestamp": "soon" }, body), "rejected: webhook-timestamp")
    assert.include(verify({}, body), "rejected: The header webhook-id")
  })
})
