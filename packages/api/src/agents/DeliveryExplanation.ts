import type { JsonResponse } from "../client/JsonClient.ts"
import type { Groups } from "../client/Operations.ts"

type Message = JsonResponse<Groups["messages"]["list"]>["data"][number]

/** A delivery in JSON. */
export type Delivery = Message["deliveries"][number]

/** An attempt in JSON. */
export type Attempt = JsonResponse<Groups["messages"]["attempts"]>["data"][number]

const SKIP_REASONS: Readonly<Record<NonNullable<Delivery["skipReason"]>, string>> = {
  filter: "the filter of the endpoint does not admit its event type",
  endpoint_disabled: "the endpoint was disabled",
  endpoint_deleted: "the endpoint was deleted",
  plan: "the plan of the account does not include alerts"
}

const times = (count: number): string => (count === 1 ? "1 attempt" : `${count} attempts`)

/** The cause of a failed attempt, as the end of a sentence. */
const causeOf = (attempt: Attempt | undefined): string => {
  if (attempt === undefined) return "no attempt is stored any longer"
  return attempt.responseStatus === null
    ? (attempt.failureMessage ?? attempt.failureReason ?? "no response was received").replace(/\.$/, "")
    : `the receiver responded with status ${attempt.responseStatus}`
}

/**
 * The state of a delivery and its reason, as one sentence.
 *
 * @param newest the newest attempt; undefined when none was made or none is stored
 */
export const explainDelivery = (delivery: Delivery, newest: Attempt | undefined): string => {
  const { status, attempts, nextAttemptAt, skipReason } = delivery
  switch (status) {
    case "succeeded":
      return `Delivered after ${times(attempts)}.`
    case "sending":
      return `An attempt is in progress; it has had ${times(attempts)} before.`
    case "skipped":
      return skipReason === null ? "Not sent." : `Not sent, because ${SKIP_REASONS[skipReason]}.`
    case "exhausted":
      return `Failed after ${times(attempts)} and is not retried: at the last one, ${causeOf(newest)}.`
    case "pending":
      return attempts === 0
        ? `Waits for its first attempt${nextAttemptAt === null ? "" : `, due from ${nextAttemptAt}`}.`
        : `Failed ${times(attempts)} so far and is retried${nextAttemptAt === null ? "" : ` from ${nextAttemptAt}`}: at the last one, ${causeOf(newest)}.`
  }
}
