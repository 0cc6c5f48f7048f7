import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/api-report.mjs", process.argv.slice(2))
