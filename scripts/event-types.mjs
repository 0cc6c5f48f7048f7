import { writeFileSync } from "node:fs"
import { eventTypesPage } from "./docs/eventTypes.mjs"

writeFileSync(new URL("../docs/event-types.md", import.meta.url), eventTypesPage())
