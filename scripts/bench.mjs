import { launch } from "./launcher/launch.mjs"

launch("packages/http/src/bench/main.ts", process.argv.slice(2))
