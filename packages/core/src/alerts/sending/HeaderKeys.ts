import { Clock, Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Digest } from "effect/crypto"
import { type ApiKeyHash, ApiKeySecret, ApiKeyStore, apiKeyState, hashApiKey } from "../../accounts/ApiKey.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { CustomHeaders, RedactedHeaders } from "./CustomHeaders.ts"

/** A custom header whose value contains an API key of this installation. */
export class ApiKeyInHeaders extends Schema.TaggedError<ApiKeyInHeaders>()("ApiKeyInHeaders", {
  header: Schema.String
}) {
  override get message(): string {
    return `The custom header "${this.header}" contains an API key of this service, which deliveries must not carry. Remove it, and revoke the key if others may have read it.`
  }
}

const isApiKey = Schema.is(ApiKeySecret)

/** The texts in a header's value that can be an API key: the value, and its parts, as schemes and lists divide it. */
const possibleKeys = (value: string): ReadonlySet<string> =>
  new Set([value, ...value.split(/[\s,]+/), ...value.split(/[\s,;:="']+/)].filter((part) => isApiKey(part)))

/** The validity of a verdict on the headers of deliveries. */
const VERDICT_MILLIS = 30_000
/** The maximum number of verdicts that are retained. */
const MAX_VERDICTS = 10_000

interface Verdict {
  readonly header: Option.Option<string>
  readonly until: number
}

/** Finds API keys of this installation in custom headers. */
export class HeaderKeys extends Context.Service<
  HeaderKeys,
  {
    /** Fails when a header contains a key that is valid now. */
    readonly check: (headers: RedactedHeaders) => Effect.Effect<void, ApiKeyInHeaders | StorageError>
    /** As `check`, for each delivery: the verdict on the same headers holds for 30 s. */
    readonly checkDelivery: (headers: RedactedHeaders) => Effect.Effect<void, ApiKeyInHeaders | StorageError>
  }
>()("@landfall/core/alerts/sending/HeaderKeys") {
  static readonly layer = Layer.effect(
    HeaderKeys,
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const digest = yield* Digest.Digest
      const verdicts = new Map<string, Verdict>()

      const hashesOf = (headers: CustomHeaders) =>
        Effect.gen(function* () {
          const headerOf = new Map<ApiKeyHash, string>()
          for (const [header, value] of Object.entries(headers)) {
            for (const text of possibleKeys(value)) headerOf.set(yield* hashApiKey(text), header)
          }
          return headerOf
        }).pipe(Effect.provideService(Digest.Digest, digest))

      /** The first header that contains a valid key. */
      const find = Effect.fnUntraced(function* (headers: CustomHeaders) {
        const headerOf = yield* hashesOf(headers)
        if (headerOf.size === 0) return Option.none<string>()
        const keys = yield* store.findAll([...headerOf.keys()])
        const now = yield* DateTime.now
        const valid = keys.find((key) => apiKeyState(key, now) === "valid")
        return Option.fromUndefinedOr(valid === undefined ? undefined : headerOf.get(valid.hash))
      })

      const verdictOn = Effect.fnUntraced(function* (headers: CustomHeaders) {
        const text = JSON.stringify(headers)
        const now = yield* Clock.currentTimeMillis
        const cached = verdicts.get(text)
        if (cached !== undefined && now < cached.until) return cached.header
        const header = yield* find(headers)
        if (verdicts.size >= MAX_VERDICTS) verdicts.clear()
        verdicts.set(text, { header, until: now + VERDICT_MILLIS })
        return header
      })

      const failIfAny = Option.match({
        onNone: () => Effect.void,
        onSome: (header: string) => Effect.fail(new ApiKeyInHeaders({ header }))
      })
      const isEmpty = (headers: CustomHeaders): boolean => Object.keys(headers).length === 0

      return HeaderKeys.of({
        check: (headers) => Effect.flatMap(find(Redacted.value(headers)), failIfAny),
        checkDelivery: (headers) => {
          const values = Redacted.value(headers)
          return isEmpty(values) ? Effect.void : Effect.flatMap(verdictOn(values), failIfAny)
        }
      })
    })
  )

  /** Finds no keys: for embedders and tests without accounts. */
  static readonly absentLayer = Layer.succeed(HeaderKeys, {
    check: () => Effect.void,
    checkDelivery: () => Effect.void
  })
}
