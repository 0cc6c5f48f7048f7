import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { transhipmentVoyage } from "@landfall/testing/journeys/Voyage"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { DateTime } from "effect"
import { start } from "../../support/Command.ts"
import { openAttack, registrationOf, sendPatiently } from "../Attacker.ts"
import { SERVICE_SETTINGS } from "../Service.ts"
import type { AttackCase } from "../Stage.ts"

const CONTAINERS = 4_000
const DAYS = 20
/** The longest import, which has no end of its own in the short form. */
const MAX_MILLIS = 600_000

export const imports: AttackCase = {
  name: "imports",
  title: "the events of 4,000 containers are imported by a command while the server runs",
  stores: ["sqlite", "postgres"],
  run: async (stage) => {
    const { service, attacker, endpoint } = await openAttack(stage, { name: "Imported" })
    const containers = Array.from({ length: stage.size(CONTAINERS, 40) }, (_, n) => containerOf(600_000 + n))
    const lines = containers.slice(0, 1_000).map((number) => ({ number }))
    await sendPatiently(attacker, "POST", "/easy-shipment", registrationOf([endpoint], lines))
    const voyageStart = DateTime.subtract(DateTime.nowUnsafe(), { days: DAYS })
    const events = containers.flatMap((container) =>
      transhipmentVoyage({ container, booking: `I${container}`, start: voyageStart }).flatMap(
        (step): ReadonlyArray<object> => step.events
      )
    )
    const file = join(service.folder, "events.json")
    writeFileSync(file, JSON.stringify(events))
    await stage.beside(service, async (span) => {
      const settings = { ...SERVICE_SETTINGS, LANDFALL_DATABASE_URL: stage.databaseUrl ?? "sqlite:landfall.db" }
      const importing = start(
        service.folder,
        ["import", "tracking", file, "--account", attacker.accountId, "--json"],
        settings
      )
      const limit = Math.min(MAX_MILLIS, span.until - performance.now())
      const timer = setTimeout(() => importing.child.kill("SIGINT"), limit)
      const { code, stdout } = await importing.ended
      clearTimeout(timer)
      stage.note(
        `The import of ${events.length} events ended with ${code ?? "a signal"}: ${stdout.slice(0, 120).trim()}`
      )
    })
  }
}
