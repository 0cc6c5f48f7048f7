import { launch } from "./launcher/launch.mjs"

launch("packages/bench/src/main.ts", process.argv.slice(2))
