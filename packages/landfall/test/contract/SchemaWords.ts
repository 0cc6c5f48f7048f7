/** A JSON Schema of the OpenAPI document, as far as the contract describes it. */
export interface SchemaNode {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<SchemaNode>
  readonly allOf?: ReadonlyArray<SchemaNode>
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: ReadonlyArray<string>
  readonly items?: SchemaNode
  readonly additionalProperties?: boolean | SchemaNode
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly minProperties?: number
  readonly pattern?: string
}

/** Enumerations with more values than this are described by their number of values. */
const MAX_LISTED = 12

const isNull = ({ type }: SchemaNode): boolean => type === "null"

const enumText = (values: ReadonlyArray<unknown>): string =>
  values.length > MAX_LISTED
    ? `one of ${values.length} values`
    : values.map((value) => JSON.stringify(value)).join(", ")

/** A schema without its alternative null, and whether it had one. */
export const withoutNull = (schema: SchemaNode): { readonly schema: SchemaNode; readonly nullable: boolean } => {
  const { anyOf } = schema
  if (anyOf === undefined || !anyOf.some(isNull)) return { schema, nullable: false }
  const others = anyOf.filter((member) => !isNull(member))
  const [only] = others
  return { schema: others.length === 1 && only !== undefined ? only : { ...schema, anyOf: others }, nullable: true }
}

/** The type of a value in words, as the tables of the contract write it. */
export const typeText = (node: SchemaNode): string => {
  const { schema, nullable } = withoutNull(node)
  const text = plainType(schema)
  return nullable ? `${text} or null` : text
}

const plainType = ({
  $ref,
  anyOf,
  enum: values,
  type,
  format,
  items,
  properties,
  additionalProperties
}: SchemaNode): string => {
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? ""
  if (values !== undefined) return enumText(values)
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeText))].join(" or ")
  if (type === "array") return `list of ${items === undefined ? "anything" : typeText(items)}`
  if (type === "object" && properties === undefined)
    return typeof additionalProperties === "object" ? `map of ${typeText(additionalProperties)}` : "object"
  return format ?? type ?? "anything"
}

/** What bounds count, for one and for more. */
type Unit = readonly [one: string, more: string]

const rangeText = (minimum: number | undefined, maximum: number | undefined, unit?: Unit): string | undefined => {
  const counted = (count: number) => (unit === undefined ? `${count}` : `${count} ${unit[count === 1 ? 0 : 1]}`)
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${counted(maximum)}`
  if (minimum !== undefined) return `at least ${counted(minimum)}`
  return maximum === undefined ? undefined : `at most ${counted(maximum)}`
}

/** The bounds of a value in words; empty when it has none. */
export const boundText = (node: SchemaNode): string => {
  const { schema } = withoutNull(node)
  const { exclusiveMinimum, exclusiveMaximum, allOf = [] } = schema
  return [
    rangeText(schema.minimum, schema.maximum),
    exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? undefined : `less than ${exclusiveMaximum}`,
    rangeText(schema.minLength, schema.maxLength, ["character", "characters"]),
    rangeText(schema.minItems, schema.maxItems, ["item", "items"]),
    rangeText(schema.minProperties, schema.maxProperties, ["entry", "entries"]),
    ...allOf.map((part) => boundText(part) || undefined)
  ]
    .filter((text) => text !== undefined)
    .join(", ")
}

/** A property of a component, with its path: `quality.window.meanDays`, `results[].status`. */
export interface Field {
  readonly path: string
  readonly schema: SchemaNode
  readonly required: boolean
}

const joinPath = (path: string, next: string): string =>
  path === "" || next.startsWith("[") ? `${path}${next}` : `${path}.${next}`

/** The properties inside a value at a path, each followed by the properties inside it. */
const fieldsBelow = (path: string, node: SchemaNode): ReadonlyArray<Field> => {
  const { schema } = withoutNull(node)
  if (schema.type === "array" && schema.items !== undefined) return fieldsBelow(joinPath(path, "[]"), schema.items)
  if (schema.anyOf !== undefined) return alternativeFields(schema.anyOf.map((member) => fieldsBelow(path, member)))
  if (typeof schema.additionalProperties === "object" && schema.properties === undefined)
    return fieldsBelow(joinPath(path, "*"), schema.additionalProperties)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    { path: joinPath(path, name), schema: property, required: schema.required?.includes(name) ?? false },
    ...fieldsBelow(joinPath(path, name), property)
  ])
}

/** The properties of alternatives: one is required when every alternative requires it, and has the types of all. */
const alternativeFields = (alternatives: ReadonlyArray<ReadonlyArray<Field>>): ReadonlyArray<Field> => {
  const paths = new Set(alternatives.flat().map(({ path }) => path))
  return [...paths].map((path) => {
    const found = alternatives.flatMap((fields) => fields.filter((field) => field.path === path))
    const [first] = found
    const types = new Set(found.map(({ schema }) => typeText(schema)))
    return {
      path,
      required: found.length === alternatives.length && found.every(({ required }) => required),
      schema: types.size === 1 && first !== undefined ? first.schema : { anyOf: found.map(({ schema }) => schema) }
    }
  })
}

/** Every property of a schema, each followed by the properties inside it. Components are described by themselves. */
export const fieldsOf = (schema: SchemaNode): ReadonlyArray<Field> => fieldsBelow("", schema)
