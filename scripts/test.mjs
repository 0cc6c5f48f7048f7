import { launch } from "./launcher/launch.mjs"

launch("scripts/checks/main.mjs", process.argv.slice(2))
