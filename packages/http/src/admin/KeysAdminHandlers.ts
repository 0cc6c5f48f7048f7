import { AdminApi } from "@landfall/api/admin/AdminApi"
import { type CreateKey, KeyView } from "@landfall/api/admin/KeysAdminApi"
import { type AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { type ApiKey, ApiKeyStore, apiKeyState } from "@landfall/core/accounts/ApiKey"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { makeIdempotent, wholeResponse } from "../conventions/IdempotentRequests.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseAccountId, parseApiKeyId } from "../conventions/PathIds.ts"
import { withAuditLine } from "./AuditLog.ts"

const DEFAULT_NAME = "Key"

/** The wire form of a key, with its state at an instant. */
export const toKeyView = (now: DateTime.Utc) => (key: ApiKey) => ({
  id: key.id,
  accountId: key.accountId,
  name: key.name,
  prefix: Option.getOrNull(key.prefix),
  state: apiKeyState(key, now),
  createdAt: key.createdAt,
  expiresAt: Option.getOrNull(key.expiresAt),
  allowedNetworks: key.allowedNetworks,
  lastUsedAt: Option.getOrNull(key.lastUsedAt),
  revokedAt: Option.getOrNull(key.revokedAt)
})

/** The stored form of the response to the creation of a key: its secret is encrypted, as everywhere in the database. */
const StoredCreatedKey = Schema.Struct({ ...KeyView.fields, sealedSecret: Schema.String })

export const keysAdminHandlers = HttpApiBuilder.group(
  AdminApi,
  "keys",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* AccountStore
    const keys = yield* ApiKeys
    const store = yield* ApiKeyStore
    const box = yield* SecretBox
    const createOnce = yield* makeIdempotent({
      operation: "admin.keys.create",
      status: 201,
      form: wholeResponse(StoredCreatedKey)
    })

    const findAccount = (id: string) => Effect.flatMap(parseAccountId(id), accounts.find)

    const issue = Effect.fnUntraced(function* (accountId: AccountId, payload: typeof CreateKey.Type) {
      const now = yield* DateTime.now
      const { name = DEFAULT_NAME, expiresAt, allowedNetworks } = payload
      if (expiresAt != null && DateTime.isLessThanOrEqualTo(expiresAt, now)) {
        return yield* failWith("bodyInvalid", ["$.expiresAt must be in the future."])
      }
      const issued = yield* keys.issue({
        accountId,
        name,
        ...(expiresAt == null ? {} : { expiresAt }),
        ...(allowedNetworks === undefined ? {} : { allowedNetworks })
      })
      return { ...toKeyView(now)(issued.key), sealedSecret: yield* box.seal(issued.secret) }
    })

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ headers, params, payload }) {
        const { id } = yield* findAccount(params.id)
        const { sealedSecret, ...view } = yield* withAuditLine(
          "key.created",
          issue(id, payload),
          (key) => ({ accountId: id, keyId: key.id }),
          (change) => createOnce("operator", headers["idempotency-key"], { id, ...payload }, change)
        )
        const secret = yield* Effect.orDie(box.open(sealedSecret))
        return { ...view, secret: Redacted.value(secret) }
      }, mapDomainErrors),
      list: Effect.fnUntraced(function* ({ params, query }) {
        const { id } = yield* findAccount(params.id)
        const page = yield* store.listPage(id, yield* parsePageRequest(query, "key_"))
        return toPageView(page, toKeyView(yield* DateTime.now))
      }, mapDomainErrors),
      revoke: Effect.fnUntraced(function* ({ params }) {
        const now = yield* DateTime.now
        const id = yield* parseApiKeyId(params.id)
        return yield* withAuditLine(
          "key.revoked",
          Effect.map(store.revoke(id, now.epochMilliseconds), toKeyView(now)),
          ({ accountId }) => ({ accountId, keyId: id }),
          (change) => change
        )
      }, mapDomainErrors)
    })
  })
)
