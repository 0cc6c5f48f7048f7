import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/api-report.mjs", process.argv.slice(2), {
  help: { about: "Writes the API report of every package, and the exports with which it is published." }
})
