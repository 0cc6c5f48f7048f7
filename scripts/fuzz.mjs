import { launch } from "./launcher/launch.mjs"

launch("packages/landfall/test/fuzz/main.ts", process.argv.slice(2))
