import { OpenApi } from "effect/http-api"
import { LandfallApi } from "../../packages/api/src/LandfallApi.ts"
import { withExamples } from "../../packages/api/src/openapi/Examples.ts"
import { LIMIT_NAMES, limitEntryOf } from "../../packages/core/src/limits/Limits.ts"
import { boundText, fieldsOf, typeText, withoutNull } from "../../packages/landfall/test/contract/SchemaWords.ts"

const { paths, components } = OpenApi.fromApi(withExamples(LandfallApi))

const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation }))
)

const isUsage = ({ operation }) => /consumption|usages|tariff|limits/i.test(operation.operationId)
const under = (prefix) => (found) => found.path.startsWith(prefix) && !isUsage(found)

/** The sections with operations, by their headings. */
const SECTIONS = {
  Congestion: under("/congestion/"),
  CO2: under("/co2/"),
  Alerts: (found) => under("/webhook/")(found) || found.path === "/application",
  "Consumption and usage": isUsage
}

const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ")
const code = (text) => `\`${cell(text)}\``
const table = (columns, rows) =>
  [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const operationTable = (belongs) =>
  table(
    ["operation", "request", "success", "errors", "purpose"],
    operations.filter(belongs).map(({ path, method, operation }) => {
      const statuses = Object.keys(operation.responses).map(Number)
      return [
        code(operation.operationId),
        code(`${method} ${path}`),
        statuses.filter((status) => status < 400).join(", "),
        statuses.filter((status) => status >= 400).join(", "),
        cell(operation.summary ?? "")
      ]
    })
  )

const componentAt = ({ $ref }) => components.schemas[$ref?.split("/").at(-1)]

const meaningOf = (schema) => {
  const inner = withoutNull(schema).schema
  const described = [schema, inner, componentAt(inner) ?? {}, ...(schema.anyOf ?? [])]
  return described.find(({ description }) => description !== undefined)?.description ?? ""
}

const componentText = (name) => {
  const schema = components.schemas[name]
  const rows = fieldsOf(schema).map((field) => {
    const type = typeText(field.schema)
    return [
      code(field.required ? field.path : `${field.path}?`),
      type.includes('"') ? code(type) : type,
      boundText(field.schema),
      cell(meaningOf(field.schema))
    ]
  })
  if (rows.length === 0) return []
  const text = schema.description === undefined ? [] : [schema.description]
  return [[`### \`${name}\``, ...text, table(["field", "type", "bounds", "meaning"], rows)].join("\n\n")]
}

const referencesIn = (value) => {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== "object" || value === null) return []
  const own = typeof value.$ref === "string" && value.$ref.includes("/schemas/") ? [value.$ref.split("/").at(-1)] : []
  return [...own, ...Object.values(value).flatMap(referencesIn)]
}

/** The components of a section, in the order of their use; a component belongs to the first section that uses it. */
const componentsOf = (belongs, used) => {
  const pending = operations.filter(belongs).flatMap(({ operation }) => referencesIn(operation))
  const names = []
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (used.has(name)) continue
    used.add(name)
    names.push(name)
    pending.push(...referencesIn(components.schemas[name]))
  }
  return names.flatMap(componentText)
}

const parameterTable = () => {
  const rows = new Map()
  for (const { operation } of operations) {
    for (const { name, in: place, schema, description } of operation.parameters ?? []) {
      if (place === "path") continue
      const type = typeText(schema)
      const row = [
        code(name),
        place,
        type.includes('"') ? code(type) : type,
        boundText(schema),
        cell(description ?? "")
      ]
      const key = row.join("|")
      rows.set(key, { row, ids: [...(rows.get(key)?.ids ?? []), operation.operationId] })
    }
  }
  return table(
    ["parameter", "in", "kind", "limits", "meaning", "operations"],
    [...rows.values()].map(({ row, ids }) => [
      ...row,
      ids.length > 6 ? `${ids.length} operations` : ids.map(code).join(", ")
    ])
  )
}

const limitTable = () =>
  table(
    ["limit", "default", "unit", "meaning", "when it is met"],
    LIMIT_NAMES.map((name) => {
      const { byDefault, unit, meaning, action } = limitEntryOf(name)
      return [code(name), String(byDefault), unit, cell(meaning), cell(action)]
    })
  )

/** A section with its generated tables replaced: that of operations, and all components after the first one. */
const rewriteSection = (section, used) => {
  const heading = /^## (.*)$/m.exec(section)?.[1]
  const belongs = SECTIONS[heading]
  if (heading === "Conventions") {
    used.add("errorInfo")
    return section
      .replace(/### `errorInfo`[\s\S]*?\n\| field[\s\S]*?\n\n/, () => `${componentText("errorInfo").join("")}\n\n`)
      .replace(/\| parameter \|[\s\S]*?(?=\n\n|\s*$)/, parameterTable)
  }
  if (heading === "Limits") return section.replace(/\| limit \|[\s\S]*?(?=\n\n|\s*$)/, limitTable)
  if (belongs === undefined) return section
  const [text] = section.split(/^### `/m)
  const rewritten = text.replace(/\| operation \|[\s\S]*?(?=\n\n|\s*$)/, () => operationTable(belongs))
  return `${[rewritten.trimEnd(), ...componentsOf(belongs, used)].join("\n\n")}\n\n`
}

/** The contract with its tables of operations, parameters and components as the code has them; all else is kept. */
export const rewriteContract = (markdown) => {
  const used = new Set()
  const sections = markdown.split(/^(?=## )/m).map((section) => rewriteSection(section, used))
  return `${sections.join("").trimEnd()}\n`
}
