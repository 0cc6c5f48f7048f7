import { assert } from "@effect/vitest"
import { AdminApi } from "@landfall/api/admin/AdminApi"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { HttpApi } from "effect/http-api"
import { type Caller, callerOf, serviceOf, serviceUrl } from "./Service.ts"

export const ADMIN_KEY = "an-admin-key-for-tests"

export const operations: Array<{ readonly method: string; readonly path: string }> = []
HttpApi.reflect(AdminApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint }) =>
    void operations.push({ method: endpoint.method, path: endpoint.path.replaceAll(/:\w+/g, "x") })
})

export const send = (caller: Caller, ...args: Parameters<Caller["send"]>) => Effect.promise(() => caller.send(...args))
export const hasBody = (method: string) => method === "POST" || method === "PATCH"

export const adminCaller = Effect.map(serviceUrl, (url) => callerOf(url, ADMIN_KEY))

/** The log lines of the service, each as JSON. */
export const logLines: Array<string> = []
const collectingLogger = Logger.layer([Logger.map(Logger.formatJson, (line) => void logLines.push(line))])

export const adminService = serviceOf({ adminKey: Option.some(Redacted.make(ADMIN_KEY)) }).pipe(
  Layer.provideMerge(collectingLogger)
)

export const createAccount = Effect.fnUntraced(function* (body: object = { name: "Harbour Lines" }) {
  const admin = yield* adminCaller
  const created = yield* send(admin, "POST", "/admin/v1/accounts", body)
  assert.strictEqual(created.status, 201, JSON.stringify(created.body))
  return { admin, account: created.body }
})
