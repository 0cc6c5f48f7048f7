import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/event-types.mjs", process.argv.slice(2))
