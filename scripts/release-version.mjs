import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/release-version.mjs", process.argv.slice(2))
