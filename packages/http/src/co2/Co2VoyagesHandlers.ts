import { bodyErrorCode } from "@landfall/api/conventions/ErrorCode"
import { detailsOf, ErrorInfo, makeErrorInfo } from "@landfall/api/conventions/ErrorInfo"
import { LandfallApi } from "@landfall/api/LandfallApi"
import { Co2Calculator, type Co2Rejected } from "@landfall/core/co2/Co2Calculator"
import type { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { runInSlices } from "@landfall/core/limits/WorkSlices"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { DateTime, Effect, Result, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentCall } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { WeightedWork } from "../limits/WeightedWork.ts"
import { makePayment } from "../metering/MeteredCalls.ts"
import { weightOfVoyage } from "../shares/RequestWeight.ts"
import { makeComputeVoyage, writeVoyageResult } from "./ComputeVoyage.ts"

/**
 * The items of a slice that the result of a voyage stands for: with the geometry of its route, encoding it takes up to
 * a millisecond.
 */
const ITEMS_OF_VOYAGE = 10

const encodeErrorInfo = Schema.encodeSync(ErrorInfo)

/** The wire form of the result of one request, which repeats the request as it was sent. */
const writeBatchResult = (
  request: unknown,
  result: Result.Result<ComputeCo2Response, Co2Rejected>,
  now: DateTime.Utc
) => {
  if (Result.isSuccess(result)) return { status: "computed", result: writeVoyageResult(request, result.success) }
  const { faults } = result.failure
  return {
    status: "rejected",
    error: encodeErrorInfo(makeErrorInfo(bodyErrorCode(faults), now, { details: detailsOf(faults) }))
  }
}

/** Voyages are computed first and paid before the response is sent: rejected voyages cost nothing. */
export const co2VoyagesHandlers = (tariff: Tariff) =>
  HttpApiBuilder.group(
    LandfallApi,
    "co2",
    Effect.fnUntraced(function* (handlers) {
      const co2 = yield* Co2Calculator
      const compute = yield* makeComputeVoyage(tariff)
      const pay = yield* makePayment(tariff)
      const work = yield* WeightedWork

      return handlers.handleAll({
        route: ({ payload }) => mapDomainErrors(work.run(weightOfVoyage(payload), co2.findRoute(payload))),
        compute: ({ payload }) => Effect.flatMap(CurrentCall, (call) => compute(call, payload)),
        computeBatch: Effect.fnUntraced(function* ({ payload }) {
          const weight = payload.requests.reduce<number>((sum, request) => sum + weightOfVoyage(request), 0)
          const results = yield* work.run(weight, co2.computeBatch(payload))
          yield* pay("co2.voyage", results.filter(Result.isSuccess).length)
          const now = yield* DateTime.now
          // The text of each is made in slices too: routes have thousands of positions.
          const texts: Array<string> = []
          const write = (index: number) => {
            const result = results[index]
            if (result !== undefined) texts.push(JSON.stringify(writeBatchResult(payload.requests[index], result, now)))
          }
          yield* nextSlice
          yield* runInSlices(results.length, write, () => ITEMS_OF_VOYAGE)
          return HttpServerResponse.text(`{"results":[${texts.join(",")}]}`, { contentType: "application/json" })
        }, mapDomainErrors)
      })
    })
  )
