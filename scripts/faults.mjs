import { launch } from "./launcher/launch.mjs"

launch("packages/http/test/faults/main.ts", process.argv.slice(2))
