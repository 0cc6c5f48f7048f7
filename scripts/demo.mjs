import { launch } from "./launcher/launch.mjs"

launch("packages/http/src/demo/main.ts", process.argv.slice(2))
