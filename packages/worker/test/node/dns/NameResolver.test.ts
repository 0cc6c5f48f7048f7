import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { LookupAccount } from "@landfall/core/alerts/lookups/LookupAccount"
import { Effect, Fiber } from "effect"
import { Dns, NetAddress } from "effect/net"
import * as NameResolver from "../../../src/node/dns/NameResolver.ts"
import {
  type NameQuery,
  type NameServerResponse,
  NO_SUCH_NAME,
  nameServer,
  REFUSED,
  SERVER_FAILURE
} from "../../support/NameServer.ts"

const found = (...addresses: ReadonlyArray<string>): NameServerResponse => ({
  _tag: "Addresses",
  addresses,
  ttlSeconds: 60
})
const code = (value: number): NameServerResponse => ({ _tag: "Code", code: value })
const SILENT: NameServerResponse = { _tag: "Silent" }

const lookup = (name: string) =>
  Effect.flatMap(Dns.Dns, (dns) => Effect.map(dns.lookup(name), (addresses) => addresses.map(NetAddress.formatIp)))

/** Deno reports a server failure as an unknown name, and an unreachable server as a timeout. Both are retried. */
const isDeno = "Deno" in globalThis
if (isDeno) console.log("skipped: three reasons of failed look-ups, because Deno does not tell them apart")

const NO_FILES = { hosts: "/nonexistent/hosts", resolver: "/nonexistent/resolv.conf" }

/** Reached by no test but those of a name server that never responds. */
const LONG_DEADLINE_MILLIS = 600_000
const SHORT_DEADLINE_MILLIS = 500

/** Runs a test against a resolver whose only name server responds by a function. */
const withServer = <A, E>(
  responseTo: (query: NameQuery) => NameServerResponse,
  test: (queries: ReadonlyArray<NameQuery>) => Effect.Effect<A, E, Dns.Dns>,
  settings: Partial<NameResolver.NameResolverSettings> = {}
) =>
  Effect.gen(function* () {
    const server = yield* nameServer(responseTo)
    const layer = NameResolver.layer({
      ...NameResolver.defaultNameResolverSettings,
      files: NO_FILES,
      servers: [server.address],
      deadlineMillis: LONG_DEADLINE_MILLIS,
      ...settings
    })
    return yield* Effect.provide(test(server.queries), layer)
  })

describe("a name", () => {
  it.live("has its IPv4 and its IPv6 addresses, IPv4 first", () =>
    withServer(
      () => found("2001:db8::1", "192.0.2.1", "192.0.2.2"),
      (queries) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* lookup("Receiver.Example"), ["192.0.2.1", "192.0.2.2", "2001:db8::1"])
          assert.deepStrictEqual(queries.map(({ name, type }) => `${name} ${type}`).toSorted(), [
            "receiver.example A",
            "receiver.example AAAA"
          ])
        })
    )
  )

  it.live("has the addresses of its alias", () =>
    withServer(
      () => ({ _tag: "Alias", target: "edge.example", addresses: ["192.0.2.7"] }),
      () => Effect.map(lookup("receiver.example"), (addresses) => assert.deepStrictEqual(addresses, ["192.0.2.7"]))
    )
  )

  it.live(
    "with a truncated response is queried again over TCP, and the first 16 of a thousand addresses are used",
    () => {
      const addresses = Array.from({ length: 1_000 }, (_, n) => `192.0.${n >> 8}.${n & 255}`)
      return withServer(
        () => ({ _tag: "Truncated", addresses }),
        () => Effect.map(lookup("huge.example"), (resolved) => assert.strictEqual(resolved.length, 16))
      )
    }
  )

  it.live("has the addresses of one family when the name server fails for the other, or never responds", () =>
    withServer(
      ({ name, type }) =>
        type === "A" ? found("192.0.2.1") : name.startsWith("silent") ? SILENT : code(SERVER_FAILURE),
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* lookup("failing.example"), ["192.0.2.1"])
          assert.deepStrictEqual(yield* lookup("silent.example"), ["192.0.2.1"])
        })
    )
  )

  it.live.each(
    (
      [
        ["does not exist", code(NO_SUCH_NAME), "NotFound"],
        ["has no address", found(), "NotFound"],
        ["whose name servers fail", code(SERVER_FAILURE), "ServerFailure"],
        ["whose name servers reject queries", code(REFUSED), "ServerFailure"],
        ["whose name servers never respond", SILENT, "Timeout"]
      ] as const
    ).filter(([, , reason]) => !isDeno || reason !== "ServerFailure")
  )("that %s fails with the reason", ([, response, reason]) =>
    withServer(
      () => response,
      () => Effect.map(Effect.flip(lookup("receiver.example")), (error) => assert.strictEqual(error.reason, reason)),
      response === SILENT ? { deadlineMillis: SHORT_DEADLINE_MILLIS } : {}
    )
  )

  it.live("fails when the name server responds with garbage", () =>
    withServer(
      () => ({ _tag: "Garbage" }),
      () =>
        // The resolver of Deno ignores what it cannot read.
        Effect.map(Effect.flip(lookup("receiver.example")), ({ reason }) =>
          assert.strictEqual(reason, "Deno" in globalThis ? "Timeout" : "InvalidResponse")
        ),
      { deadlineMillis: SHORT_DEADLINE_MILLIS }
    )
  )

  it.live.skipIf(isDeno)("fails temporarily when no name server can be reached", () => {
    const layer = NameResolver.layer({
      ...NameResolver.defaultNameResolverSettings,
      files: NO_FILES,
      servers: ["127.0.0.1:1"]
    })
    return Effect.map(Effect.flip(Effect.provide(lookup("receiver.example"), layer)), ({ reason }) =>
      assert.strictEqual(reason, "Temporary")
    )
  })

  it.live("is queried once for all callers meanwhile and within its TTL", () =>
    withServer(
      () => found("192.0.2.1"),
      (queries) =>
        Effect.gen(function* () {
          yield* Effect.all(
            Array.from({ length: 50 }, () => lookup("receiver.example")),
            { concurrency: "unbounded" }
          )
          yield* lookup("receiver.example")
          assert.strictEqual(queries.length, 2)
        })
    )
  )

  it.live("that does not exist is queried once for a while", () =>
    withServer(
      () => code(NO_SUCH_NAME),
      (queries) =>
        Effect.gen(function* () {
          yield* Effect.flip(lookup("receiver.example"))
          yield* Effect.flip(lookup("receiver.example"))
          assert.strictEqual(queries.length, 2)
        })
    )
  )

  it.live("with a TTL of 0 is queried again for later connections", () => {
    let responses = 0
    return withServer(
      ({ type }) => ({ _tag: "Addresses", addresses: [type === "A" ? `192.0.2.${++responses}` : ""], ttlSeconds: 0 }),
      () =>
        Effect.gen(function* () {
          const first = yield* lookup("rebinding.example")
          // An address is cached for a second at least, by the clock of the process that the sockets use.
          yield* Effect.repeat(Effect.delay(lookup("rebinding.example"), 100), {
            until: ([address]) => address !== first[0]
          })
        })
    )
  })
})

describe("the files of the machine", () => {
  const inFolder = <A, E, R>(test: (files: { hosts: string; resolver: string }) => Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "landfall-names-"))),
      (folder) => test({ hosts: join(folder, "hosts"), resolver: join(folder, "resolv.conf") }),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )

  it.live("name hosts, which are not queried, and localhost is always this machine", () =>
    inFolder((files) => {
      writeFileSync(
        files.hosts,
        "# comment\n192.0.2.9 Receiver receiver.test # its host\n2001:db8::9 receiver\nnonsense\n"
      )
      return withServer(
        () => code(NO_SUCH_NAME),
        (queries) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* lookup("receiver"), ["192.0.2.9", "2001:db8::9"])
            assert.deepStrictEqual(yield* lookup("RECEIVER.test"), ["192.0.2.9"])
            assert.deepStrictEqual(yield* lookup("localhost"), ["127.0.0.1", "::1"])
            assert.deepStrictEqual(yield* lookup("app.localhost"), ["127.0.0.1", "::1"])
            assert.deepStrictEqual(queries, [])
          }),
        { files }
      )
    })
  )

  it.live("name the domains in which a name without a dot is searched before it is queried as it is", () =>
    inFolder((files) => {
      writeFileSync(files.resolver, "nameserver 192.0.2.53\nsearch first.test second.test.\noptions ndots:5\n")
      return withServer(
        ({ name }) => (name === "receiver.second.test" ? found("192.0.2.4") : code(NO_SUCH_NAME)),
        (queries) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* lookup("receiver"), ["192.0.2.4"])
            yield* Effect.flip(lookup("other.example"))
            assert.deepStrictEqual(
              [...new Set(queries.map(({ name }) => name))],
              ["receiver.first.test", "receiver.second.test", "other.example"]
            )
          }),
        { files }
      )
    })
  )
})

describe("name servers that never respond", () => {
  it.live("do not delay the look-ups of other accounts, however many names one account has", () =>
    withServer(
      ({ name }) => (name.startsWith("silent") ? SILENT : found("192.0.2.1")),
      () =>
        Effect.gen(function* () {
          const silent = yield* Effect.forkChild(
            Effect.forEach(
              Array.from({ length: 200 }, (_, n) => `silent${n}.example`),
              (name) => Effect.exit(lookup(name)),
              { concurrency: "unbounded" }
            ).pipe(Effect.provideService(LookupAccount, "acc_silent")),
            { startImmediately: true }
          )
          const healthy = Effect.forEach(
            Array.from({ length: 20 }, (_, n) => `healthy${n}.example`),
            lookup,
            { concurrency: "unbounded" }
          )
          yield* Effect.provideService(healthy, LookupAccount, "acc_healthy")
          assert.isUndefined(silent.pollUnsafe(), "the silent names are still awaited")
          yield* Fiber.interrupt(silent)
        })
    )
  )

  it.live("fail the look-ups of their account beyond its share, and those wait for their turn", () =>
    withServer(
      () => SILENT,
      (queries) =>
        Effect.gen(function* () {
          const exits = yield* Effect.forEach(
            Array.from({ length: 20 }, (_, n) => `silent${n}.example`),
            (name) => Effect.flip(lookup(name)),
            { concurrency: "unbounded" }
          )
          assert.isTrue(exits.every(({ reason }) => reason === "Timeout"))
          assert.isAtMost(new Set(queries.map(({ name }) => name)).size, 6)
        }).pipe(Effect.provideService(LookupAccount, "acc_silent")),
      { deadlineMillis: 300, limits: { running: 10, runningPerAccount: 3, waiting: 10, waitingPerAccount: 3 } }
    )
  )
})
