import { ERRORS } from "@landfall/api/conventions/ErrorCode"
import { makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { ADMIN_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { SESSION_PATH } from "@landfall/api/dashboard/DashboardSession"
import type { Listener } from "@landfall/core/alerts/egress/Listener"
import { type CellEntry, servingCell } from "@landfall/core/cells/AccountMove"
import type { CellName } from "@landfall/core/cells/CellName"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { Context, DateTime, Effect, Fiber, Option, Result, type Scope } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { retainBody } from "../bodies/BodyChunks.ts"
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
  /** The entry of the account of a secret; none: the home cell serves it. */
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

/** The `Retry-After` of requests to an account that is being moved, in seconds. */
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

/** The handler of the requests of an account; undefined for the home cell. */
const handlerOf = ({ handlers, home }: CellHandlers, entry: Option.Option<CellEntry>) => {
  if (Option.isNone(entry)) return undefined
  const cell = Option.getOrUndefined(servingCell(entry.value))
  if (cell === undefined) return unavailable("The account moves to another database: repeat the request in a second.")
  if (cell === home) return undefined
  return (
    handlers.get(cell) ??
    unavailable(`The account is in the cell ${cell}, which this server does not have: name it in LANDFALL_CELLS.`)
  )
}

/**
 * Handles a request whose body names a secret in the cell of that secret.
 *
 * @returns none when this cell handles it, which the home cell does for all secrets that no other has
 */
export const handleInCellOf = Effect.fnUntraced(function* (
  secret: string,
  request: HttpServerRequest.HttpServerRequest,
  body: Uint8Array<ArrayBuffer>
) {
  const cells = yield* OtherCells
  if (cells === undefined) return Option.none()
  const handler = handlerOf(cells, yield* cells.findSecret(secret))
  if (handler === undefined) return Option.none()
  retainBody(request, body)
  // That cell handles it by itself. A separate fiber, because the router leaves the route of a request in the context
  // of its fiber.
  const handled = Effect.scoped(Effect.provideService(handler, OtherCells, undefined))
  return Option.some(yield* Effect.flatMap(Effect.forkChild(handled), Fiber.join))
})

/**
 * Passes each request on to the cell of its API key, session or token; those without one, and of accounts of the home cell,
 * to the home cell.
 */
export const dispatchToCells = <E, R>(
  cells: CellHandlers,
  publicUrl: Option.Option<string>,
  inHome: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) => {
  const { findAccount, findSecret } = cells
  const entryOf = (request: HttpServerRequest.HttpServerRequest) => {
    // A sign-in has its API key in the body, which the home cell reads.
    if (request.method === "POST" && request.url.split("?", 1)[0] === SESSION_PATH) return Effect.succeedNone
    const account = ACCOUNT_IN_PATH.exec(request.url)?.[1]
    if (account !== undefined) return findAccount(account)
    const key = Result.getOrUndefined(apiKeyOf(request.headers)) ?? sessionOf(request, publicUrl)
    return key === undefined ? Effect.succeedNone : findSecret(key)
  }
  const handle = (
    entry: Option.Option<CellEntry>
  ): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest | Scope.Scope> =>
    handlerOf(cells, entry) ?? inHome
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.matchEffect(entryOf(request), {
      onFailure: (error) =>
        Effect.andThen(
          Effect.logWarning("The directory of cells cannot be read.", error),
          unavailable("The directory of cells cannot be read now.")
        ),
      onSuccess: handle
    })
  )
}
