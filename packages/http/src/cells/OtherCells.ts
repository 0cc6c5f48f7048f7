import { ERRORS } from "@landfall/api/conventions/ErrorCode"
import { makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { ADMIN_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import type { Listener } from "@landfall/core/alerts/egress/Listener"
import { answeringCell, type CellEntry } from "@landfall/core/cells/AccountMove"
import type { CellName } from "@landfall/core/cells/CellName"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Context, DateTime, Effect, Option, Result, type Scope } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { errorResponse } from "../conventions/ApiError.ts"
import { apiKeyOf } from "../metering/RequestApiKey.ts"
import { sessionOf } from "../metering/SessionCookie.ts"

/** Handles a request in another cell than the home cell. */
export type CellHandler = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** The cells of a process beside the home cell. */
export interface CellHandlers {
  readonly home: CellName
  readonly handlers: ReadonlyMap<CellName, CellHandler>
  /** The entry of the account of a secret; none: the home cell answers. */
  readonly findSecret: (secret: string) => Effect.Effect<Option.Option<CellEntry>, StorageError>
  /** The entry of an account. */
  readonly findAccount: (id: string) => Effect.Effect<Option.Option<CellEntry>, StorageError>
  /** Announces the address of the server in every other cell. */
  readonly announce: (listener: Listener) => Effect.Effect<void>
}

/** The other cells of this process; undefined in an installation of one database. */
export const OtherCells = Context.Reference<CellHandlers | undefined>("@landfall/http/cells/OtherCells", {
  defaultValue: () => undefined
})

/** How long a caller of an account that moves waits before its next request, in seconds. */
const RETRY_AFTER = "1"

const unavailable = (detail: string) =>
  Effect.map(DateTime.now, (now) =>
    HttpServerResponse.setHeader(
      errorResponse(makeErrorInfo(ERRORS.storageUnavailable.code, now, { details: [detail] })),
      "Retry-After",
      RETRY_AFTER
    )
  )

const ACCOUNT_IN_PATH = new RegExp(`^${ADMIN_PREFIX}/accounts/(acc_[0-9A-Za-z]+)`)

/**
 * Passes each request on to the cell of its API key, session or token; those without one, and of accounts of the home cell,
 * to the home cell.
 */
export const dispatchToCells = <E, R>(
  { findAccount, findSecret, handlers, home }: CellHandlers,
  publicUrl: Option.Option<string>,
  inHome: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) => {
  const entryOf = (request: HttpServerRequest.HttpServerRequest) => {
    const account = ACCOUNT_IN_PATH.exec(request.url)?.[1]
    if (account !== undefined) return findAccount(account)
    const key = Result.getOrUndefined(apiKeyOf(request.headers)) ?? sessionOf(request, publicUrl)
    return key === undefined ? Effect.succeedNone : findSecret(key)
  }
  const handle = (
    entry: Option.Option<CellEntry>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest | Scope.Scope> => {
    if (Option.isNone(entry)) return inHome
    const cell = Option.getOrUndefined(answeringCell(entry.value))
    if (cell === undefined) return unavailable("The account moves to another database: repeat the request in a second.")
    if (cell === home) return inHome
    return (
      handlers.get(cell) ??
      unavailable(`The account is in the cell ${cell}, which this server does not have: name it in LANDFALL_CELLS.`)
    )
  }
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.matchEffect(entryOf(request), {
      onFailure: (error) =>
        Effect.andThen(
          Effect.logWarning("The directory of cells cannot be read.", error),
          unavailable("The directory of accounts cannot be read now.")
        ),
      onSuccess: handle
    })
  )
}
