import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/docs-site.mjs", process.argv.slice(2))
