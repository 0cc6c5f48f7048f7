import { readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { sortedReports } from "@landfall/feeds/ais/SortedReports"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import { Effect, FileSystem, Option, PlatformError, Result, Stream } from "effect"

const fleetOf = (seed: string) => simulateFleet(fleetPlan({ seed, vessels: 5, days: 2, ports: 2 }))

/** A number in [0, 1) that depends on its argument alone. */
const noise = (index: number): number => {
  let hash = Math.imul(index + 1, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 13), 0x85ebca6b)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

const byTime = <A extends VesselReport>(reports: Iterable<A>): ReadonlyArray<A> =>
  [...reports].sort((a, b) => a.at - b.at)

const reportsInOrder = Effect.map(fleetOf("sorted"), ({ positionReports }) => byTime(positionReports))

const shuffled = (reports: ReadonlyArray<VesselReport>) =>
  reports
    .map((report, index) => ({ report, key: noise(index) }))
    .sort((a, b) => a.key - b.key)
    .map(({ report }) => report)

const collected = (reports: Stream.Stream<VesselReport>, size: number) =>
  Stream.runCollect(sortedReports("day.csv", reports, size)).pipe(Effect.scoped)

const timesOf = (reports: ReadonlyArray<VesselReport>) => reports.map(({ at }) => at)

const textsOf = (reports: ReadonlyArray<VesselReport>) => reports.map((report) => JSON.stringify(report)).sort()

const temporaryFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("landfall-sort-"))

describe("the reports of a recorded source", () => {
  for (const [where, share] of [
    ["in memory", 2],
    ["in temporary files", 0.07]
  ] as const) {
    it.effect(`are sorted ${where}, each of them once`, () =>
      Effect.gen(function* () {
        const reports = yield* reportsInOrder
        const before = temporaryFolders().length
        const sorted = yield* collected(Stream.fromIterable(shuffled(reports)), Math.ceil(reports.length * share))
        assert.deepStrictEqual(timesOf(sorted), timesOf(reports))
        assert.deepStrictEqual(textsOf(sorted), textsOf(reports))
        assert.strictEqual(temporaryFolders().length, before)
      }).pipe(Effect.provide(NodeServices.layer))
    )
  }

  it.effect("begin with the static data of a vessel, which a file states with any of its rows", () =>
    Effect.gen(function* () {
      const { positionReports, staticReports } = yield* fleetOf("sorted")
      const [data] = staticReports
      assert.isDefined(data)
      const own = byTime(positionReports).filter(({ mmsi }) => mmsi === data.mmsi)
      const last = own.at(-1)
      assert.isDefined(last)
      const sorted = yield* collected(
        Stream.fromIterable([{ ...data, at: last.at }, last, ...own.slice(0, -1)]),
        10_000
      )
      assert.deepStrictEqual(sorted[0], { ...data, at: own[0]?.at ?? last.at })
      assert.deepStrictEqual(sorted.slice(1), own)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("have changed static data at its own time, and the first by time of two vessels with one MMSI", () =>
    Effect.gen(function* () {
      const { positionReports, staticReports } = yield* fleetOf("sorted")
      const [data] = staticReports
      assert.isDefined(data)
      const own = byTime(positionReports).filter(({ mmsi }) => mmsi === data.mmsi)
      const at = (place: number) => own[place]?.at ?? data.at
      const named = (name: string, place: number) => ({ ...data, name: Option.some(name), at: at(place) })
      const changes = (size: number) =>
        collected(
          Stream.fromIterable([named("second", 9), ...own.slice(0, 20), named("first", 2), ...own.slice(20)]),
          size
        ).pipe(
          Effect.map((reports) =>
            reports.flatMap((report) =>
              report._tag === "StaticReport"
                ? [[Option.getOrNull(report.name), own.findIndex((o) => o.at === report.at)]]
                : []
            )
          )
        )
      assert.deepStrictEqual(yield* changes(10_000), [
        ["first", 0],
        ["second", 9]
      ])
      const later = yield* collected(Stream.fromIterable([named("a", 0), ...own.slice(0, 30), named("b", 29)]), 20)
      assert.deepStrictEqual(
        later.flatMap((report) => (report._tag === "StaticReport" ? [report.at] : [])),
        [at(0), at(29)]
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("keep the order of those with the same time", () =>
    Effect.gen(function* () {
      const [first] = yield* reportsInOrder
      assert.isDefined(first)
      const same = Array.from({ length: 60 }, (_, n): VesselReport => ({ ...first, source: String(n) }))
      const later: VesselReport = { ...first, at: first.at }
      Object.assign(later, { at: first.at + 3_600_000 })
      const sorted = yield* collected(Stream.fromIterable([later, ...same]), 7)
      assert.deepStrictEqual(
        sorted.map(({ source }) => source),
        [...same.map(({ source }) => source), later.source]
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("need no temporary file when those of each vessel are in order", () =>
    Effect.gen(function* () {
      const reports = yield* reportsInOrder
      const noDisk = FileSystem.layerNoop({})
      const sorted = yield* Effect.provide(collected(Stream.fromIterable(reports), 50), noDisk)
      assert.deepStrictEqual<ReadonlyArray<VesselReport>>(sorted, reports)
    })
  )

  it.effect("before the failure of a source are given in order, then the failure", () =>
    Effect.gen(function* () {
      const reports = yield* reportsInOrder
      const source = Stream.concat(Stream.fromIterable(shuffled(reports)), Stream.fail("damaged" as const))
      const emitted: Array<VesselReport> = []
      const end = yield* sortedReports("day.csv", source, 100).pipe(
        Stream.runForEach((report) => Effect.sync(() => emitted.push(report))),
        Effect.scoped,
        Effect.result
      )
      assert.deepStrictEqual(end, Result.fail("damaged"))
      assert.deepStrictEqual(timesOf(reports), timesOf(reports))
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("cannot be sorted where the disk is full: the message states what to do", () =>
    Effect.gen(function* () {
      const reports = yield* reportsInOrder
      const full = PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "makeTempDirectory" })
      const noDisk = FileSystem.layerNoop({ makeTempDirectoryScoped: () => Effect.fail(full) })
      const end = yield* Effect.result(Effect.provide(collected(Stream.fromIterable(shuffled(reports)), 50), noDisk))
      assert.isTrue(Result.isFailure(end))
      if (Result.isFailure(end)) assert.match(end.failure.message, /^day\.csv is not in order of time.*set TMPDIR/)
    })
  )
})
