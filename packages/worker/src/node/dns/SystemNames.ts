import { readFile, stat } from "node:fs/promises"
import process from "node:process"
import { Clock, Effect, Option, Result } from "effect"
import { NetAddress } from "effect/net"

/**
 * The name resolution of the machine itself: its hosts file, and the domains in which it searches single-label names.
 */
export interface SystemNames {
  /** The addresses of a name in the hosts file; `localhost` is always this machine. */
  readonly find: (name: string) => ReadonlyArray<NetAddress.IpAddress> | undefined
  /** The domains in which a name without a dot is searched, in their order. */
  readonly searchDomains: ReadonlyArray<string>
  /** Changes when a file has changed. */
  readonly version: string
}

/** The files of a machine that resolve names, besides its name servers. */
export interface SystemNameFiles {
  readonly hosts: string
  readonly resolver: string
}

const WINDOWS_HOSTS = "C:\\Windows\\System32\\drivers\\etc\\hosts"

export const systemNameFiles: SystemNameFiles = {
  hosts: process.platform === "win32" ? WINDOWS_HOSTS : "/etc/hosts",
  resolver: "/etc/resolv.conf"
}

/** Larger files are ignored. */
const MAX_FILE_BYTES = 16 * 1024 * 1024
const CHECK_INTERVAL_MILLIS = 5_000
/** The maximum number of search domains, as in resolv.conf(5). */
const MAX_SEARCH_DOMAINS = 6

const fieldsOf = (line: string): ReadonlyArray<string> =>
  line
    .replace(/[#;].*$/, "")
    .trim()
    .split(/\s+/)
    .filter((field) => field !== "")

/** Parses a hosts file (hosts(5)): an address and its names on each line. Malformed lines are ignored. */
export const parseHosts = (text: string): ReadonlyMap<string, ReadonlyArray<NetAddress.IpAddress>> => {
  const hosts = new Map<string, Array<NetAddress.IpAddress>>()
  for (const line of text.split("\n")) {
    const [address = "", ...names] = fieldsOf(line)
    const parsed = Result.getSuccess(NetAddress.ipFromString(address.replace(/%.*$/, "")))
    if (Option.isNone(parsed)) continue
    for (const name of names.map((text) => text.toLowerCase())) {
      const existing = hosts.get(name)
      if (existing === undefined) hosts.set(name, [parsed.value])
      else existing.push(parsed.value)
    }
  }
  return hosts
}

/** The search domains of a resolver configuration (resolv.conf(5)): those of its last `search` or `domain` line. */
export const parseSearchDomains = (text: string): ReadonlyArray<string> => {
  const lists = text
    .split("\n")
    .map(fieldsOf)
    .filter(([keyword]) => keyword === "search" || keyword === "domain")
  const [, ...domains] = lists.at(-1) ?? []
  return domains
    .map((domain) => domain.toLowerCase().replace(/\.$/, ""))
    .filter((domain) => domain !== "")
    .slice(0, MAX_SEARCH_DOMAINS)
}

const LOOPBACK = ["127.0.0.1", "::1"].map(NetAddress.ipFromStringUnsafe)

const isLocalhost = (name: string): boolean => name === "localhost" || name.endsWith(".localhost")

const makeNames = (hosts: string, resolver: string, version: string): SystemNames => {
  const addresses = parseHosts(hosts)
  return {
    // RFC 6761 section 6.3: localhost names are never sent to a name server.
    find: (name) => addresses.get(name) ?? (isLocalhost(name) ? LOOPBACK : undefined),
    searchDomains: parseSearchDomains(resolver),
    version
  }
}

/** Identifies the content of a file; empty for a file that is missing or too large. */
const versionOf = (path: string): Effect.Effect<string> =>
  Effect.tryPromise(() => stat(path)).pipe(
    Effect.map(({ size, mtimeMs, ino }) => (size > MAX_FILE_BYTES ? "" : `${ino} ${size} ${mtimeMs}`)),
    Effect.orElseSucceed(() => "")
  )

const textOf = (path: string, version: string): Effect.Effect<string> =>
  version === ""
    ? Effect.succeed("")
    : Effect.orElseSucceed(
        Effect.tryPromise(() => readFile(path, "utf8")),
        () => ""
      )

/** Makes the effect that reads the files again when they have changed, at most every five seconds. */
export const makeSystemNames = Effect.fnUntraced(function* (files: SystemNameFiles) {
  const read = Effect.gen(function* () {
    const [hosts, resolver] = yield* Effect.all([versionOf(files.hosts), versionOf(files.resolver)])
    const version = `${hosts} ${resolver}`
    if (version === names.version) return
    names = makeNames(yield* textOf(files.hosts, hosts), yield* textOf(files.resolver, resolver), version)
  })
  let names = makeNames("", "", "unread")
  let checkedAt = yield* Clock.currentTimeMillis
  yield* read

  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now - checkedAt >= CHECK_INTERVAL_MILLIS || now < checkedAt) {
      checkedAt = now
      yield* read
    }
    return names
  })
})
