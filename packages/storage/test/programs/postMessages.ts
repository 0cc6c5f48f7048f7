import process from "node:process"
import { AccountId } from "@landfall/core/accounts/Account"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { DateTime, Effect, Option } from "effect"
import { storageOn } from "../TestStorage.ts"

const [filename = "", accountId = "", endpointId = "", count = "0"] = process.argv.slice(2)

/** Posts `count` messages, each in its own transaction. */
const program = Effect.gen(function* () {
  const outbox = yield* Outbox
  const now = yield* DateTime.now
  yield* Effect.forEach(
    Array.from({ length: Number(count) }),
    () =>
      outbox.post(
        AccountId.make(accountId),
        {
          shipmentId: Option.none(),
          type: "vessel.arrival.at.final.pod",
          body: "{}",
          example: false,
          recipients: [{ endpointId: EndpointId.make(endpointId), skip: Option.none() }]
        },
        now
      ),
    { discard: true }
  )
})

await Effect.runPromise(Effect.provide(program, storageOn(filename)))
