import { CO2_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { Co2Calculator } from "@landfall/core/co2/Co2Calculator"
import { writeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { costOf, type Tariff } from "@landfall/core/usage/Tariff"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { type FastPath, isPlainJsonRequest } from "./FastPaths.ts"

const COMPUTE_CO2_PATH = `${CO2_PREFIX}/compute-co2`

/** `POST /compute-co2` of a voyage that can be computed. */
export const co2FastPath = (tariff: Tariff) =>
  Effect.map(
    Co2Calculator,
    (co2): FastPath => ({
      operation: "co2.compute",
      route: `POST ${COMPUTE_CO2_PATH}`,
      credits: costOf(tariff, "co2.voyage", 1),
      tryHandle: (request) =>
        request.url === COMPUTE_CO2_PATH && request.method === "POST" && isPlainJsonRequest(request)
          ? request.json.pipe(
              Effect.flatMap(co2.compute),
              Effect.map((response) => Option.some(HttpServerResponse.jsonUnsafe(writeCo2Response(response))))
            )
          : undefined
    })
  )
