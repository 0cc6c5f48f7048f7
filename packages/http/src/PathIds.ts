import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId, MessageNotFound } from "@landfall/core/alerts/Message"
import { TaskId } from "@landfall/core/alerts/operations/DeliveryTask"
import { TaskNotFound } from "@landfall/core/alerts/operations/DeliveryTasks"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import {
  CongestionThresholdId,
  CongestionThresholdNotFound
} from "@landfall/core/congestion/thresholds/CongestionThreshold"
import { ShipmentNotFound } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Schema } from "effect"

/** What ids are made of. Not every database takes a text with anything else in it, such as NUL. */
const plain = Schema.isPattern(/^\w+$/)

const isEndpointId = Schema.is(EndpointId.pipe(Schema.check(plain)))

const isMessageId = Schema.is(MessageId.pipe(Schema.check(plain)))

const isCongestionThresholdId = Schema.is(CongestionThresholdId.pipe(Schema.check(plain)))

const isShipmentId = Schema.is(ShipmentId.pipe(Schema.check(plain)))

const isTaskId = Schema.is(TaskId.pipe(Schema.check(plain)))

/** The endpoint that a path names. What has not the form of an id names none, and is not found like any other. */
export const endpointId = (id: string): Effect.Effect<EndpointId, EndpointNotFound> =>
  isEndpointId(id) ? Effect.succeed(id) : Effect.fail(new EndpointNotFound({ id }))

/** The message that a path names, likewise. */
export const parseMessageId = (id: string): Effect.Effect<MessageId, MessageNotFound> =>
  isMessageId(id) ? Effect.succeed(id) : Effect.fail(new MessageNotFound({ id }))

/** The shipment that a path names, likewise. */
export const shipmentId = (id: string): Effect.Effect<ShipmentId, ShipmentNotFound> =>
  isShipmentId(id) ? Effect.succeed(id) : Effect.fail(new ShipmentNotFound({ id }))

/** The task that a path names, likewise. */
export const parseTaskId = (id: string): Effect.Effect<TaskId, TaskNotFound> =>
  isTaskId(id) ? Effect.succeed(id) : Effect.fail(new TaskNotFound({ id }))

/** The port watch that a path names, likewise. */
export const parseCongestionThresholdId = (
  id: string
): Effect.Effect<CongestionThresholdId, CongestionThresholdNotFound> =>
  isCongestionThresholdId(id) ? Effect.succeed(id) : Effect.fail(new CongestionThresholdNotFound({ id }))
