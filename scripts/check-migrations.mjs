import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/check-migrations.mjs", process.argv.slice(2))
