import { launch } from "./launcher/launch.mjs"

launch("scripts/launcher/buildDashboard.mjs", process.argv.slice(2), { inThisProcess: true })
