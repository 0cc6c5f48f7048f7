import { includesAlerts } from "@landfall/core/accounts/Plan"
import { Effect, Layer } from "effect"
import { AlertsPlan, CurrentAccount } from "./Authorization.ts"
import { failWith } from "./Failure.ts"

export const alertsPlanLayer = Layer.succeed(AlertsPlan, (httpEffect) =>
  Effect.flatMap(CurrentAccount, (account) =>
    includesAlerts(account.plan)
      ? httpEffect
      : failWith("planWithoutAlerts", [`The plan of the account is ${account.plan}.`])
  )
)
