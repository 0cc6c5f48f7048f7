import type { CreatePortWatch, PortWatchView } from "@landfall/api/alerts/PortWatchesApi"
import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { CONGESTION_THRESHOLD } from "@landfall/core/alerts/EventType"
import { admits, type Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import {
  defaultHysteresis,
  MAX_WATCHES,
  type PortWatch,
  watchFaults
} from "@landfall/core/congestion/thresholds/PortWatch"
import { PortWatches } from "@landfall/core/congestion/thresholds/PortWatches"
import { PortWatchStore } from "@landfall/core/congestion/thresholds/PortWatchStore"
import { unitOf } from "@landfall/core/congestion/thresholds/WatchedFigure"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { isoOf } from "@landfall/core/time/Instant"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failing } from "../DomainFailures.ts"
import { failWith } from "../Failure.ts"
import { pageRequest, showPage } from "../Listing.ts"
import { endpointId, portWatchId } from "../PathIds.ts"

const showFor =
  ({ filterTypes }: Endpoint) =>
  (watch: PortWatch): typeof PortWatchView.Type => {
    const seen = Option.getOrUndefined(watch.seen)
    return {
      id: watch.id,
      endpointId: watch.endpointId,
      portCode: watch.port,
      figure: watch.figure,
      unit: unitOf(watch.figure),
      threshold: watch.threshold,
      hysteresis: watch.hysteresis,
      side: seen?.side ?? "unknown",
      value: seen?.value ?? null,
      asOf: seen === undefined ? null : isoOf(seen.asOf),
      crossings: watch.crossings,
      ...(admits(filterTypes, CONGESTION_THRESHOLD) ? {} : { warning: "type_not_in_filter" }),
      createdAt: watch.createdAt
    }
  }

/** Refuses a port that there is not, saying which was meant. Of what an operator has fed in, any code goes. */
const makePortCheck = Effect.gen(function* () {
  const gazetteer = yield* Gazetteer
  const congestion = yield* PortCongestion

  return Effect.fnUntraced(function* (port: Unlocode) {
    const known = yield* Effect.result(gazetteer.get(port))
    if (Result.isSuccess(known)) {
      const { code } = known.success
      return code === port
        ? undefined
        : yield* failWith("bodyInvalid", [`$.portCode: the port ${port} goes by the code ${code}: use that.`])
    }
    if (Option.isNone(yield* congestion.now(port))) {
      return yield* failWith("bodyInvalid", [`$.portCode: ${known.failure.message}`])
    }
  })
})

export const portWatchesHandlers = HttpApiBuilder.group(
  LandfallApi,
  "portWatches",
  Effect.fnUntraced(function* (handlers) {
    const endpoints = yield* EndpointStore
    const store = yield* PortWatchStore
    const watches = yield* PortWatches
    const checkPort = yield* makePortCheck

    const endpointOf = Effect.fnUntraced(function* (id: string) {
      const account = yield* CurrentAccount
      return yield* endpoints.find(account.id, yield* endpointId(id))
    })

    const draftOf = Effect.fnUntraced(function* ({
      portCode,
      figure,
      threshold,
      ...body
    }: typeof CreatePortWatch.Type) {
      const hysteresis = body.hysteresis ?? defaultHysteresis(figure, threshold)
      const faults = watchFaults(figure, threshold, hysteresis)
      if (faults.length > 0) return yield* failWith("bodyInvalid", faults)
      yield* checkPort(portCode)
      return { port: portCode, figure, threshold, hysteresis: Option.some(hysteresis) }
    })

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const endpoint = yield* endpointOf(params.id)
        const watch = yield* watches
          .create(endpoint.accountId, endpoint.id, yield* draftOf(payload))
          .pipe(
            Effect.catchTag("TooManyWatches", () =>
              failWith("bodyInvalid", [
                `$: an endpoint has at most ${MAX_WATCHES} port watches, and this one has them: remove one first.`
              ])
            )
          )
        return showFor(endpoint)(watch)
      }, failing),
      list: Effect.fnUntraced(function* ({ params, query }) {
        const endpoint = yield* endpointOf(params.id)
        const request = yield* pageRequest(query, "pwt_")
        return showPage(yield* store.list(endpoint.accountId, endpoint.id, request), showFor(endpoint))
      }, failing),
      get: Effect.fnUntraced(function* ({ params }) {
        const endpoint = yield* endpointOf(params.id)
        const watch = yield* store.find(endpoint.accountId, endpoint.id, yield* portWatchId(params.watchId))
        return showFor(endpoint)(watch)
      }, failing),
      remove: Effect.fnUntraced(function* ({ params }) {
        const endpoint = yield* endpointOf(params.id)
        yield* store.remove(endpoint.accountId, endpoint.id, yield* portWatchId(params.watchId))
      }, failing)
    })
  })
)
