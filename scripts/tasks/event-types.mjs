import { writeFileSync } from "node:fs"
import { eventTypesPage, eventTypesSchema } from "../docs/eventTypes.mjs"

writeFileSync(new URL("../../docs/event-types.md", import.meta.url), eventTypesPage())
writeFileSync(new URL("../../docs/event-types.schema.json", import.meta.url), eventTypesSchema())
