import { assert, layer } from "@effect/vitest"
import { LIMIT_NAMES, limitEntryOf } from "@landfall/core/limits/Limits"
import { Effect } from "effect"
import {
  fieldRows,
  limitRows,
  parameterTables,
  type StatedOperation,
  statedAdminOperations,
  statedOperations,
  unquoted
} from "./ContractDocument.ts"
import { contractService } from "./ContractService.ts"
import { boundText, fieldsOf, type SchemaNode, typeText, withoutNull } from "./SchemaWords.ts"
import { type ServedContract, servedAdminContract, servedContract } from "./ServedContract.ts"
import { makeStatements } from "./Statements.ts"

const statements = makeStatements()
const { state } = statements

const byId = (a: { readonly id: string }, b: { readonly id: string }) => a.id.localeCompare(b.id)

const assertOperations = (stated: ReadonlyArray<StatedOperation>, { operations }: ServedContract) => {
  assert.deepStrictEqual(
    stated.map(({ section: _, ...operation }) => operation).toSorted(byId),
    operations
      .map(({ id, method, path, statuses }) => ({
        id,
        method,
        path,
        successes: statuses.filter((status) => status < 400),
        errors: statuses.filter((status) => status >= 400)
      }))
      .toSorted(byId)
  )
  for (const _ of stated) state("operations", () => undefined)
}

/** The parameters of the operations as the page lists them: one row for each, with the operations that have it. */
const parameterRows = ({ operations }: ServedContract): ReadonlyArray<string> => {
  const ids = new Map<string, Array<string>>()
  for (const { id, parameters } of operations) {
    for (const { name, in: place, schema, description = "" } of parameters) {
      const row = [name, place, typeText(schema), boundText(schema), description].join(" | ")
      ids.set(row, [...(ids.get(row) ?? []), id])
    }
  }
  return [...ids].map(
    ([row, users]) => `${row} | ${users.length > 6 ? `${users.length} operations` : users.join(", ")}`
  )
}

const assertParameters = (heading: string, contract: ServedContract) => {
  const stated = parameterTables
    .filter((table) => table.heading === heading)
    .flatMap(({ rows }) =>
      rows.map((row) =>
        [
          unquoted(row.parameter),
          row.in,
          unquoted(row.type),
          row.bounds,
          row.meaning,
          (row.operations ?? "").replaceAll(/`([^`]*)`(?=, |$)/g, "$1")
        ].join(" | ")
      )
    )
  assert.deepStrictEqual(stated, parameterRows(contract))
  for (const _ of stated) state("parameters", () => undefined)
}

const statedFields = (name: string) =>
  [...(fieldRows.get(name)?.values() ?? [])].map((row) => ({
    field: unquoted(row.field),
    type: unquoted(row.type),
    bounds: row.bounds
  }))

const servedFields = (schema: SchemaNode) =>
  fieldsOf(schema).map((field) => ({
    field: field.required ? field.path : `${field.path}?`,
    type: typeText(field.schema),
    bounds: boundText(field.schema)
  }))

layer(contractService, { excludeTestServices: true })("the tables of docs/contract.md", (it) => {
  it.effect("name every operation with its path, its statuses and nothing else", () =>
    Effect.gen(function* () {
      assertOperations(statedOperations, yield* servedContract)
      assertOperations(statedAdminOperations, yield* servedAdminContract)
    })
  )

  it.effect("name every query parameter and header with its type, its bounds and its operations", () =>
    Effect.gen(function* () {
      assertParameters("`errorInfo`", yield* servedContract)
      assertParameters("Administration", yield* servedAdminContract)
    })
  )

  it.effect("name every property of every component with its type and its bounds", () =>
    Effect.gen(function* () {
      const contracts = [yield* servedContract, yield* servedAdminContract]
      const components = contracts
        .flatMap(({ schemas }) => Object.entries(schemas))
        .filter(([, schema]) => fieldsOf(schema).length > 0)
      assert.deepStrictEqual(
        [...fieldRows.keys()].toSorted(),
        [...new Set(components.map(([name]) => name))].toSorted()
      )
      for (const [name, schema] of components) {
        assert.deepStrictEqual(statedFields(name), servedFields(schema), name)
        for (const _ of statedFields(name)) state("fields", () => undefined)
      }
    })
  )

  it("name every limit with its default, and the action when it is met", () => {
    assert.deepStrictEqual(
      limitRows.map((row) => [unquoted(row.limit), row.default, row.unit, row.meaning, row.action]),
      LIMIT_NAMES.map((name) => {
        const { byDefault, unit, meaning, action } = limitEntryOf(name)
        return [name, String(byDefault), unit, meaning, action]
      })
    )
    for (const _ of limitRows) state("limits", () => undefined)
  })

  it.effect("describe every request body by a component, but for events of carriers", () =>
    Effect.gen(function* () {
      for (const { operations } of [yield* servedContract, yield* servedAdminContract]) {
        const inline = operations.filter(
          ({ request }) => request !== undefined && withoutNull(request).schema.$ref === undefined
        )
        assert.includeMembers(
          ["notifications.notify", "trackingEvents.receive"],
          inline.map(({ id }) => id)
        )
      }
      statements.print()
    })
  )
})
