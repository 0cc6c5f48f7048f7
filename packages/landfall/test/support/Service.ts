import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Account, AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { AllowedNetworkTexts } from "@landfall/core/accounts/AllowedNetworks"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import type { Plan } from "@landfall/core/accounts/Plan"
import type { ConfiguredCarrier } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServer } from "effect/http"
import * as LandfallServer from "../../src/service/LandfallServer.ts"
import type { runningClock } from "./ServiceClock.ts"

const decodeNetworks = Schema.decodeSync(AllowedNetworkTexts)

export interface CallerResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON from outside as it likes
  readonly body: any
}

/** One caller of the running service. */
export interface Caller {
  readonly key: string
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>
  ) => Promise<CallerResponse>
}

/** An empty database in memory. */
export const storage = SqliteStorage.layer({ filename: ":memory:" }).pipe(
  Layer.provideMerge(AesGcmSecretBox.layer({ key: Redacted.make("a key for tests alone") }))
)

/** The whole service on an empty database in memory and a free port of this machine, with these settings. */
export const serviceOf = (settings: Partial<LandfallServer.ServerOptions>) =>
  LandfallServer.layer({ ...LandfallServer.localOptions, ...settings }).pipe(
    Layer.provideMerge(storage),
    Layer.provideMerge(Layer.merge(NodeServices.layer, NodeCrypto.layer))
  )

/** As `serviceOf`, with these carriers. */
export const serviceWith = (carriers: ReadonlyArray<ConfiguredCarrier>) => serviceOf({ carriers })

export const serviceLayer = serviceWith([])

/** The service on a clock of the test, for rules about hours, days and months. No receiver accepts its signatures. */
export const serviceOn = (clock: typeof runningClock) => serviceLayer.pipe(Layer.provideMerge(clock))

export const serviceUrl = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))

const isText = (body: unknown): body is string => typeof body === "string"

/** A caller with a key; a body that is text goes out as it is, anything else as JSON. */
export const callerOf = (url: string, key: string): Caller => ({
  key,
  send: async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { api_key: key, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: isText(body) ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
    const parsed = isJson ? JSON.parse(text || "null") : text
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : parsed }
  }
})

/** A caller with the id of its account. */
interface AccountCaller extends Caller {
  readonly accountId: AccountId
}

/** A new account with a separate key, which may be used from these networks; from every address by default. */
export const newCaller = Effect.fnUntraced(function* (
  plan: Plan = "pay-as-you-go",
  credits: number | null = 1_000_000,
  allowedNetworks: ReadonlyArray<string> = []
) {
  const random = yield* SecureRandom.SecureRandom
  const account = new Account({
    id: AccountId.make(`acc_${yield* random.ulid}`),
    name: "Test",
    plan,
    monthlyCredits: Option.fromNullOr(credits),
    createdAt: yield* DateTime.now
  })
  yield* (yield* AccountStore).create(account)
  const issued = yield* (yield* ApiKeys).issue({
    accountId: account.id,
    name: "Key",
    allowedNetworks: decodeNetworks(allowedNetworks)
  })
  const caller: AccountCaller = {
    ...callerOf(yield* serviceUrl, Redacted.value(issued.secret)),
    accountId: account.id
  }
  return caller
})
