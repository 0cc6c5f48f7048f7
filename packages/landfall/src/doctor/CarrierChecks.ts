import { checkCarrier, unknownNumberQuery } from "@landfall/feeds/dcsa/carriers/CarrierCheck"
import type { ConfiguredCarrier } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import { Effect, Option } from "effect"
import { FetchHttpClient } from "effect/http"
import { readConfiguredCarriers } from "../settings/CarriersFile.ts"
import type { Settings } from "../settings/Settings.ts"
import { isWorking } from "../terminal/CarrierReport.ts"
import { type Finding, failed, ok } from "./Finding.ts"

const CHECK_TIMEOUT = "15 seconds"

const checkOne = Effect.fnUntraced(function* (carrier: ConfiguredCarrier) {
  const { name, scac } = carrier.profile
  const check = `carrier ${scac}`
  const isSuccessful = yield* checkCarrier(carrier, unknownNumberQuery(carrier)).pipe(
    Effect.map(isWorking),
    Effect.timeoutOption(CHECK_TIMEOUT),
    Effect.map(Option.getOrElse(() => false))
  )
  return isSuccessful
    ? ok(check, `${name} responds to a poll.`)
    : failed(
        check,
        `${name} did not respond to a poll within ${CHECK_TIMEOUT}, or its response is invalid.`,
        `See each request and what to change: landfall carriers check ${scac}`
      )
})

/** Polls every configured carrier once, for a number that none knows. */
export const carrierChecks = (settings: Settings) =>
  readConfiguredCarriers(settings).pipe(
    Effect.flatMap((carriers) => Effect.forEach(carriers, checkOne, { concurrency: 4 })),
    Effect.provide(FetchHttpClient.layer),
    Effect.catchTag("InvalidSetting", ({ message }) =>
      Effect.succeed<ReadonlyArray<Finding>>([
        failed(
          "carriers",
          message,
          "Correct the carriers file (docs/carriers.md) or its variables. A running server uses the last valid version; a start fails."
        )
      ])
    )
  )
