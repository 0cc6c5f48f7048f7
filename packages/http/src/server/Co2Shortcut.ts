import { CO2 } from "@landfall/api/conventions/Prefixes"
import { Co2 } from "@landfall/core/co2/Co2"
import { writeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { type Tariff, unitsOf } from "@landfall/core/usage/Tariff"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { hasPlainForm, type Shortcut } from "./Shortcuts.ts"

const PATH = `${CO2}/compute-co2`

/** `POST /compute-co2` of a voyage that can be computed. */
export const co2Shortcut = (tariff: Tariff) =>
  Effect.map(
    Co2,
    (co2): Shortcut => ({
      operation: "co2.compute",
      route: `POST ${PATH}`,
      credits: unitsOf(tariff, "co2.voyage", 1),
      answerTo: (request) =>
        request.url === PATH && request.method === "POST" && hasPlainForm(request)
          ? request.json.pipe(
              Effect.flatMap(co2.compute),
              Effect.map((response) => Option.some(HttpServerResponse.jsonUnsafe(writeCo2Response(response))))
            )
          : undefined
    })
  )
