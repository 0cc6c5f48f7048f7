import { launch } from "./launcher/launch.mjs"

launch("packages/landfall/src/demo/main.ts", process.argv.slice(2))
