import { TaskId } from "@landfall/core/alerts/DeliveryTask"
import { TaskNotFound } from "@landfall/core/alerts/DeliveryTasks"
import { EndpointNotFound } from "@landfall/core/alerts/Endpoint"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import { PortWatchId, PortWatchNotFound } from "@landfall/core/congestion/PortWatch"
import { ShipmentId } from "@landfall/core/tracking/ShipmentId"
import { ShipmentNotFound } from "@landfall/core/tracking/ShipmentStore"
import { Effect, Schema } from "effect"

/** What ids are made of. Not every database takes a text with anything else in it, such as NUL. */
const plain = Schema.isPattern(/^\w+$/)

const isEndpointId = Schema.is(EndpointId.pipe(Schema.check(plain)))
const isMessageId = Schema.is(MessageId.pipe(Schema.check(plain)))
const isPortWatchId = Schema.is(PortWatchId.pipe(Schema.check(plain)))
const isShipmentId = Schema.is(ShipmentId.pipe(Schema.check(plain)))
const isTaskId = Schema.is(TaskId.pipe(Schema.check(plain)))

/** The endpoint that a query names. */
export const QueryEndpointId = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^ep_\w+$/, { message: "must be the id of an endpoint: ep_…" })),
  Schema.decodeTo(EndpointId)
)

/** The shipment that a query names. */
export const QueryShipmentId = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^shp_\w+$/, { message: "must be the id of a shipment: shp_…" })),
  Schema.decodeTo(ShipmentId)
)

/** The endpoint that a path names. What has not the form of an id names none, and is not found like any other. */
export const endpointId = (id: string): Effect.Effect<EndpointId, EndpointNotFound> =>
  isEndpointId(id) ? Effect.succeed(id) : Effect.fail(new EndpointNotFound({ id }))

/** The message that a path names, likewise. */
export const messageId = (id: string): Effect.Effect<MessageId, MessageNotFound> =>
  isMessageId(id) ? Effect.succeed(id) : Effect.fail(new MessageNotFound({ id }))

/** The shipment that a path names, likewise. */
export const shipmentId = (id: string): Effect.Effect<ShipmentId, ShipmentNotFound> =>
  isShipmentId(id) ? Effect.succeed(id) : Effect.fail(new ShipmentNotFound({ id }))

/** The task that a path names, likewise. */
export const taskId = (id: string): Effect.Effect<TaskId, TaskNotFound> =>
  isTaskId(id) ? Effect.succeed(id) : Effect.fail(new TaskNotFound({ id }))

/** The port watch that a path names, likewise. */
export const portWatchId = (id: string): Effect.Effect<PortWatchId, PortWatchNotFound> =>
  isPortWatchId(id) ? Effect.succeed(id) : Effect.fail(new PortWatchNotFound({ id }))
