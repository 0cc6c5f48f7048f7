import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { PortNotFound } from "@landfall/core/geo/Port"
import { Instant } from "@landfall/core/time/Instant"
import { Effect, Layer } from "effect"

/** A gazetteer without ports: only the ports of zones exist. */
export const noPorts = Layer.succeed(Gazetteer, {
  get: (code) => Effect.fail(new PortNotFound({ code, suggestions: [] })),
  search: () => Effect.succeed([]),
  suggestCodes: () => Effect.succeed([]),
  all: Effect.succeed([]),
  aliases: Effect.succeed(new Map())
})

/** Every stored port call. */
export const storedCalls = Effect.gen(function* () {
  const log = yield* PortCallLog
  const calls = yield* Effect.forEach(yield* log.ports, (port) =>
    log.calls(port, Instant.make(0), Instant.make(Date.UTC(2100, 0, 1)))
  )
  return calls.flat()
})
