import { assert } from "@effect/vitest"
import { type Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { EnrolmentTasks } from "@landfall/core/tracking/enrolment/EnrolmentTasks"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Option } from "effect"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFailsWith } from "../../suite/Assertions.ts"
import { rule } from "../../suite/Rules.ts"
import { changeNothing, containerReference, FREE, requestOf } from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint } from "../../suite/StoredSamples.ts"
import { MAX_ENDPOINTS } from "./Admissions.ts"

/** The rules of the endpoints that a shipment may be registered on. */
export const registrationRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a shipment is registered on no more endpoints than its limit, and an enrolment skips it then", () =>
    Effect.gen(function* () {
      const [store, enrolments] = [yield* ShipmentStore, yield* EnrolmentTasks]
      const account = yield* storeAccount(1)
      const application = yield* storeApplication(account, 1)
      const register = (serial: number, ...endpoints: ReadonlyArray<Endpoint>) =>
        store.track(
          account.id,
          endpoints.map(({ id }) => ({ ...requestOf(containerReference(serial)), endpointId: Option.some(id) })),
          FREE,
          SAMPLE_TIME,
          changeNothing
        )
      const [first, second, third] = [
        yield* storeEndpoint(application, 1),
        yield* storeEndpoint(application, 2),
        yield* storeEndpoint(application, 3)
      ]
      yield* register(1, first, second)
      yield* register(1, second, first)
      yield* register(2, first)
      const error = yield* assertFailsWith(register(1, third), "LimitExceeded")
      assert.deepInclude(error, { limit: "shipment.endpoints", value: MAX_ENDPOINTS, needed: MAX_ENDPOINTS + 1 })
      const task = yield* enrolments.start(account.id, third.id, Option.some(true))
      assert.strictEqual(task.total, 1, "the shipment with room")
      yield* (yield* EndpointStore).remove(account.id, second.id, SAMPLE_TIME)
      yield* register(1, third)
    })
  )
}
