import { DatabaseSync } from "node:sqlite"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import type { VesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { CongestionAggregate } from "@landfall/core/congestion/figures/CongestionAggregate"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { FleetDetector } from "@landfall/core/congestion/fleet/FleetDetector"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { openFleetDetector } from "@landfall/core/congestion/fleet/OpenFleetDetector"
import { decodeVesselState, encodeVesselState } from "@landfall/core/congestion/fleet/VesselStateCodec"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import { sampleHour, samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { Clock, Console, Effect, Layer, Option, Redacted, Schema } from "effect"
import * as Sea from "landfall/service/Sea"
import { makeSqliteUrl, storageLayerAt } from "../delivery/BenchStores.ts"
import { type BenchResult, lowerIsBetter, median } from "../report/BenchResult.ts"

const VESSELS = 300_000
const VESSELS_PER_SAVE = 20_000
const DETECTOR = DetectorId.make("bench")
const MIB = 1024 * 1024

const millisOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const started = yield* Clock.monotonicTimeNanos
    yield* work
    return Number((yield* Clock.monotonicTimeNanos) - started) / 1e6
  })

const cpuSecondsOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const started = process.cpuUsage()
    return Effect.map(work, () => {
      const { user, system } = process.cpuUsage(started)
      return (user + system) / 1e6
    })
  })

/** Memory in use after a garbage collection, in MiB. */
const usedMemoryMiB = Effect.sync(() => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function") collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MIB
})

/** Encoded states of a simulated fleet, with vessels at sea, at anchor and in port. */
const statePatterns = Effect.gen(function* () {
  const fleet = yield* simulateFleet(
    fleetPlan({ seed: "states", vessels: 1500, days: 1.5, reportIntervalSeconds: 600, ports: 100 })
  )
  const detector = new FleetDetector(makeZoneIndex(fleet.zones), () => Option.none())
  const end = Instant.make(fleet.plan.start.epochMilliseconds + 2 * DAY_MILLIS)
  for (const report of fleet.staticReports) detector.receive(report, end)
  for (const report of fleet.positionReports) detector.receive(report, end)
  return detector.drain().states.map(encodeVesselState)
})

/** Another vessel with the state of a pattern, as a separate object. */
const vesselFromPattern = (text: string, n: number): ReadonlyArray<VesselState> =>
  Option.match(decodeVesselState(text), {
    onNone: () => [],
    onSome: (state) => [{ ...state, mmsi: MmsiInteger.make(200_000_000 + n) }]
  })

const fillStates = Effect.gen(function* () {
  const store = yield* VesselStateStore
  const texts = yield* statePatterns
  yield* store.claim(DETECTOR, 3_600_000)
  for (let first = 0; first < VESSELS; first += VESSELS_PER_SAVE) {
    const states = Array.from({ length: VESSELS_PER_SAVE }, (_, n) =>
      vesselFromPattern(texts[(first + n) % texts.length] ?? "", first + n)
    )
    yield* store.save({ states: states.flat(), removed: [], calls: [], coverage: [] }, DETECTOR)
  }
  return texts.reduce((sum, text) => sum + text.length, 0) / texts.length
})

/** Reads the stored states without decoding them. */
const readRowsOnly = (path: string) =>
  Effect.sync(() => {
    const database = new DatabaseSync(path)
    database.prepare("SELECT body FROM vessel_state").all()
    database.close()
  })

const restartResults = Effect.flatMap(makeSqliteUrl, (url) => {
  return Effect.gen(function* () {
    yield* Console.error(`  storing ${VESSELS} vessels`)
    const characters = yield* fillStates
    const before = yield* usedMemoryMiB
    let detector: FleetDetector | undefined
    const restart = Effect.gen(function* () {
      const { states } = yield* (yield* VesselStateStore).load
      detector = (yield* openFleetDetector(states)).detector
    })
    const seconds = yield* cpuSecondsOf(restart)
    const used = (yield* usedMemoryMiB) - before
    if (detector?.size !== VESSELS) return yield* Effect.die("some vessels were not restored")
    const rows: ReadonlyArray<BenchResult> = [
      lowerIsBetter(
        "vessels.restart",
        seconds,
        "s",
        yield* cpuSecondsOf(readRowsOnly(Redacted.value(url).slice("sqlite:".length)))
      ),
      lowerIsBetter("vessels.memory", used, "MiB", (VESSELS * characters) / MIB)
    ]
    return rows
  }).pipe(Effect.provide(storageLayerAt(url)))
}).pipe(
  Effect.scoped,
  Effect.provide(Layer.merge(Sea.builtInLayer, Sea.portAreas)),
  Effect.provide(Layer.merge(NodeServices.layer, NodeCrypto.layer))
)

const PORTS = 1000
/** Port calls in a year at each queried port, and at each other port. */
const CALLS = 1500
const CALLS_ELSEWHERE = 30
const QUERIED_PORTS = 20
const ROUNDS = 200

const codeOf = (n: number): Unlocode =>
  Unlocode.make(`ZZ${String.fromCharCode(65 + Math.floor(n / 676), 65 + (Math.floor(n / 26) % 26), 65 + (n % 26))}`)

/** Port calls spread over the last year, the newest of them open. */
const callsOf = (port: number, count: number, now: number) => {
  const moved = (at: Instant) => Instant.make(at + now - sampleHour(0))
  return Array.from({ length: count }, (_, n) => {
    const from = -((n * 365 * 24) / count) - 1
    const to = n < 10 ? null : from + 30
    const type = (["cargo", "tanker", "roro"] as const)[n % 3] ?? "cargo"
    const call = samplePortCall(port * 10_000 + n, { port: codeOf(port), hours: [from, to], type })
    return {
      ...call,
      startedAt: moved(call.startedAt),
      endedAt: Option.map(call.endedAt, moved),
      stays: call.stays.map((stay) => ({ ...stay, from: moved(stay.from), to: Option.map(stay.to, moved) })),
      lastReceivedAt: moved(call.lastReceivedAt)
    }
  })
}

const fillPorts = Effect.gen(function* () {
  const log = yield* PortCallLog
  const now = Math.floor((yield* Clock.currentTimeMillis) / HOUR_MILLIS) * HOUR_MILLIS
  const days = Array.from({ length: 365 }, (_, n) => Math.floor(now / DAY_MILLIS) - n)
  for (let port = 0; port < PORTS; port++) {
    yield* log.put(callsOf(port, port < 2 * QUERIED_PORTS ? CALLS : CALLS_ELSEWHERE, now))
    yield* log.addCoverage([{ port: codeOf(port), days, lastReceivedAt: Option.some(Instant.make(now)) }])
  }
})

const encode = Schema.encodeSync(CongestionAggregate)

const congestionResults = Effect.flatMap(makeSqliteUrl, (url) =>
  Effect.gen(function* () {
    yield* Console.error(`  storing a year of calls at ${PORTS} ports`)
    yield* fillPorts
    const congestion = yield* PortCongestion
    const ports = Array.from({ length: QUERIED_PORTS }, (_, port) => codeOf(port))
    const firsts: Array<number> = []
    for (const port of ports) {
      yield* congestion.saveLedger(port)
      firsts.push(yield* millisOf(congestion.now(port)))
    }
    const withoutLedger: Array<number> = []
    for (let port = QUERIED_PORTS; port < 2 * QUERIED_PORTS; port++)
      withoutLedger.push(yield* millisOf(congestion.now(codeOf(port))))
    const aggregate = Option.getOrThrow(yield* congestion.now(codeOf(0)))
    const [singles, batches, bares]: readonly [Array<number>, Array<number>, Array<number>] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      singles.push(yield* millisOf(congestion.now(codeOf(round % QUERIED_PORTS))))
      const ten = ports.slice(round % 10, (round % 10) + 10)
      batches.push(yield* millisOf(Effect.forEach(ten, congestion.now)))
      bares.push(yield* millisOf(Effect.sync(() => JSON.stringify(encode(aggregate)))))
    }
    const bare = median(bares)
    const rows: ReadonlyArray<BenchResult> = [
      lowerIsBetter("congestion.first", median(firsts), "ms", bare),
      lowerIsBetter("congestion.first_not_kept", median(withoutLedger), "ms", bare),
      lowerIsBetter("congestion.port", median(singles), "ms", bare),
      lowerIsBetter("congestion.batch_of_10", median(batches), "ms", 10 * bare)
    ]
    return rows
  }).pipe(Effect.provide(PortCongestion.layer.pipe(Layer.provideMerge(storageLayerAt(url)))))
).pipe(Effect.scoped, Effect.provide(Layer.merge(NodeServices.layer, NodeCrypto.layer)))

/**
 * The processor time of a restart with 300,000 vessels, against reading their rows; their memory, against their encoded
 * size; and the time of the figures of one port of 1,000, with 1,500 calls a year: of the first query with and without
 * a stored ledger, of later queries, and of ten ports, against encoding the response as JSON.
 */
export const portsBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [
  restartResults,
  congestionResults
]
