import { monitorEventLoopDelay } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import type { PostgresServer } from "@landfall/postgres-server/PostgresServer"
import { type AttackSpan, forMillis, forRounds } from "./AttackSpan.ts"
import { emptySamples, type HealthyOptions, type PhaseSamples, startHealthyLoad } from "./HealthyLoad.ts"
import {
  type AttackedService,
  FREE,
  type Member,
  readLoopDelay,
  residentMebibytes,
  type ServiceOptions,
  startService,
  toggleProfiles
} from "./Service.ts"
import { type CaseFigures, type PhaseFigures, percentileOf } from "./Verdict.ts"

export type Store = "sqlite" | "postgres"

/** A case of an attack. */
export interface AttackCase {
  readonly name: string
  /** What the attacker does, as a phrase. */
  readonly title: string
  readonly stores: ReadonlyArray<Store>
  readonly run: (stage: Stage) => Promise<void>
}

/** What a case uses. Everything that it starts is stopped when it ends. */
export interface Stage {
  readonly store: Store
  /** The Postgres server, on Postgres. */
  readonly postgres: PostgresServer | undefined
  readonly databaseUrl: string | undefined
  readonly startService: (options?: ServiceOptions) => Promise<AttackedService>
  /** A number of the case, or the small one in its place in the short form. */
  readonly size: (full: number, short: number) => number
  /** Calls a function when the case ends. */
  readonly defer: (cleanUp: () => unknown) => void
  /** Runs an attack beside a healthy account: a calm phase before, the attack, and a calm phase after. */
  readonly beside: (service: AttackedService, attack: Attack, options?: BesideOptions) => Promise<void>
  /** Records a sentence about what happened, which is printed. */
  readonly note: (sentence: string) => void
  /** Records a violation unless the condition holds. */
  readonly expect: (holds: boolean, violation: string) => void
}

export type Attack = (span: AttackSpan) => Promise<void>

export interface BesideOptions extends HealthyOptions {
  /** The server that the healthy account uses; the first by default. */
  readonly url?: string
  /** The processes that are measured and have to live; all by default. */
  readonly measured?: ReadonlyArray<Member>
}

export interface StageResult {
  readonly figures: CaseFigures | undefined
  readonly notes: ReadonlyArray<string>
  readonly violations: ReadonlyArray<string>
}

const MEMORY_SAMPLE_MILLIS = 200

/** Samples memory until it is ended, and returns the maximum over all processes. */
const watchMemory = (members: ReadonlyArray<Member>) => {
  let most: number | null = null
  const timer = setInterval(() => {
    for (const member of members) {
      const now = residentMebibytes(member)
      if (now !== undefined && now > (most ?? 0)) most = now
    }
  }, MEMORY_SAMPLE_MILLIS)
  return () => {
    clearInterval(timer)
    return most
  }
}

const readLoopDelays = async (members: ReadonlyArray<Member>): Promise<number | null> => {
  const delays = await Promise.all(members.map(readLoopDelay))
  const measuredDelays = delays.filter((delay) => delay !== undefined)
  return measuredDelays.length === 0 ? null : Math.max(...measuredDelays)
}

const NANOS_PER_MILLI = 1e6

/** Measures the delays of this thread until it is ended, which every duration contains. Returns their 99th percentile. */
const watchThisThread = () => {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  return () => {
    delays.disable()
    return delays.percentile(99) / NANOS_PER_MILLI
  }
}

/** The rounds of an attack in the short form. */
const SHORT_ROUNDS = 2

/** Whether a case can be run on a service with others: what it sets is at most that registrations cost nothing. */
const isShareable = ({ settings, processes, openFiles, exclusive = false }: ServiceOptions): boolean =>
  !exclusive &&
  processes === undefined &&
  openFiles === undefined &&
  (settings === undefined || settings === FREE.settings)

const hasEnded = ({ running: { child } }: Member): boolean => child.exitCode !== null || child.signalCode !== null

export interface StageOptions {
  readonly store: Store
  readonly postgres: PostgresServer | undefined
  readonly databaseUrl: string | undefined
  readonly calmMillis: number
  readonly attackMillis: number
  /** In the short form, which has small sizes and ends by rounds: the service of the cases that need none of their own. */
  readonly shared?: AttackedService
  /** Where the profiles of the processes during the attack are written; none by default. */
  readonly profileFolder?: string
}

/** Runs a case and returns what it has shown. */
export const runOnStage = async (attackCase: AttackCase, options: StageOptions): Promise<StageResult> => {
  const { calmMillis, attackMillis, databaseUrl, shared } = options
  const isShort = shared !== undefined
  const cleanUps: Array<() => unknown> = []
  const notes: Array<string> = []
  const violations: Array<string> = []
  let figures: CaseFigures | undefined

  const beside = async (service: AttackedService, attack: Attack, besideOptions: BesideOptions = {}) => {
    const members = besideOptions.measured ?? service.members
    const caller = await service.newAccount("Healthy", besideOptions.url ?? service.url)
    const load = await startHealthyLoad(caller, besideOptions)
    cleanUps.push(load.close)
    const measure = async (work: () => Promise<unknown>): Promise<{ figures: PhaseFigures; samples: PhaseSamples }> => {
      const samples = emptySamples()
      await readLoopDelays(members)
      const endMemory = watchMemory(members)
      cleanUps.push(endMemory)
      const endThread = watchThisThread()
      load.enter(samples)
      await work()
      const measurementP99 = endThread()
      const loopP99 = await readLoopDelays(members)
      const memoryMax = endMemory()
      // The figures of samples are taken at the end: alerts of this phase arrive later too.
      return {
        samples,
        figures: {
          loopP99,
          memoryMax,
          measurementP99,
          get deliveryP95() {
            return percentileOf(samples.delivery, 0.95)
          },
          get apiP95() {
            return percentileOf(samples.api, 0.95)
          }
        }
      }
    }
    // The first requests of a process are slower: they belong to no phase.
    await sleep(calmMillis / 2)
    const before = await measure(() => sleep(calmMillis))
    toggleProfiles(members)
    const during = await measure(() => {
      const span = isShort ? forRounds(SHORT_ROUNDS) : forMillis(attackMillis)
      return Promise.all([attack(span), sleep(attackMillis)])
    })
    toggleProfiles(members)
    const after = await measure(() => sleep(calmMillis))
    const { accepted, lost } = await load.finish()
    const failures = new Map<string, number>()
    for (const { samples } of [before, during, after]) {
      for (const [reason, count] of samples.failures) failures.set(reason, (failures.get(reason) ?? 0) + count)
    }
    figures = {
      before: { ...before.figures },
      during: { ...during.figures },
      after: { ...after.figures },
      accepted,
      lost,
      failures: Object.fromEntries(failures),
      ended: members.filter(hasEnded).map(({ name }) => name)
    }
  }

  const stage: Stage = {
    store: options.store,
    postgres: options.postgres,
    databaseUrl,
    startService: async (serviceOptions = {}) => {
      if (shared !== undefined && isShareable(serviceOptions)) return shared
      const service = await startService({
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
        ...(options.profileFolder === undefined ? {} : { profileFolder: options.profileFolder }),
        ...serviceOptions
      })
      cleanUps.push(service.stop)
      return service
    },
    size: (full, short) => (isShort ? short : full),
    defer: (cleanUp) => void cleanUps.push(cleanUp),
    beside,
    note: (sentence) => void notes.push(sentence),
    expect: (holds, violation) => {
      if (!holds) violations.push(violation)
    }
  }
  try {
    await attackCase.run(stage)
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  }
  return { figures, notes, violations }
}
