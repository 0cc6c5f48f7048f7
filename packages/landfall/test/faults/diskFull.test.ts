import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DeliverySignal } from "@landfall/storage/alerts/queue/DeliverySignal"
import * as Stores from "@landfall/storage/Stores"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import * as LeaseClock from "@landfall/storage/sql/LeaseClock"
import * as NodeSqliteClient from "@landfall/storage/sqlite/NodeSqliteClient"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { DateTime, Effect, Layer, Logger, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import * as LandfallServer from "../../src/service/LandfallServer.ts"
import { start } from "../support/Command.ts"
import { eventually } from "../support/Eventually.ts"
import { type Caller, callerOf, newCaller } from "../support/Service.ts"
import { makeRandomChoices } from "./RandomChoices.ts"
import { type Receiver, startReceiver } from "./Receiver.ts"

const SECRET = `whsec_${Buffer.alloc(32, 12).toString("base64")}`
const CONTAINER = "MSKU7194304"
/** Far more requests than the free space can store. */
const MOST_REQUESTS = 5_000

const receiver = Effect.acquireRelease(
  Effect.promise(() => startReceiver(SECRET, makeRandomChoices(1))),
  ({ close }) => Effect.promise(async () => close())
)

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "landfall-disk-full-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** The service on a database file, with its `SqlClient`. */
const serviceOn = (filename: string) =>
  LandfallServer.layer(LandfallServer.localOptions).pipe(
    Layer.provideMerge(Stores.layer),
    Layer.provide([DeliverySignal.layer, LeaseClock.processLayer]),
    Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make("a key for tests alone") })),
    Layer.provideMerge(NodeSqliteClient.layer({ filename })),
    Layer.provideMerge(Layer.mergeAll(NodeServices.layer, NodeCrypto.layer, SecureRandom.layerWebCrypto))
  )

/** A customer whose endpoint is the receiver. */
const customer = async (caller: Caller, { urlOf }: Receiver) => {
  const accepted = new Set<string>()
  const policy = { waitsSeconds: [0, ...Array.from({ length: 19 }, (_, n) => Math.min(n + 1, 10))], jitter: 0 }
  const created = await caller.send("POST", `${ALERTS_PREFIX}/endpoint`, {
    url: urlOf(0),
    secret: SECRET,
    retryPolicy: policy
  })
  assert.strictEqual(created.status, 201)
  const example = async () => {
    const response = await caller.send("POST", `${ALERTS_PREFIX}/endpoint/${created.body.id}/send-example`, {
      eventType: "vessel.arrival.at.final.pod"
    })
    if (response.status === 202) accepted.add(response.body.id)
    return response
  }
  const exampleUntil = async (status: number, pauseMillis: number) => {
    for (let n = 0; n < MOST_REQUESTS; n++) {
      const response = await example()
      if (response.status === status) return response
      // The server writes again when the disk has room, which it finds out by itself: nothing signals it.
      await sleep(pauseMillis)
    }
    throw new Error(`no response had the status ${status}`)
  }
  const track = () =>
    caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, { [created.body.id]: { shipments: [{ number: CONTAINER }] } })
  return { accepted, exampleUntil, track }
}

const assertAllArrived = async (accepted: ReadonlySet<string>, { arrivals, faults }: Receiver) => {
  await eventually(
    () => [...accepted].filter((id) => !arrivals.has(id)),
    (missing) => missing.length === 0
  )
  assert.deepStrictEqual(faults, [])
}

const assertIntact = (filename: string) => {
  const database = new DatabaseSync(filename)
  try {
    assert.deepStrictEqual(
      database
        .prepare("PRAGMA integrity_check")
        .all()
        .map((row) => ({ ...row })),
      [{ integrity_check: "ok" }]
    )
    assert.deepStrictEqual(database.prepare("PRAGMA foreign_key_check").all(), [])
  } finally {
    database.close()
  }
}

const mount = (disk: string): void =>
  void execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], { stdio: "ignore" })
const unmount = (disk: string): void => void execFileSync("umount", ["--lazy", disk])

const tryToMount = (): string | undefined => {
  if (process.platform !== "linux" || userInfo().uid !== 0) return "only root on Linux can mount a small disk"
  const disk = mkdtempSync(join(tmpdir(), "landfall-mount-"))
  try {
    mount(disk)
    unmount(disk)
    return undefined
  } catch {
    return "no disk can be mounted on this machine"
  } finally {
    rmSync(disk, { recursive: true, force: true })
  }
}

const whyNoDisk = tryToMount()
if (whyNoDisk !== undefined) console.log(`skipped, the test on a small disk: ${whyNoDisk}`)

describe("a disk that is full", () => {
  it.live("causes 503 with an errorInfo; nothing is stored in part, and the service recovers when there is space", () =>
    Effect.gen(function* () {
      const filename = join(yield* folder, "landfall.db")
      const hooks = yield* receiver
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const caller = yield* newCaller()
        const { accepted, exampleUntil, track } = yield* Effect.promise(() => customer(caller, hooks))
        yield* Effect.promise(track)
        const [row] = yield* sql<{ readonly pageCount: number }>`PRAGMA page_count`
        yield* sql`PRAGMA max_page_count = ${sql.literal(String(row?.pageCount))}`
        const rejected = yield* Effect.promise(() => exampleUntil(503, 0))
        assert.strictEqual(rejected.body.errorCode, 50_300)
        assert.hasAllKeys(rejected.body, ["errorCode", "message", "details", "time"])
        assert.notMatch(JSON.stringify(rejected.body), /full|sqlite|disk|\.db/i)

        const events = transhipmentVoyage({ container: CONTAINER, booking: "FULL1", start: yield* DateTime.now })
          .flatMap((step) => step.events)
          .slice(0, 12)
        const sendEvents = Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/tracking/events`, events))
        assert.strictEqual((yield* sendEvents).status, 503)
        assert.strictEqual((yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/endpoint`))).status, 200)

        yield* sql`PRAGMA max_page_count = ${sql.literal("1073741823")}`
        const sent = yield* sendEvents
        assert.deepStrictEqual([sent.status, sent.body.added, sent.body.repeated], [202, events.length, 0])
        yield* Effect.promise(() => exampleUntil(202, 0))
        yield* Effect.promise(() => assertAllArrived(accepted, hooks))
      }).pipe(Effect.provide(serviceOn(filename)))
      assertIntact(filename)
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )

  it.live.skipIf(whyNoDisk !== undefined)("of a few megabytes causes no loss either", () =>
    Effect.gen(function* () {
      const disk = yield* folder
      const hooks = yield* receiver
      yield* Effect.acquireRelease(
        Effect.sync(() => mount(disk)),
        () => Effect.sync(() => unmount(disk))
      )
      yield* Effect.promise(() => onSmallDisk(disk, hooks))
    }).pipe(Effect.scoped)
  )
})

const onSmallDisk = async (disk: string, hooks: Receiver) => {
  const key = "a-key-for-a-small-disk"
  const filename = join(disk, "landfall.db")
  const server = start(disk, ["serve"], {
    PORT: "0",
    LANDFALL_API_KEY: key,
    LANDFALL_SECRETS_KEY: "a secrets key for a small disk",
    LANDFALL_DATABASE_URL: `sqlite:${filename}`,
    LANDFALL_LOG_LEVEL: "none"
  })
  try {
    const url = /http:\/\/[\d.]+:\d+/.exec(await server.printed(/Database .*\n/))?.[0] ?? ""
    const { accepted, exampleUntil } = await customer(callerOf(url, key), hooks)
    const ballast = join(disk, "ballast")
    try {
      writeFileSync(ballast, new Uint8Array(4 << 20))
    } catch {
      // The file fills the disk.
    }
    assert.strictEqual((await exampleUntil(503, 0)).body.errorCode, 50_300)
    rmSync(ballast)
    await exampleUntil(202, 10)
    await assertAllArrived(accepted, hooks)
    server.child.kill("SIGTERM")
    assert.strictEqual((await server.ended).code, 0)
  } finally {
    server.child.kill("SIGKILL")
    await server.ended
  }
  assertIntact(filename)
}
