import { AccountId, AccountNotFound } from "@landfall/core/accounts/Account"
import { ApiKeyId, ApiKeyNotFound } from "@landfall/core/accounts/ApiKey"
import { EndpointId, EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import { ApplicationId, ApplicationNotFound } from "@landfall/core/alerts/endpoints/Application"
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

/** The characters of ids. Some databases reject texts with other characters, such as NUL. */
const plain = Schema.isPattern(/^\w+$/)

const isAccountId = Schema.is(AccountId.pipe(Schema.check(plain)))

const isApiKeyId = Schema.is(ApiKeyId.pipe(Schema.check(plain)))

const isApplicationId = Schema.is(ApplicationId.pipe(Schema.check(plain)))

const isEndpointId = Schema.is(EndpointId.pipe(Schema.check(plain)))

const isMessageId = Schema.is(MessageId.pipe(Schema.check(plain)))

const isCongestionThresholdId = Schema.is(CongestionThresholdId.pipe(Schema.check(plain)))

const isShipmentId = Schema.is(ShipmentId.pipe(Schema.check(plain)))

const isTaskId = Schema.is(TaskId.pipe(Schema.check(plain)))

/** Parses the id of an account in a path of the admin API. */
export const parseAccountId = (id: string): Effect.Effect<AccountId, AccountNotFound> =>
  isAccountId(id) ? Effect.succeed(id) : Effect.fail(new AccountNotFound({ id }))

/** Parses the id of an API key in a path of the admin API. */
export const parseApiKeyId = (id: string): Effect.Effect<ApiKeyId, ApiKeyNotFound> =>
  isApiKeyId(id) ? Effect.succeed(id) : Effect.fail(new ApiKeyNotFound({ id }))

/** Parses the id of an application in a path. */
export const parseApplicationId = (id: string): Effect.Effect<ApplicationId, ApplicationNotFound> =>
  isApplicationId(id) ? Effect.succeed(id) : Effect.fail(new ApplicationNotFound({ id }))

/** Parses the id of an endpoint in a path. A malformed id is not found, like an unknown one. */
export const parseEndpointId = (id: string): Effect.Effect<EndpointId, EndpointNotFound> =>
  isEndpointId(id) ? Effect.succeed(id) : Effect.fail(new EndpointNotFound({ id }))

/** Parses the id of a message in a path. */
export const parseMessageId = (id: string): Effect.Effect<MessageId, MessageNotFound> =>
  isMessageId(id) ? Effect.succeed(id) : Effect.fail(new MessageNotFound({ id }))

/** Parses the id of a shipment in a path. */
export const parseShipmentId = (id: string): Effect.Effect<ShipmentId, ShipmentNotFound> =>
  isShipmentId(id) ? Effect.succeed(id) : Effect.fail(new ShipmentNotFound({ id }))

/** Parses the id of a task in a path. */
export const parseTaskId = (id: string): Effect.Effect<TaskId, TaskNotFound> =>
  isTaskId(id) ? Effect.succeed(id) : Effect.fail(new TaskNotFound({ id }))

/** Parses the id of a congestion threshold in a path. */
export const parseCongestionThresholdId = (
  id: string
): Effect.Effect<CongestionThresholdId, CongestionThresholdNotFound> =>
  isCongestionThresholdId(id) ? Effect.succeed(id) : Effect.fail(new CongestionThresholdNotFound({ id }))
