import { assert, describe, it } from "@effect/vitest"
import { SILENCE_MILLIS } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { Option } from "effect"
import {
  assessClock,
  assessDisk,
  assessMemory,
  assessOpenFiles,
  assessParts,
  assessSchema,
  assessSessions,
  assessWorkers
} from "../../src/doctor/Assessments.ts"

const GIBIBYTE = 2 ** 30
const MEBIBYTE = 2 ** 20

const statuses = (assess: (value: number) => { readonly status: string }, ...values: ReadonlyArray<number>) =>
  values.map((value) => assess(value).status)

describe("a finding", () => {
  it("about the clock warns from 2 s and fails from the 5 minutes that receivers tolerate, in both directions", () => {
    assert.deepStrictEqual(statuses(assessClock, 0, 2_000, -2_000), ["ok", "ok", "ok"])
    assert.deepStrictEqual(statuses(assessClock, 2_001, -2_001, 300_000), ["warning", "warning", "warning"])
    assert.deepStrictEqual(statuses(assessClock, 300_001, -300_001), ["failed", "failed"])
    assert.match(assessClock(-4_000).message, /^The clock of this machine is 4\.0 s behind the database\.$/)
  })

  it("about the disk warns below 1 GiB or the size of the database, and fails below 0.1 GiB", () => {
    assert.strictEqual(assessDisk("/data", 10 * GIBIBYTE, GIBIBYTE).status, "ok")
    assert.strictEqual(assessDisk("/data", 2 * GIBIBYTE, 3 * GIBIBYTE).status, "warning")
    assert.strictEqual(assessDisk("/data", 0.9 * GIBIBYTE, 0).status, "warning")
    assert.strictEqual(assessDisk("/data", 0.09 * GIBIBYTE, 0).status, "failed")
  })

  it("about limits states what to raise", () => {
    assert.deepStrictEqual(statuses(assessOpenFiles, 1_023, 1_024, 4_096, Number.POSITIVE_INFINITY), [
      "failed",
      "warning",
      "ok",
      "ok"
    ])
    assert.match(assessOpenFiles(256).fix ?? "", /ulimit -n/)
    assert.deepStrictEqual(statuses(assessMemory, 200 * MEBIBYTE, 300 * MEBIBYTE, 512 * MEBIBYTE), [
      "failed",
      "warning",
      "ok"
    ])
    assert.strictEqual(assessSessions({ used: 90, most: 100 }).status, "ok")
    assert.strictEqual(assessSessions({ used: 91, most: 100 }).status, "warning")
  })

  it("about the schema fails for a newer one and warns about an older one", () => {
    assert.deepStrictEqual(
      statuses((applied) => assessSchema(applied, 10), 9, 10, 11),
      ["warning", "ok", "failed"]
    )
  })

  it("about workers warns of those that are not active", () => {
    const heartbeat = (seenMillisAgo: number) => ({ seenMillisAgo, claimedMillisAgo: Option.some(seenMillisAgo) })
    assert.deepInclude(assessWorkers([]), { status: "ok", message: "No worker runs." })
    assert.deepInclude(assessWorkers([heartbeat(0), heartbeat(1)]), { status: "ok", message: "2 workers run." })
    const { status, message } = assessWorkers([heartbeat(0), heartbeat(SILENCE_MILLIS + 1)])
    assert.deepStrictEqual([status, message], ["warning", "1 worker of 2 is not active, seen up to 60 s ago."])
  })

  it("about the parts of AIS names those without a process, and fails for another number of parts", () => {
    const [one, two] = [Option.some(DetectorId.make("one")), Option.some(DetectorId.make("two"))]
    const assess = (...args: Parameters<typeof assessParts>) =>
      assessParts(...args).map(({ status, message }) => `${status}: ${message}`)
    assert.deepStrictEqual(assess(1, true, []), [])
    assert.deepStrictEqual(assess(2, false, []), [])
    assert.deepStrictEqual(assess(2, true, []), ["warning: No process detects vessels in 2 parts."])
    for (const receives of [true, false])
      assert.deepStrictEqual(assess(3, receives, [one, two, one]), ["ok: The 3 parts are detected by 2 processes."])
    assert.deepStrictEqual(assess(2, true, [one, one]), ["ok: The 2 parts are detected by one process."])
    assert.deepStrictEqual(assess(3, true, [one, Option.none(), Option.none()]), [
      "warning: Parts that no process detects: 2, 3 of 3."
    ])
    assert.deepStrictEqual(assess(1, true, [one, two]), [
      "failed: LANDFALL_AIS_PARTS is 1, and the running processes divide vessels into 2 parts."
    ])
    assert.deepStrictEqual(assess(1, false, [one, two]), ["ok: The 2 parts are detected by 2 processes."])
  })
})
