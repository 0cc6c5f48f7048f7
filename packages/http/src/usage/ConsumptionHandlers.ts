import { CurrentAccount } from "@landfall/api/conventions/Authorization"
import { LandfallApi } from "@landfall/api/LandfallApi"
import type { UsagesQuery } from "@landfall/api/usage/ConsumptionApi"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { Consumption } from "./Consumption.ts"

interface UsagesRequest {
  readonly query: typeof UsagesQuery.Type
}

/** The operations that the three groups share: they are the same under every prefix. */
const operations = Effect.map(Consumption, (consumption) => ({
  currentPeriod: () => CurrentAccount.pipe(Effect.flatMap(consumption.currentPeriod), mapDomainErrors),
  periods: () => CurrentAccount.pipe(Effect.flatMap(consumption.periods), mapDomainErrors),
  usages: ({ query }: UsagesRequest) =>
    CurrentAccount.pipe(
      Effect.flatMap((account) => consumption.usages(account, query)),
      mapDomainErrors
    ),
  operationUsages: ({ query }: UsagesRequest) =>
    CurrentAccount.pipe(
      Effect.flatMap((account) => consumption.operationUsages(account, query)),
      mapDomainErrors
    )
}))

export const consumptionHandlers = Layer.mergeAll(
  HttpApiBuilder.group(LandfallApi, "consumption", (handlers) =>
    Effect.map(operations, (consumption) => handlers.handleAll(consumption))
  ),
  HttpApiBuilder.group(LandfallApi, "congestionConsumption", (handlers) =>
    Effect.map(operations, (consumption) => handlers.handleAll(consumption))
  ),
  HttpApiBuilder.group(LandfallApi, "co2Consumption", (handlers) =>
    Effect.map(operations, (consumption) => handlers.handleAll(consumption))
  )
)
