import type { PromiseClient } from "@landfall/api/client/PromiseClient"
import { OPERATIONS } from "./Operations.ts"
import { sendRequest } from "./Request.ts"
import { findMismatch, type ResponseShapes } from "./Shape.ts"

type Table = typeof OPERATIONS

/** The promise client of the contract, with the operations that the dashboard calls. */
export type Client = {
  readonly [Group in keyof Table]: Pick<PromiseClient[Group], keyof Table[Group] & keyof PromiseClient[Group]>
}

interface OperationRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: unknown
  readonly signal?: AbortSignal
}

const pathOf = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))

const queryOf = (query: Readonly<Record<string, unknown>> = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "")
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === "" ? "" : `?${text}`
}

let shapes: ResponseShapes | undefined

/** Checks the responses from now on: one of another shape fails its request. */
export const setResponseShapes = (known: ResponseShapes): void => {
  shapes = known
}

const mismatchOf = (operation: string) => (body: unknown) => {
  const shape = shapes?.operations[operation]
  return shape === undefined ? undefined : findMismatch(body, shape, shapes?.table ?? [])
}

const methodOf =
  (operation: string) =>
  ({ params, query, headers, payload, signal }: OperationRequest = {}): Promise<unknown> => {
    const [method = "GET", path = "/"] = operation.split(" ")
    return sendRequest(method, pathOf(path, params) + queryOf(query), {
      findMismatch: mismatchOf(operation),
      ...(headers === undefined ? {} : { headers }),
      ...(signal === undefined ? {} : { signal }),
      ...(payload === undefined ? {} : { body: payload })
    })
  }

const groups: Record<string, Record<string, (request?: OperationRequest) => Promise<unknown>>> = Object.fromEntries(
  Object.entries(OPERATIONS).map(([group, operations]) => [
    group,
    Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, methodOf(operation)]))
  ])
)

/** Calls the operations of the service with the session of the browser. */
// The names and the JSON are those of the contract; a test compares the paths with it.
export const client = groups as Client
