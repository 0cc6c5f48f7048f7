import { Co2Calculator } from "@landfall/core/co2/Co2Calculator"
import { type ComputeCo2Response, writeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { WorkOwner } from "@landfall/core/limits/WorkOwner"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { WeightedWork } from "../limits/WeightedWork.ts"
import { makeCallPayment } from "../metering/MeteredCalls.ts"
import { weightOfVoyage } from "../shares/RequestWeight.ts"

/** The wire form of a result, with the request as it was sent: port codes, for example, in its own letter case. */
export const writeVoyageResult = (body: unknown, response: ComputeCo2Response) => ({
  ...writeCo2Response(response),
  input: body
})

const responseTo = (body: unknown, response: ComputeCo2Response) =>
  HttpServerResponse.jsonUnsafe(writeVoyageResult(body, response))

/** Makes the operation `co2.compute`, which both its handler and its fast path run. A rejected voyage costs nothing. */
export const makeComputeVoyage = Effect.fnUntraced(function* (tariff: Tariff) {
  const co2 = yield* Co2Calculator
  const pay = yield* makeCallPayment(tariff)
  const work = yield* WeightedWork

  /** Accounts take turns with voyages that are not computed immediately. */
  const compute = (call: CallRecord, body: unknown) => {
    const weight = weightOfVoyage(body)
    if (weight === 1) return co2.compute(body)
    const inTurn = Effect.provideService(Effect.andThen(nextSlice, co2.compute(body)), WorkOwner, call.accountId)
    return work.run(weight, inTurn)
  }

  return (call: CallRecord, body: unknown) =>
    mapDomainErrors(
      Effect.flatMap(compute(call, body), (response) =>
        Effect.map(pay(call, "co2.voyage", 1), () => responseTo(body, response))
      )
    )
})
