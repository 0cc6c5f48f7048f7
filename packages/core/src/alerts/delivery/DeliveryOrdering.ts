import { Schema } from "effect"

/**
 * The order in which an endpoint receives the alerts of one shipment.
 *
 * - `none`: each as soon as possible. An alert whose attempt failed can arrive after later ones.
 * - `shipment`: in the order of `sequence`. The next alert waits until the one before is delivered, exhausted or skipped. Other
 *   shipments are not delayed.
 */
export const DeliveryOrdering = Schema.Literals(["none", "shipment"])
export type DeliveryOrdering = typeof DeliveryOrdering.Type

/** The ordering of an endpoint that sets none. */
export const DEFAULT_ORDERING: DeliveryOrdering = "none"
