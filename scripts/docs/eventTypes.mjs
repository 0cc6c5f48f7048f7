import { eventCatalogue, eventsSchema } from "../../packages/core/src/catalogue/EventCatalogue.ts"

const HEAD = `# Event types

Every event type that an endpoint can receive, with one example each. The rules that emit real alerts make the examples from
one example journey. \`GET /webhook/api/v1/event-types\` returns the JSON Schema of each body. [One JSON
Schema](event-types.schema.json) describes all of them. \`npm run docs:event-types\` writes both.

`

const SECTIONS = [
  ["catalogue", "The catalogue", "An endpoint without `filterTypes` receives these 33 types."],
  ["opt-in", "Opt-in types", "Only endpoints that name these types in `filterTypes` receive them."],
  [
    "operational",
    "Operational types",
    "These types are about deliveries to the account's endpoints and about its credits. Only endpoints that name them in `filterTypes` receive them."
  ]
]

const entryOf = ({ type, description, example }) =>
  `### ${type}\n\n${description}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`

/** The page `docs/event-types.md`. */
export const eventTypesPage = () => {
  const entries = eventCatalogue()
  const sections = SECTIONS.map(([family, title, introduction]) => {
    const listed = entries.filter((entry) => entry.family === family)
    const index = listed.map(({ type, description }) => `| \`${type}\` | ${description} |`).join("\n")
    return `## ${title}\n\n${introduction}\n\n| type | description |\n|---|---|\n${index}\n\n${listed.map(entryOf).join("\n")}`
  })
  return HEAD + sections.join("\n")
}

/** The file `docs/event-types.schema.json`. */
export const eventTypesSchema = () => `${JSON.stringify(eventsSchema(), null, 2)}\n`
