import { AccountId } from "@landfall/core/accounts/Account"
import { type DeliveryLease, DeliveryQueue, type LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId } from "@landfall/core/alerts/Message"
import { AlertTransport, type WebhookResponse } from "@landfall/core/alerts/sending/AlertTransport"
import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { endpointCredentialsOf } from "@landfall/testing/samples/Samples"
import { DeliveryDispatcher, type DispatcherSettings } from "@landfall/worker/dispatch/Dispatcher"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import { exactSettings, responseOf } from "./Deliveries.ts"

export const leaseOf = (n: number): DeliveryLease => ({
  messageId: MessageId.make(`msg_${n}`),
  endpointId: EndpointId.make("ep_1"),
  accountId: AccountId.make("acc_1"),
  token: `token-${n}`,
  attempt: 1,
  attemptsBefore: 0,
  trigger: "automatic",
  url: "https://receiver.example/",
  body: String(n),
  format: "standard",
  ...endpointCredentialsOf(1),
  retryPolicy: Option.none()
})

export const leasesOf = (count: number) => Array.from({ length: count }, (_, n) => leaseOf(n))

/** Starts a dispatcher whose first claim returns all these leases, and collects the recorded groups and the releases. */
export const dispatch = Effect.fnUntraced(function* (
  leases: ReadonlyArray<DeliveryLease>,
  options: {
    readonly settings?: Partial<DispatcherSettings>
    /** How long the receiver takes to respond to the message with this number. */
    readonly responds?: (n: number) => Effect.Effect<void>
    /** How long the storage takes to record a group. */
    readonly recordMillis?: number
  }
) {
  const { settings = {}, responds = () => Effect.void, recordMillis = 0 } = options
  const due = [...leases]
  const groups: Array<ReadonlyArray<LeaseOutcome>> = []
  const released: Array<DeliveryLease> = []
  const queue = DeliveryQueue.of({
    claim: () => Effect.sync(() => due.splice(0)),
    record: (group) =>
      Effect.as(
        Effect.delay(
          Effect.sync(() => groups.push(group)),
          recordMillis
        ),
        []
      ),
    postpone: () => Effect.void,
    release: (leases) => Effect.sync(() => void released.push(...leases)),
    nextDueAt: () => Effect.succeedNone,
    arrival: Effect.never
  })
  const send = ({ body }: { readonly body: string }): Effect.Effect<WebhookResponse> =>
    Effect.as(responds(Number(body)), responseOf(200))
  const scope = yield* Scope.make()
  const layer = DeliveryDispatcher.layer({ ...exactSettings, ...settings }).pipe(
    Layer.provide(Layer.succeed(AlertTransport, { send })),
    Layer.provide(Layer.succeed(DeliveryQueue, queue)),
    Layer.provide([HeaderKeys.absentLayer, NodeMac.layer])
  )
  const { health } = Context.get(yield* Layer.buildWithScope(layer, scope), DeliveryDispatcher)
  const recorded = () => groups.flatMap((group) => group.map(({ lease }) => lease))
  return { groups, recorded, released, health, stop: Scope.close(scope, Exit.void) }
})

export const tokensOf = (leases: ReadonlyArray<DeliveryLease>) => leases.map(({ token }) => token)
