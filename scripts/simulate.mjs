import { launch } from "./launcher/launch.mjs"

launch("packages/bench/src/simulate/main.ts", process.argv.slice(2))
