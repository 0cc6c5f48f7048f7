import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { eventTypesPage, eventTypesSchema } from "../docs/eventTypes.mjs"

test("docs/event-types.md is what `npm run docs:event-types` writes", () => {
  const page = readFileSync(new URL("../../docs/event-types.md", import.meta.url), "utf8")
  expect(page === eventTypesPage(), "run npm run docs:event-types").toBe(true)
})

test("docs/event-types.schema.json is what `npm run docs:event-types` writes", () => {
  const file = readFileSync(new URL("../../docs/event-types.schema.json", import.meta.url), "utf8")
  expect(file === eventTypesSchema(), "run npm run docs:event-types").toBe(true)
})
