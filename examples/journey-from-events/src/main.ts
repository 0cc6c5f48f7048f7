import { readFileSync } from "node:fs"
import process from "node:process"
import { journeyView } from "@landfall/core/tracking/journey/JourneyView"
import { describeChanges, reportJourneys } from "./Journeys.ts"

const [file = "data/events.json", since = new Date(Date.now() - 24 * 3_600_000).toISOString()] = process.argv.slice(2)
const { changes, journeys, rejected } = reportJourneys(JSON.parse(readFileSync(file, "utf8")), new Date(since))

for (const { path, reason } of rejected) console.error(`${file}: ${path} ${reason}`)
for (const journey of journeys) {
  const { container, milestones } = journeyView(journey)
  console.log(`${container ?? "unknown container"}`)
  for (const { classifier, date, location, milestone } of milestones) {
    console.log(`  ${date.slice(0, 16)} ${classifier} ${location.unlocode} ${milestone}`)
  }
}
console.log(`\nSince ${since}:`)
for (const line of describeChanges(changes)) console.log(`  ${line}`)
