import { launch } from "./launcher/launch.mjs"

launch("packages/landfall/test/soak/main.ts", process.argv.slice(2))
