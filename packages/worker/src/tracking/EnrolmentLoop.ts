import { PlaceDirectory } from "@landfall/core/geo/PlaceDirectory"
import { decideOnRegistration } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import { EnrolmentTasks } from "@landfall/core/tracking/enrolment/EnrolmentTasks"
import type { Credits } from "@landfall/core/usage/Credits"
import { DateTime, Effect, Layer } from "effect"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"
import { runBatchAndPause } from "../supervision/TaskPause.ts"

/** The settings of the loop that registers shipments for enrolments. */
export interface EnrolmentSettings {
  /** The maximum number of shipments that one transaction registers. */
  readonly pageSize: number
  /** The price of each registration. */
  readonly creditsPerShipment: Credits
}

/**
 * The maximum number of shipments that one transaction registers by default: the decision on each takes about a
 * millisecond.
 */
export const DEFAULT_ENROLMENT_PAGE_SIZE = 100

/** Runs tasks that register every shipment of an account on an endpoint, page by page, while the layer lives. */
export const layer = ({ pageSize, creditsPerShipment }: EnrolmentSettings): Layer.Layer<never, never, EnrolmentTasks> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const tasks = yield* EnrolmentTasks
      const places = yield* PlaceDirectory
      const registerShipments = Effect.gen(function* () {
        const decide = decideOnRegistration(yield* DateTime.now, yield* places)
        return yield* runBatchAndPause(tasks.runBatch(pageSize, creditsPerShipment, decide))
      })
      yield* backgroundLoop({ name: "enrolments", step: registerShipments, wake: tasks.arrival })
    })
  )
