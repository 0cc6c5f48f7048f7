import process from "node:process"
import { checkMigrations } from "../checks/migrations.mjs"

process.exitCode = checkMigrations() ? 0 : 1
