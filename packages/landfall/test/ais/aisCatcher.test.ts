import { createSocket } from "node:dgram"
import { type AddressInfo, createServer } from "node:net"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Redacted, Stream } from "effect"
import { NO_AIS } from "../../src/ais/AisFeeds.ts"
import { openAisSource } from "../../src/ais/AisSources.ts"
import { aisChecks } from "../../src/doctor/AisChecks.ts"
import type { AisSource } from "../../src/settings/AisSourceValues.ts"
import { repeatUntil } from "../support/Eventually.ts"
import { converse } from "../support/RawSocket.ts"

const SENTENCES = ["!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A", "!AIVDM,1,1,,A,38Id705000rRVJhE7cl9n;160000,0*40"]
const messageOf = (sentence: string) => ({ class: "AIS", rxuxtime: Date.now() / 1000, nmea: [sentence] })
const MMSIS = [371_798_000, 563_808_000]

/** A port of this machine that was free a moment ago. */
const freePort = Effect.promise(async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port }: Pick<AddressInfo, "port"> = Object(server.address())
  await new Promise((resolve) => server.close(resolve))
  return port
})

const CREDENTIALS = "station:a-password"

const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { method: "POST", body, headers })
    return [response.status, await response.text()] as const
  })

/** A listener whose detection takes nothing after its first report: the requests behind it wait for their responses. */
const openStalled = Effect.gen(function* () {
  const port = yield* freePort
  const source: AisSource = { protocol: "aiscatcher", host: "127.0.0.1", port, path: "/ais" }
  const { reports, tally } = openAisSource(source, NO_AIS)
  yield* Effect.forkChild(Stream.runForEach(reports, () => Effect.never))
  yield* repeatUntil(Effect.sync(tally.counts), ({ isConnected }) => isConnected)
  return { tally, url: `http://127.0.0.1:${port}/ais` }
})

describe("AIS-catcher", () => {
  it.live("posts to an address of this machine, with its credentials, plain and compressed", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const source: AisSource = { protocol: "aiscatcher", host: "127.0.0.1", port, path: "/ais" }
      const options = { ...NO_AIS, aisCatcherCredentials: Option.some(Redacted.make(CREDENTIALS)) }
      const { reports, tally } = openAisSource(source, options)
      const fiber = yield* Effect.forkChild(Stream.runCollect(Stream.take(reports, 2)))
      yield* repeatUntil(Effect.sync(tally.counts), ({ isConnected }) => isConnected)

      const url = `http://127.0.0.1:${port}/ais`
      const authorization = `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`
      const body = JSON.stringify({ protocol: "jsonaiscatcher", msgs: [messageOf(SENTENCES[0] ?? "")] })
      assert.strictEqual((yield* post(url, body))[0], 401)
      assert.strictEqual((yield* post(`http://127.0.0.1:${port}/other`, body, { authorization }))[0], 404)
      assert.strictEqual((yield* Effect.promise(() => fetch(url))).status, 405)
      const damaged = yield* post(url, body, { authorization, "content-encoding": "gzip" })
      assert.deepStrictEqual(damaged, [
        400,
        "The body cannot be decompressed, or is sent in chunks of less than 16 bytes: send gzip or no Content-Encoding, and larger chunks.\n"
      ])
      assert.strictEqual((yield* post(url, new Uint8Array(9 * 2 ** 20), { authorization }))[0], 413)
      assert.deepStrictEqual(yield* post(url, body, { authorization }), [200, "OK\n"])
      const second = new Uint8Array(gzipSync(`${SENTENCES[1]}\r\n`))
      assert.strictEqual((yield* post(url, second, { authorization, "content-encoding": "gzip" }))[0], 200)

      const received = yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        received.map(({ mmsi, clock }) => [Number(mmsi), clock]),
        [
          [MMSIS[0], "source"],
          [MMSIS[1], "arrival"]
        ]
      )
      assert.deepStrictEqual(tally.counts().faults, {})
    }).pipe(Effect.scoped)
  )

  it.live("has bodies of at most 16 MiB decompressed, and of 32 MiB at the same time", () =>
    Effect.gen(function* () {
      const { tally, url } = yield* openStalled
      const gzip = { "content-encoding": "gzip" }
      const bomb = (mebibytes: number) => new Uint8Array(gzipSync(Buffer.alloc(mebibytes * 2 ** 20)))
      assert.strictEqual((yield* post(url, bomb(17), gzip))[0], 413)
      assert.strictEqual((yield* post(url, bomb(16), gzip))[0], 200)
      assert.strictEqual((yield* post(url.replace(/\/ais$/, "//"), ""))[0], 404)

      // Detection takes nothing after its first report: the bodies behind it wait, and those over the limit are rejected.
      const message = JSON.stringify(messageOf(SENTENCES[0] ?? ""))
      assert.strictEqual((yield* post(url, message))[0], 200)
      yield* repeatUntil(Effect.sync(tally.counts), ({ positions }) => positions === 1)
      const stop = new AbortController()
      const statuses: Array<number> = []
      const body = new Uint8Array(7 * 2 ** 20).fill(10)
      const posts = Array.from({ length: 12 }, () =>
        fetch(url, { method: "POST", body, signal: stop.signal }).then(
          ({ status }) => void statuses.push(status),
          () => undefined
        )
      )
      yield* repeatUntil(
        Effect.sync(() => statuses),
        (all) => all.includes(503)
      )
      stop.abort()
      yield* Effect.promise(() => Promise.all(posts))
      // Accepted are those that wait for detection, and the one or two that are being decoded.
      assert.isAtMost(statuses.filter((status) => status === 200).length, 8)
    }).pipe(Effect.scoped)
  )

  it.live("has no body in very small chunks, and few requests at the same time", () =>
    Effect.gen(function* () {
      const { tally, url } = yield* openStalled
      const head = "POST /ais HTTP/1.1\r\nhost: a\r\n"
      const chunked = `${head}transfer-encoding: chunked\r\n\r\n`
      const small = yield* converse(url, [chunked, "1\r\n\n\r\n".repeat(2_000), "0\r\n\r\n"])
      assert.deepStrictEqual(
        small.map(({ status }) => status),
        [400]
      )
      const free = yield* converse(url, [chunked, "1\r\n\n\r\n".repeat(1_000), "0\r\n\r\n", "(response)", "(end)"])
      assert.deepStrictEqual(
        free.map(({ status }) => status),
        [200]
      )
      const message = JSON.stringify(messageOf(SENTENCES[0] ?? ""))
      assert.strictEqual((yield* post(url, message))[0], 200)
      yield* repeatUntil(Effect.sync(tally.counts), ({ positions }) => positions === 1)
      const pipelined = yield* converse(url, [`${head}content-length: 1\r\n\r\n\n`.repeat(1_000)])
      assert.isAtMost(pipelined.length, 4)
    }).pipe(Effect.scoped)
  )

  it.live("sends JSON over UDP beside NMEA 0183", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const { reports, tally } = openAisSource({ protocol: "udp", host: "127.0.0.1", port }, NO_AIS)
      const fiber = yield* Effect.forkChild(Stream.runCollect(Stream.take(reports, 2)))
      yield* repeatUntil(Effect.sync(tally.counts), ({ isConnected }) => isConnected)
      const socket = createSocket("udp4")
      const send = (text: string) =>
        Effect.promise(() => new Promise((resolve) => socket.send(text, port, "127.0.0.1", resolve)))
      yield* send(JSON.stringify(messageOf(SENTENCES[0] ?? "")))
      yield* repeatUntil(Effect.sync(tally.counts), ({ positions }) => positions === 1)
      yield* send(`${SENTENCES[1]}\r\n`)
      assert.deepStrictEqual(
        (yield* Fiber.join(fiber)).map(({ mmsi }) => Number(mmsi)),
        MMSIS
      )
      socket.close()
    })
  )

  it.live("is warned about by landfall doctor where anyone can post", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const check = (host: string, credentials: Option.Option<Redacted.Redacted<string>>) =>
        aisChecks({
          ...NO_AIS,
          aisCatcherCredentials: credentials,
          ais: [[{ protocol: "aiscatcher", host, port, path: "/" }]]
        })
      const statuses = yield* Effect.forEach(
        [
          check("127.0.0.1", Option.none()),
          check("0.0.0.0", Option.none()),
          check("0.0.0.0", Option.some(Redacted.make(CREDENTIALS)))
        ],
        (checked) => Effect.map(checked, ([finding]) => finding?.status)
      )
      assert.deepStrictEqual(statuses, ["ok", "warning", "ok"])
    })
  )
})
