import process from "node:process"
import { launch } from "./launcher/launch.mjs"

launch("scripts/executable/main.mjs", process.argv.slice(2), { inFolderOfCaller: true })
