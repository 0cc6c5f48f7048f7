import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { ADMIN_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { type Running, start } from "../support/Command.ts"
import { type Caller, callerOf } from "../support/Service.ts"

/** A process of the attacked service. */
export interface Member {
  readonly name: string
  readonly running: Running
  /** Undefined for a worker. */
  readonly url: string | undefined
  readonly metricsUrl: string
  /** Whether SIGUSR2 begins and ends a profile. */
  readonly hasProfiler: boolean
}

/** A caller with the id of its account. */
export interface AccountCaller extends Caller {
  readonly accountId: string
}

/** An attacked service: processes on one database. */
export interface AttackedService {
  /** The folder of the SQLite database `landfall.db` and of the processes. */
  readonly folder: string
  readonly members: ReadonlyArray<Member>
  /** The URL of the first server. */
  readonly url: string
  /** Creates an account with a million credits, and returns a caller with its key; at the first server unless another is named. */
  readonly newAccount: (name: string, url?: string) => Promise<AccountCaller>
  /** Starts one more process. */
  readonly startMember: (args: ReadonlyArray<string>, settings?: Record<string, string>) => Promise<Member>
  readonly stop: () => Promise<void>
}

/** The settings of an attack: none of them changes a limit. */
export const SERVICE_SETTINGS = {
  PORT: "0",
  LANDFALL_API_KEY: "a-key-of-the-first-account",
  LANDFALL_ADMIN_KEY: "a-key-of-the-operator-of-attacks",
  LANDFALL_SECRETS_KEY: "a secrets key for attacks alone",
  LANDFALL_ALLOW_PRIVATE_TARGETS: "loopback",
  LANDFALL_METRICS: "127.0.0.1:0",
  LANDFALL_DOCS: "public"
}

const CREDITS = 1_000_000

/** The flags that the launcher of the repository, the image and the unit pass to a service. */
const FLAGS = [
  "--max-semi-space-size=16",
  "--expose-gc",
  "--no-allocation-site-pretenuring",
  "--heap-growing-percent=50"
]

export interface ServiceOptions {
  readonly databaseUrl?: string
  readonly settings?: Record<string, string>
  /** The commands of its processes; by default one server that delivers too. */
  readonly processes?: ReadonlyArray<ReadonlyArray<string>>
  /** The maximum number of file descriptors of each process. */
  readonly openFiles?: number
  /** Whether the case harms its service, so that no other case may use it. */
  readonly exclusive?: boolean
  /** Where the processes write the profiles that `toggleProfiles` begins and ends. */
  readonly profileFolder?: string
}

/** Registrations cost nothing, so that no attack ends with the credits of its account. */
export const FREE: ServiceOptions = { settings: { LANDFALL_TARIFF: "shipment.track=0" } }

/** The folders of services, which are removed when this process ends before a service is stopped. */
const folders = new Set<string>()
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const PROFILER = fileURLToPath(new URL("./profiler.cjs", import.meta.url))

/** Begins the profile of each process, or ends it. Without a folder for profiles, it does nothing. */
export const toggleProfiles = (members: ReadonlyArray<Member>): void => {
  for (const { running, hasProfiler } of members) if (hasProfiler) running.child.kill("SIGUSR2")
}

/** Starts a service on a new folder. Without `databaseUrl` it uses SQLite. */
export const startService = async (options: ServiceOptions): Promise<AttackedService> => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-attack-"))
  const { profileFolder } = options
  const flags = profileFolder === undefined ? FLAGS : [...FLAGS, "--require", PROFILER]
  const common = {
    ...SERVICE_SETTINGS,
    LANDFALL_DATABASE_URL: options.databaseUrl ?? "sqlite:landfall.db",
    NODE_COMPILE_CACHE: join(folder, "compiled"),
    ...(profileFolder === undefined ? {} : { PROFILE_FOLDER: profileFolder }),
    ...options.settings
  }
  const members: Array<Member> = []
  const startMember = async (args: ReadonlyArray<string>, settings: Record<string, string> = {}): Promise<Member> => {
    const running = start(folder, args, { ...common, ...settings }, { openFiles: options.openFiles, nodeFlags: flags })
    const printed = await running.printed(/Landfall \S+ (?:is up at \S+|delivers)/)
    const metricsUrl = await running.warned(/Metrics are served at (http\S+\/metrics)/)
    const url = /is up at (\S+)/.exec(printed)?.[1]
    const member = { name: args.join(" "), running, url, metricsUrl, hasProfiler: profileFolder !== undefined }
    members.push(member)
    return member
  }
  const stop = async () => {
    for (const { running } of members) {
      running.child.kill("SIGCONT")
      running.child.kill("SIGKILL")
    }
    await Promise.all(members.map(({ running }) => running.ended))
    rmSync(folder, { recursive: true, force: true })
    folders.delete(folder)
  }
  folders.add(folder)
  try {
    for (const args of options.processes ?? [["serve"]]) await startMember(args)
  } catch (error) {
    await stop()
    throw error
  }
  const url = members[0]?.url ?? ""
  const newAccount = async (name: string, at = url) => {
    const admin = callerOf(url, common.LANDFALL_ADMIN_KEY)
    const account = await admin.send("POST", `${ADMIN_PREFIX}/accounts`, {
      name,
      plan: "pay-as-you-go",
      monthlyCredits: CREDITS
    })
    const key = await admin.send("POST", `${ADMIN_PREFIX}/accounts/${account.body.id}/keys`, {})
    if (key.status !== 201) throw new Error(`no key for ${name}: ${JSON.stringify(key.body)}`)
    return { ...callerOf(at, key.body.secret), accountId: String(account.body.id) }
  }
  return { folder, members, url, newAccount, startMember, stop }
}

/** Resident memory of a process in MiB; undefined where the system does not tell or the process has ended. */
export const residentMebibytes = ({ running }: Member): number | undefined => {
  try {
    const status = readFileSync(`/proc/${running.child.pid}/status`, "utf8")
    const kibibytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1]
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024
  } catch {
    return undefined
  }
}

/** The value of a metric, named with its labels as in the response; undefined when it cannot be read. */
export const readMetric = async ({ metricsUrl }: Member, name: string): Promise<number | undefined> => {
  try {
    const response = await fetch(metricsUrl, { signal: AbortSignal.timeout(10_000) })
    const line = (await response.text()).split("\n").find((text) => text.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length + 1))
  } catch {
    return undefined
  }
}

/** The 99th percentile of the event loop's delay in milliseconds since the last read; undefined when it cannot be read. */
export const readLoopDelay = async (member: Member): Promise<number | undefined> => {
  const seconds = await readMetric(member, 'landfall_event_loop_delay_seconds{quantile="0.99"}')
  return seconds === undefined ? undefined : seconds * 1000
}
