import { launch } from "./launcher/launch.mjs"

launch("packages/http/src/main.ts", process.argv.slice(2))
