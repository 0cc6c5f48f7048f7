import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { detailsOf } from "@landfall/api/conventions/ErrorInfo"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { type ApiKey, ApiKeyNotFound, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { DateTime, Effect, Option, Redacted, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { toKeyView } from "../admin/KeysAdminHandlers.ts"
import { failWith } from "../conventions/ApiError.ts"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseApiKeyId } from "../conventions/PathIds.ts"
import { termsOfNewKey } from "./KeyTerms.ts"

const DEFAULT_NAME = "Key"

/** The keys of the caller's own account. */
export const apiKeysHandlers = HttpApiBuilder.group(
  LandfallApi,
  "apiKeys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* ApiKeys
    const store = yield* ApiKeyStore

    const toView = Effect.gen(function* () {
      const now = yield* DateTime.now
      const { keyId } = yield* CurrentCall
      return (key: ApiKey) => ({ ...toKeyView(now)(key), current: key.id === keyId })
    })

    /** The key of this request. */
    const currentKey = Effect.gen(function* () {
      const { keyId } = yield* CurrentCall
      const found = keyId === undefined ? Option.none() : yield* store.findById(keyId)
      if (Option.isNone(found)) return yield* Effect.die(new Error("A call of an account has no API key"))
      return found.value.key
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const account = yield* CurrentAccount
        const page = yield* store.listPage(account.id, yield* parsePageRequest(query, "key_"))
        return toPageView(page, yield* toView)
      }, mapDomainErrors),
      create: Effect.fnUntraced(function* ({ payload }) {
        const account = yield* CurrentAccount
        const now = yield* DateTime.now
        const { name = DEFAULT_NAME, expiresAt, allowedNetworks } = payload
        const requested = { expiresAt: expiresAt ?? undefined, allowedNetworks }
        const terms = termsOfNewKey(yield* currentKey, requested, now)
        if (Result.isFailure(terms)) return yield* failWith("bodyInvalid", detailsOf(terms.failure))
        const { expiresAt: end, allowedNetworks: networks } = terms.success
        const issued = yield* keys.issueWithinLimits({
          accountId: account.id,
          name,
          allowedNetworks: networks,
          ...(end === undefined ? {} : { expiresAt: end })
        })
        yield* Effect.logInfo("An API key was created with a key of its account.").pipe(
          Effect.annotateLogs({ accountId: account.id, keyId: issued.key.id })
        )
        return { ...toKeyView(now)(issued.key), secret: Redacted.value(issued.secret) }
      }, mapDomainErrors),
      revoke: Effect.fnUntraced(function* ({ params }) {
        const account = yield* CurrentAccount
        const id = yield* parseApiKeyId(params.id)
        const found = yield* store.findById(id)
        if (!Option.exists(found, ({ key }) => key.accountId === account.id)) return yield* new ApiKeyNotFound({ id })
        const revoked = yield* store.revoke(id, (yield* DateTime.now).epochMilliseconds)
        yield* Effect.logInfo("An API key was revoked with a key of its account.").pipe(
          Effect.annotateLogs({ accountId: account.id, keyId: id })
        )
        return (yield* toView)(revoked)
      }, mapDomainErrors)
    })
  })
)
