import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { Effect, Stream } from "effect"
import { portCallsOf, toGeoJson } from "../src/PortCalls.ts"

const file = readFileSync(new URL("../data/ais.csv", import.meta.url))
const { calls, counts } = await Effect.runPromise(portCallsOf("ais.csv", Stream.succeed(file)))

test("each vessel that stops in a port has a call there", () => {
  assert.deepEqual([...new Set(calls.map(({ port }) => port))].toSorted(), ["DEHAM", "NLRTM"])
  assert.equal(counts.lines, file.toString("utf8").trimEnd().split("\n").length)
})

test("a vessel at anchor and then at a berth has one call with two stays", () => {
  const [call, ...others] = calls.filter(({ stays }) => stays.length > 1)
  assert.deepEqual(others, [])
  assert.deepEqual(
    call?.stays.map(({ kind }) => kind),
    ["anchorage", "berth"]
  )
})

test("each stay is a point in its port, with its hours", () => {
  const { features } = toGeoJson(calls)
  assert.equal(features.length, calls.flatMap(({ stays }) => stays).length)
  for (const { geometry, properties } of features) {
    const [longitude = 0, latitude = 0] = geometry.coordinates
    assert.ok(longitude > 3 && longitude < 11 && latitude > 51 && latitude < 54)
    assert.match(properties.from, /^2026-01-/)
  }
})
