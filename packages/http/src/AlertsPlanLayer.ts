import { AlertsPlan, CurrentAccount } from "@landfall/api/conventions/Authorization"
import { includesAlerts } from "@landfall/core/accounts/Plan"
import { Effect, Layer } from "effect"
import { failWith } from "./Failure.ts"

export const alertsPlanLayer = Layer.succeed(
  AlertsPlan,
  Effect.fnUntraced(function* (httpEffect) {
    const account = yield* CurrentAccount
    if (includesAlerts(account.plan)) return yield* httpEffect
    return yield* failWith("planWithoutAlerts", [`The plan of the account is ${account.plan}.`])
  })
)
