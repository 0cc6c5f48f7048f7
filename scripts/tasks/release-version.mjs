import process from "node:process"
import { bumpVersions } from "../release/version.mjs"

process.exitCode = await bumpVersions()
