import { Co2Calculator } from "@landfall/core/co2/Co2Calculator"
import { writeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import type { Tariff } from "@landfall/core/usage/Tariff"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { makePayment } from "../metering/MeteredCalls.ts"

/** Makes the operation `co2.compute`, which both its handler and its fast path run. A rejected voyage costs nothing. */
export const makeComputeVoyage = Effect.fnUntraced(function* (tariff: Tariff) {
  const co2 = yield* Co2Calculator
  const pay = yield* makePayment(tariff)

  return Effect.fnUntraced(function* (body: unknown) {
    const response = yield* co2.compute(body)
    yield* pay("co2.voyage", 1)
    return HttpServerResponse.jsonUnsafe(writeCo2Response(response))
  }, mapDomainErrors)
})
