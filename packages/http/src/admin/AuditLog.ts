import { Effect, Option } from "effect"
import { NetAddress } from "effect/net"
import { clientAddress } from "../edge/ClientAddress.ts"

/** A change by the operator, as the log names it. */
export type AuditEvent = "account.created" | "account.changed" | "account.topped_up" | "key.created" | "key.revoked"

/** Ids and figures of a change; never a name, a key or a secret. */
type AuditDetails = Readonly<Record<string, string | number | ReadonlyArray<string>>>

/** Writes one line about a change, with the address of the caller. The request adds its id. */
const writeAuditLine = Effect.fnUntraced(function* (event: AuditEvent, details: AuditDetails) {
  const address = Option.match(yield* clientAddress, { onNone: () => "unknown", onSome: NetAddress.formatIp })
  yield* Effect.logInfo("A change was made over the admin API.").pipe(
    Effect.annotateLogs({ audit: event, ...details, clientAddress: address })
  )
})

/**
 * Runs a change that may return a stored response, and writes its audit line once it is stored; a repeated request
 * changes nothing and writes no line.
 */
export const withAuditLine = <A, B, E, R, E2, R2>(
  event: AuditEvent,
  change: Effect.Effect<A, E, R>,
  detailsOf: (result: A) => AuditDetails,
  around: (change: Effect.Effect<A, E, R>) => Effect.Effect<B, E2, R2>
) =>
  Effect.suspend(() => {
    let details: AuditDetails | undefined
    const noted = Effect.tap(change, (result) =>
      Effect.sync(() => {
        details = detailsOf(result)
      })
    )
    return Effect.tap(around(noted), () => (details === undefined ? Effect.void : writeAuditLine(event, details)))
  })
