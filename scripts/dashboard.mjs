import { launch } from "./launcher/launch.mjs"

launch("scripts/launcher/buildDashboard.mjs", process.argv.slice(2), {
  help: { about: "Builds the dashboard when its sources have changed." },
  inThisProcess: true
})
