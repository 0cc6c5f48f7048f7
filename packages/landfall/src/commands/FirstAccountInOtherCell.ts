import { AccountStore } from "@landfall/core/accounts/Account"
import { hashApiKey } from "@landfall/core/accounts/ApiKey"
import { Effect, Option, Redacted } from "effect"
import { Cells } from "../service/Cells.ts"
import * as NodeDigest from "../service/NodeDigest.ts"

/**
 * Whether the first account of an installation, or the account of the key that the operator gives, is or was in another cell:
 * then a start creates neither in the home cell. Never in an installation of one database.
 */
export const isFirstAccountInOtherCell = Effect.fnUntraced(function* (
  apiKey: Option.Option<Redacted.Redacted<string>>
) {
  const cells = yield* Cells
  if (cells === undefined) return false
  if (Option.isSome(apiKey)) {
    const hash = yield* Effect.provide(hashApiKey(Redacted.value(apiKey.value)), NodeDigest.layer)
    // The home cell has entries of its own accounts only after they have begun to move.
    if (Option.isSome(yield* cells.directory.findSecret(hash))) return true
  }
  const store = yield* AccountStore
  return Option.isNone(yield* store.first) && (yield* cells.directory.list).length > 0
})
