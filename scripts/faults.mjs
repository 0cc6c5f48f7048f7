import { launch } from "./launcher/launch.mjs"

launch("packages/landfall/test/faults/main.ts", process.argv.slice(2))
