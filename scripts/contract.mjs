import { launch } from "./launcher/launch.mjs"

launch("scripts/tasks/contract.mjs", process.argv.slice(2))
