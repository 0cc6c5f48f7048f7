import { launch } from "./launcher/launch.mjs"

launch("packages/landfall/test/attack/main.ts", process.argv.slice(2))
