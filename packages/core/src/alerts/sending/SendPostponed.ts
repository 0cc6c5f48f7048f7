import { Schema } from "effect"

/**
 * The reason why this installation does not send a delivery now: `egress_policy`, the operator's setting stops a target
 * that it allowed before; `resources`, this machine has no free socket or memory; `name_servers`, no name server of
 * this machine can be reached.
 */
export const PostponeReason = Schema.Literals(["egress_policy", "resources", "name_servers"])
export type PostponeReason = typeof PostponeReason.Type

/** Nothing was sent, and the delivery waits without an attempt; `message` is one sentence, which the customer reads. */
export class SendPostponed extends Schema.TaggedError<SendPostponed>()("SendPostponed", {
  reason: PostponeReason,
  message: Schema.String
}) {}

const SECOND = 1000

/** The wait of the deliveries of an endpoint before the next attempt. */
const PAUSE_MILLIS: Readonly<Record<PostponeReason, number>> = {
  egress_policy: 20 * SECOND,
  resources: SECOND,
  name_servers: 5 * SECOND
}

/** The instant at which a postponed delivery is due again; both instants in milliseconds since the epoch. */
export const retryAtOf = ({ reason }: Pick<SendPostponed, "reason">, now: number): number => now + PAUSE_MILLIS[reason]
