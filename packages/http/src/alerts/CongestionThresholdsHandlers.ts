import type { CongestionThresholdView, CreateCongestionThreshold } from "@landfall/api/alerts/CongestionThresholdsApi"
import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { detailsOf } from "@landfall/api/conventions/ErrorInfo"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { CONGESTION_THRESHOLD_EVENT } from "@landfall/core/alerts/EventType"
import { type Endpoint, EndpointStore, matchesFilter } from "@landfall/core/alerts/endpoints/Endpoint"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import {
  type CongestionThreshold,
  defaultHysteresis,
  MAX_THRESHOLDS,
  thresholdFaults
} from "@landfall/core/congestion/thresholds/CongestionThreshold"
import { CongestionThresholdStore } from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { CongestionThresholds } from "@landfall/core/congestion/thresholds/CongestionThresholds"
import { figureUnitOf } from "@landfall/core/congestion/thresholds/ThresholdFigure"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { isoOf } from "@landfall/core/time/Instant"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failWith } from "../conventions/ApiError.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseCongestionThresholdId, parseEndpointId } from "../conventions/PathIds.ts"

const congestionThresholdViewFor =
  ({ filterTypes }: Endpoint) =>
  (threshold: CongestionThreshold): typeof CongestionThresholdView.Type => {
    const state = Option.getOrUndefined(threshold.state)
    return {
      id: threshold.id,
      endpointId: threshold.endpointId,
      portCode: threshold.port,
      figure: threshold.figure,
      unit: figureUnitOf(threshold.figure),
      threshold: threshold.threshold,
      hysteresis: threshold.hysteresis,
      side: state?.side ?? "unknown",
      value: state?.value ?? null,
      asOf: state === undefined ? null : isoOf(state.asOf),
      crossings: threshold.crossings,
      ...(matchesFilter(filterTypes, CONGESTION_THRESHOLD_EVENT) ? {} : { warning: "type_not_in_filter" }),
      createdAt: threshold.createdAt
    }
  }

/** Rejects an unknown port with a suggestion. Ports with imported data are accepted with any code. */
const makePortCheck = Effect.gen(function* () {
  const gazetteer = yield* Gazetteer
  const congestion = yield* PortCongestion

  return Effect.fnUntraced(function* (port: Unlocode) {
    const portResult = yield* Effect.result(gazetteer.get(port))
    if (Result.isSuccess(portResult)) {
      const { code } = portResult.success
      return code === port
        ? undefined
        : yield* failWith("bodyInvalid", [`$.portCode: the port ${port} has the code ${code}: use that code.`])
    }
    if (Option.isNone(yield* congestion.now(port))) {
      return yield* failWith("bodyInvalid", [`$.portCode: ${portResult.failure.message}`])
    }
  })
})

export const congestionThresholdsHandlers = HttpApiBuilder.group(
  LandfallApi,
  "portWatches",
  Effect.fnUntraced(function* (handlers) {
    const endpoints = yield* EndpointStore
    const store = yield* CongestionThresholdStore
    const thresholds = yield* CongestionThresholds
    const checkPort = yield* makePortCheck

    const endpointOf = Effect.fnUntraced(function* (id: string) {
      const account = yield* CurrentAccount
      return yield* endpoints.find(account.id, yield* parseEndpointId(id))
    })

    const draftOf = Effect.fnUntraced(function* ({
      portCode,
      figure,
      threshold,
      ...body
    }: typeof CreateCongestionThreshold.Type) {
      const hysteresis = body.hysteresis ?? defaultHysteresis(figure, threshold)
      const faults = thresholdFaults(figure, threshold, hysteresis)
      if (faults.length > 0) return yield* failWith("bodyInvalid", detailsOf(faults))
      yield* checkPort(portCode)
      return { port: portCode, figure, threshold, hysteresis: Option.some(hysteresis) }
    })

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const endpoint = yield* endpointOf(params.id)
        const threshold = yield* thresholds
          .create(endpoint.accountId, endpoint.id, yield* draftOf(payload))
          .pipe(
            Effect.catchTag("TooManyThresholds", () =>
              failWith("bodyInvalid", [
                `$: an endpoint has at most ${MAX_THRESHOLDS} port watches, and this one has ${MAX_THRESHOLDS}: delete one first.`
              ])
            )
          )
        return congestionThresholdViewFor(endpoint)(threshold)
      }, mapDomainErrors),
      list: Effect.fnUntraced(function* ({ params, query }) {
        const endpoint = yield* endpointOf(params.id)
        const request = yield* parsePageRequest(query, "pwt_")
        return toPageView(
          yield* store.list(endpoint.accountId, endpoint.id, request),
          congestionThresholdViewFor(endpoint)
        )
      }, mapDomainErrors),
      get: Effect.fnUntraced(function* ({ params }) {
        const endpoint = yield* endpointOf(params.id)
        const threshold = yield* store.find(
          endpoint.accountId,
          endpoint.id,
          yield* parseCongestionThresholdId(params.watchId)
        )
        return congestionThresholdViewFor(endpoint)(threshold)
      }, mapDomainErrors),
      remove: Effect.fnUntraced(function* ({ params }) {
        const endpoint = yield* endpointOf(params.id)
        yield* store.remove(endpoint.accountId, endpoint.id, yield* parseCongestionThresholdId(params.watchId))
      }, mapDomainErrors)
    })
  })
)
