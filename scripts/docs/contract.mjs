import { OpenApi } from "effect/http-api"
import { AdminApi } from "../../packages/api/src/admin/AdminApi.ts"
import { LandfallApi } from "../../packages/api/src/LandfallApi.ts"
import { withExamples } from "../../packages/api/src/openapi/Examples.ts"
import { LIMIT_NAMES, limitEntryOf } from "../../packages/core/src/limits/Limits.ts"
import { boundText, fieldsOf, typeText, withoutNull } from "../../packages/landfall/test/contract/SchemaWords.ts"

/** The operations and the component schemas of an API. */
const contractOf = (api) => {
  const { paths, components } = OpenApi.fromApi(withExamples(api))
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation }))
  )
  return { operations, schemas: components.schemas }
}

const service = contractOf(LandfallApi)
const admin = contractOf(AdminApi)

const isUsage = ({ operation }) => /consumption|usages|tariff|limits/i.test(operation.operationId)
const isDashboard = ({ operation }) => operation.operationId.startsWith("dashboard.")
const under = (prefix) => (found) => found.path.startsWith(prefix) && !isUsage(found) && !isDashboard(found)

const section = ({ operations, schemas }, belongs = () => true, column = "operation") => ({
  operations: operations.filter(belongs),
  schemas,
  column
})

/** The sections with operations, by their headings. */
const SECTIONS = {
  Congestion: section(service, under("/congestion/")),
  CO2: section(service, under("/co2/")),
  Alerts: section(service, (found) => under("/webhook/")(found) || found.path === "/application"),
  Dashboard: section(service, isDashboard),
  "Consumption and usage": section(service, isUsage),
  Administration: section(admin, undefined, "admin operation")
}

const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ")
const code = (text) => `\`${cell(text)}\``
const table = (columns, rows) =>
  [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

const operationTable = ({ operations, column }) =>
  table(
    [column, "request", "success", "errors", "purpose"],
    operations.map(({ path, method, operation }) => {
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

const componentAt = ({ $ref }, schemas) => schemas[$ref?.split("/").at(-1)]

/** The description of a value, of its component, or of each of its alternatives. */
const meaningOf = (schema, schemas) => {
  const inner = withoutNull(schema).schema
  const described = [schema, inner, componentAt(inner, schemas) ?? {}].find(
    ({ description }) => description !== undefined
  )
  const alternatives = (schema.anyOf ?? []).flatMap((each) =>
    each.description === undefined ? [] : [each.description]
  )
  return described?.description ?? [...new Set(alternatives)].join(" Or: ")
}

const componentText = (name, schemas) => {
  const schema = schemas[name]
  const rows = fieldsOf(schema).map((field) => {
    const type = typeText(field.schema)
    return [
      code(field.required ? field.path : `${field.path}?`),
      type.includes('"') ? code(type) : type,
      boundText(field.schema),
      cell(meaningOf(field.schema, schemas))
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
const componentsOf = ({ operations, schemas }, used) => {
  const pending = operations.flatMap(({ operation }) => referencesIn(operation))
  const names = []
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (used.has(name)) continue
    used.add(name)
    names.push(name)
    pending.push(...referencesIn(schemas[name]))
  }
  return names.flatMap((name) => componentText(name, schemas))
}

const parameterTable = ({ operations }) => {
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
    ["parameter", "in", "type", "bounds", "meaning", "operations"],
    [...rows.values()].map(({ row, ids }) => [
      ...row,
      ids.length > 6 ? `${ids.length} operations` : ids.map(code).join(", ")
    ])
  )
}

const limitTable = () =>
  table(
    ["limit", "default", "unit", "meaning", "action"],
    LIMIT_NAMES.map((name) => {
      const { byDefault, unit, meaning, action } = limitEntryOf(name)
      return [code(name), String(byDefault), unit, cell(meaning), cell(action)]
    })
  )

/** The text with its table whose first column has this name replaced. */
const replaceTable = (text, column, replacement) => {
  const start = text.indexOf(`\n| ${column} |`)
  if (start < 0) return text
  const end = text.indexOf("\n\n", start + 1)
  return `${text.slice(0, start + 1)}${replacement}${end < 0 ? "\n" : text.slice(end)}`
}

/** A section with its generated tables replaced: those of operations and parameters, and all components after them. */
const rewriteSection = (text, used) => {
  const heading = /^## (.*)$/m.exec(text)?.[1]
  if (heading === "Conventions") {
    used.add("errorInfo")
    return replaceTable(text, "parameter", parameterTable(service)).replace(
      /### `errorInfo`[\s\S]*?\n\| field[\s\S]*?\n\n/,
      () => `${componentText("errorInfo", service.schemas).join("")}\n\n`
    )
  }
  if (heading === "Limits") return replaceTable(text, "limit", limitTable())
  const contents = SECTIONS[heading]
  if (contents === undefined) return text
  const [written] = text.split(/^### `/m)
  const withOperations = replaceTable(written, contents.column, operationTable(contents))
  const rewritten = replaceTable(withOperations, "parameter", parameterTable(contents))
  return `${[rewritten.trimEnd(), ...componentsOf(contents, used)].join("\n\n")}\n\n`
}

/** The contract with its tables of operations, parameters and components as the code has them; all else stays as it is. */
export const rewriteContract = (markdown) => {
  const used = new Set()
  const sections = markdown.split(/^(?=## )/m).map((text) => rewriteSection(text, used))
  return `${sections.join("").trimEnd()}\n`
}
