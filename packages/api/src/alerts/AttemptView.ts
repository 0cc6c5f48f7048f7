import { AttemptStatus } from "@landfall/core/alerts/delivery/AttemptRecord"
import { AttemptTrigger } from "@landfall/core/alerts/delivery/Delivery"
import { FailureReason } from "@landfall/core/alerts/sending/AlertTransport"
import { Schema } from "effect"
import { pageSchema } from "../conventions/Pagination.ts"

/** One attempt to deliver a message to an endpoint. */
export const AttemptView = Schema.Struct({
  messageId: Schema.String.annotateKey({ description: "The message that was sent." }),
  type: Schema.String.annotateKey({ description: "The event type of the message." }),
  endpointId: Schema.String.annotateKey({ description: "The endpoint that the message was sent to." }),
  number: Schema.Int.annotateKey({ description: "Number of the attempt within its delivery, from 1." }),
  status: AttemptStatus.annotateKey({
    description: "Whether the attempt succeeded: the response had a status of 200 to 299."
  }),
  requestHeaders: Schema.NullOr(Schema.Record(Schema.String, Schema.String)).annotateKey({
    description:
      "Headers of the request, the signature included, without those of the connection. Values of custom headers are `(hidden)`, and their names are stored up to 512 characters in all. Null when the request was not made, and for attempts of versions before 0.6."
  }),
  responseStatus: Schema.NullOr(Schema.Int).annotateKey({
    description: "HTTP status of the response; null when no response was received."
  }),
  responseBody: Schema.NullOr(Schema.String).annotateKey({
    description:
      "The first 4 KiB of the response body, or 256 characters of it while the responses to the account exceed 128 KiB a second; null when no response was received."
  }),
  responseHeaders: Schema.NullOr(Schema.Record(Schema.String, Schema.String)).annotateKey({
    description:
      "Headers of a response without a 2xx status, names in lower case: at most 20 of them with 2 KiB, without cookies, credentials and the query of a location; null for other responses, and while the responses to the account exceed 128 KiB a second."
  }),
  failureReason: Schema.NullOr(FailureReason).annotateKey({
    description: "Why no response was received; null when one was."
  }),
  failureMessage: Schema.NullOr(Schema.String).annotateKey({
    description: "The failure in words; null when a response was received."
  }),
  startedAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the attempt started." }),
  durationMillis: Schema.Int.annotateKey({ description: "Duration of the attempt in milliseconds." }),
  responseStartMillis: Schema.NullOr(Schema.Int).annotateKey({
    description: "Milliseconds from the start of the attempt to the first byte of the response."
  }),
  trigger: AttemptTrigger.annotateKey({
    description: "Whether the retry policy or a request to resend caused the attempt."
  })
}).annotate({ identifier: "Attempt" })

/** A page of attempts. */
export const AttemptPage = pageSchema(AttemptView, "AttemptPage")
