import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/release-check.mjs", process.argv.slice(2))
