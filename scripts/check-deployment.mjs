import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/check-deployment.mjs", process.argv.slice(2))
