import { eventCatalogue } from "../../packages/core/src/catalogue/EventCatalogue.ts"

const HEAD = `# Event types

What can be told to an endpoint, with one example each, made by the same rules as real alerts from one example journey. The JSON
Schema of each body is answered by \`GET /webhook/api/v1/event-types\`. This page is written by \`npm run docs:event-types\`.

`

const SECTIONS = [
  ["catalogue", "The catalogue", "These 33 are sent to every endpoint that names no `filterTypes`."],
  ["opt-in", "Opt-in types", "These are sent to the endpoints alone that name them in `filterTypes`."],
  [
    "operational",
    "Operational types",
    "What the service says of its own deliveries, to the endpoints alone that name these types in `filterTypes`."
  ]
]

const entryOf = ({ type, description, example }) =>
  `### ${type}\n\n${description}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`

/** The page `docs/event-types.md`. */
export const eventTypesPage = () => {
  const entries = eventCatalogue()
  const sections = SECTIONS.map(([family, title, words]) => {
    const own = entries.filter((entry) => entry.family === family)
    const index = own.map(({ type, description }) => `| \`${type}\` | ${description} |`).join("\n")
    return `## ${title}\n\n${words}\n\n| type | it says |\n|---|---|\n${index}\n\n${own.map(entryOf).join("\n")}`
  })
  return HEAD + sections.join("\n")
}
