import { closeSync, openSync, readSync, renameSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { run } from "../../support/Command.ts"
import { createEndpoints, describeStatuses } from "../Attacker.ts"
import { startReceiver } from "../Receivers.ts"
import type { AttackCase, Stage } from "../Stage.ts"

const WATCH_MILLIS = 30_000
const FLIPPED_BITS = 50
const HEADER_BYTES = 100
const EXAMPLES = 20
const EXAMPLE = { eventType: "vessel.arrival.at.final.pod" }

/** Moves everything into the database file: what is still in the log cannot be damaged there. */
const checkpoint = (path: string) => {
  const database = new DatabaseSync(path)
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  database.close()
}

/** Overwrites everything behind the header of a database file. */
const overwritePages = (path: string) => {
  const file = openSync(path, "r+")
  const size = statSync(path).size - HEADER_BYTES
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, HEADER_BYTES)
  closeSync(file)
}

const flipBits = (path: string) => {
  const file = openSync(path, "r+")
  const size = statSync(path).size
  const byte = Buffer.alloc(1)
  for (let n = 0; n < FLIPPED_BITS; n++) {
    const at = HEADER_BYTES + Math.floor(((size - HEADER_BYTES) * (n + 0.5)) / FLIPPED_BITS)
    readSync(file, byte, 0, 1, at)
    byte[0] = (byte[0] ?? 0) ^ (1 << (n % 8))
    writeSync(file, byte, 0, 1, at)
  }
  closeSync(file)
}

/** Damages a database under a running service, and watches what the service says and accepts. */
const damage = async (stage: Stage, name: string, harm: (path: string) => void, found: "readiness" | "doctor") => {
  const receiver = await startReceiver(204)
  stage.defer(receiver.close)
  const service = await stage.startService({ exclusive: true })
  const owner = await service.newAccount("Owner")
  const [endpoint] = await createEndpoints(owner, [receiver.url])
  const write = () => owner.send("POST", `${ALERTS_PREFIX}/endpoint/${endpoint}/send-example`, EXAMPLE)
  for (let n = 0; n < EXAMPLES; n++) await write()
  while (receiver.received() < EXAMPLES) await sleep(50)
  const path = join(service.folder, "landfall.db")
  checkpoint(path)
  harm(path)
  const statuses: Record<string, number> = {}
  const startedAt = performance.now()
  let noticed: number | undefined
  // Readiness does not have to notice a few flipped bits: the short form leaves them to the doctor.
  const watchMillis = found === "doctor" ? stage.size(WATCH_MILLIS, 0) : WATCH_MILLIS
  while (noticed === undefined && performance.now() - startedAt < watchMillis) {
    const { status } = await write()
    statuses[status] = (statuses[status] ?? 0) + 1
    const { status: readiness } = await owner.send("GET", "/readyz")
    if (readiness === 503) noticed = Math.round(performance.now() - startedAt)
    await sleep(200)
  }
  const word = noticed === undefined ? `still ready after ${watchMillis / 1000} s` : `not ready after ${noticed} ms`
  stage.note(`${name}: ${word}; writes until then: ${describeStatuses(statuses)}.`)
  if (found === "readiness") {
    stage.expect(noticed !== undefined, `${name}: the service is still ready.`)
    const { status } = await write()
    stage.expect(status >= 500, `${name}: a write still returns ${status}.`)
  } else {
    const doctor = await run(service.folder, ["doctor"], { LANDFALL_DATABASE_URL: "sqlite:landfall.db" })
    const finding = /^failed\s+(.*)$/m.exec(doctor.stdout)?.[1] ?? ""
    stage.note(`${name}: landfall doctor ends with ${doctor.code}. ${finding}`)
    stage.expect(
      noticed !== undefined || /damage|corrupt|malformed/i.test(finding),
      `${name}: neither /readyz nor landfall doctor finds it.`
    )
  }
  stage.expect(
    service.members.every(({ running }) => running.child.exitCode === null),
    `${name}: the process has ended.`
  )
  await service.stop()
}

export const damagedFile: AttackCase = {
  name: "damaged-file",
  title: "every page overwritten; the file moved away; 50 flipped bits",
  stores: ["sqlite"],
  run: async (stage) => {
    await Promise.all([
      damage(stage, "every page overwritten", overwritePages, "readiness"),
      damage(stage, "file moved away", (path) => renameSync(path, `${path}.moved`), "readiness"),
      damage(stage, "50 flipped bits", flipBits, "doctor")
    ])
  }
}
