import { AdminApi } from "@landfall/api/admin/AdminApi"
import { ADMIN_PREFIX, ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { withExamples } from "@landfall/api/openapi/Examples"
import { Predicate } from "effect"
import { OpenApi } from "effect/http-api"
import type { Caller } from "./Service.ts"

/** An operation of the contract, with the example of its request body. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly query: ReadonlyArray<string>
}

const operationsOf = ({ paths }: OpenApi.OpenAPISpec): ReadonlyArray<Operation> =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!("operationId" in operation)) return []
      const media = operation.requestBody?.content["application/json"]
      return [
        {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          body: media !== undefined && "example" in media ? media.example : undefined,
          query: (operation.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name)
        }
      ]
    })
  )

/** Every operation of the contract, for accounts. */
export const operations = operationsOf(OpenApi.fromApi(withExamples(LandfallApi)))

/** Every operation of the contract, for the operator. */
export const adminOperations = operationsOf(OpenApi.fromApi(withExamples(AdminApi)))

/** Ids by their prefix, such as `ep_`. */
export type Ids = Readonly<Record<string, string>>

/** Well-formed ids that no account has. */
export const UNKNOWN_IDS: Ids = Object.fromEntries(
  ["app_", "ep_", "shp_", "msg_", "task_", "pwt_", "acc_", "key_"].map((prefix) => [
    prefix,
    `${prefix}01M81PJ64ZF1BEEQYV9XS7WA6P`
  ])
)

const ID_PARAMETERS: Readonly<Record<string, string>> = { endpointId: "ep_", shipmentId: "shp_", watchId: "pwt_" }
const RESOURCES: Readonly<Record<string, string>> = {
  application: "app_",
  endpoint: "ep_",
  shipment: "shp_",
  message: "msg_",
  task: "task_",
  accounts: "acc_",
  keys: "key_",
  key: "key_"
}

/** The prefix of the id that a path parameter takes. */
const prefixOf = ({ path }: Operation, parameter: string): string =>
  ID_PARAMETERS[parameter] ?? RESOURCES[/\/(\w+)\/\{id\}/.exec(path)?.[1] ?? ""] ?? ""

/** The path parameters of an operation that take ids. */
export const idParametersOf = (operation: Operation): ReadonlyArray<string> =>
  [...operation.path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => prefixOf(operation, name) !== "")

/** A bundled anchorage of NLRTM. */
const ANCHORAGE = "NLRTM-maas-north-anchorages"

interface Places {
  readonly port?: string
  readonly anchorage?: string
  readonly carrier?: string
}

/** The path of an operation with these ids, and with a port, an anchorage and a carrier. */
export const pathWith = (
  operation: Operation,
  ids: Ids,
  { port = "NLRTM", anchorage = ANCHORAGE, carrier = "MAEU" }: Places = {}
): string =>
  idParametersOf(operation)
    .reduce((path, name) => path.replace(`{${name}}`, ids[prefixOf(operation, name)] ?? ""), operation.path)
    .replace("{portCode}", port)
    .replace("{scac}", carrier)
    .replace("{imo}", "9706906")
    .replace("{anchorageId}", anchorage)

/** A body with every id of an account replaced, as JSON. */
export const bodyWith = (body: unknown, ids: Ids): string | undefined =>
  body === undefined
    ? undefined
    : Object.entries(ids).reduce(
        (text, [prefix, id]) => text.replaceAll(new RegExp(`\\b${prefix}[0-9A-Z]{26}`, "g"), id),
        JSON.stringify(body)
      )

/** The text at a path of a JSON value; empty when there is none. */
export const textAt = (body: unknown, ...path: ReadonlyArray<string>): string => {
  const value = path.reduce((node, key) => (Predicate.isObjectOrArray(node) ? Reflect.get(node, key) : undefined), body)
  return typeof value === "string" ? value : ""
}

/** Creates an account with a key as the operator, and returns their ids by their prefixes. */
export const createAdminObjects = async (admin: Caller): Promise<Ids> => {
  const { body: account } = await admin.send("POST", `${ADMIN_PREFIX}/accounts`, { name: "Harbour Lines" })
  const { body: key } = await admin.send("POST", `${ADMIN_PREFIX}/accounts/${textAt(account, "id")}/keys`, {})
  return { acc_: textAt(account, "id"), key_: textAt(key, "id") }
}

/** Creates one object of each kind, and returns their ids by their prefixes. */
export const createObjects = async (owner: Caller): Promise<Ids> => {
  const post = async (path: string, body?: unknown) => (await owner.send("POST", `${ALERTS_PREFIX}${path}`, body)).body
  const endpoint = await post("/endpoint", { url: "https://example.com/hook" })
  const id = textAt(endpoint, "id")
  const tracked = await post("/easy-shipment", { [id]: { shipments: [{ number: "MSKU7194304", sealine: "MAEU" }] } })
  const example = await post(`/endpoint/${id}/send-example`, { eventType: "vessel.arrival.at.final.pod" })
  const task = await post(`/message/${textAt(example, "id")}/endpoint/${id}/resend`)
  const key = await post("/key", { name: "Second" })
  const watch = await post(`/endpoint/${id}/port-watch`, {
    portCode: "NLRTM",
    figure: "rateOccupation.commercialVessels.rateOccupationPercentage",
    threshold: 85
  })
  return {
    app_: textAt(endpoint, "applicationId"),
    ep_: id,
    shp_: textAt(tracked, "results", "0", "shipmentId"),
    msg_: textAt(example, "id"),
    task_: textAt(task, "id"),
    pwt_: textAt(watch, "id"),
    key_: textAt(key, "id")
  }
}
