import { spawnSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { eventCatalogue } from "@landfall/core/catalogue/EventCatalogue"
import { makeApp as makeExpress } from "../../../../docs/receiving/express.ts"
import { makeApp as makeHono } from "../../../../docs/receiving/hono.ts"
import { POST } from "../../../../docs/receiving/nextjs-route.ts"

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
const checkReceiver = async (send: Send, discharges: ReadonlyArray<string>) => {
  for (const { type, example } of eventCatalogue()) {
    assert.strictEqual((await send(delivery(JSON.stringify(example), `msg_${type}`))).status, 204, type)
  }
  assert.strictEqual((await send(delivery(exampleOf(DISCHARGE), `msg_${DISCHARGE}`))).status, 204)
  assert.deepStrictEqual(discharges, ["MSKU7194304 NLRTM"])
  const changed = delivery(exampleOf(DISCHARGE), "msg_2")
  const body = (await changed.text()).replace("NLRTM", "BEANR")
  const forged = new Request(changed.url, { method: "POST", headers: changed.headers, body })
  assert.strictEqual((await send(forged)).status, 400)
  assert.strictEqual((await send(new Request(changed.url, { method: "POST", body }))).status, 400)
  assert.strictEqual((await send(new Request(changed.url, { method: "POST" }))).status, 400)
  assert.lengthOf(discharges, 1)
}

const recorder = () => {
  const discharges: Array<string> = []
  const record = async (container: string | null, port: string) => void discharges.push(`${container} ${port}`)
  return { discharges, record }
}

describe("the receivers of docs/receiving", () => {
  it("verify alerts on Express", async () => {
    const { discharges, record } = recorder()
    const server = makeExpress(SECRET, record).listen(0, "127.0.0.1")
    try {
      await new Promise((resolve) => server.once("listening", resolve))
      const { port } = Object(server.address())
      const send: Send = async (request) =>
        fetch(`http://127.0.0.1:${port}/landfall`, {
          method: "POST",
          headers: request.headers,
          body: await request.text()
        })
      await checkReceiver(send, discharges)
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
      if (place !== null && !discharges.includes(`${place[2]} ${place[3]}`)) discharges.push(`${place[2]} ${place[3]}`)
    }
    try {
      await checkReceiver(POST, discharges)
    } finally {
      console.log = log
      delete process.env.LANDFALL_SECRET
    }
  })

  const hasPython = spawnSync("python3", ["--version"]).status === 0
  it.skipIf(!hasPython)("verify alerts in Python", async () => {
    const folder = fileURLToPath(new URL("../../../../docs/receiving/fastapi", import.meta.url))
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
