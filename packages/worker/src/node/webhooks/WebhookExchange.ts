import { isSuccessStatus, MAX_RETRY_AFTER_MILLIS } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { TransportError, WebhookResponse } from "@landfall/core/alerts/sending/AlertTransport"
import { Duration, Result } from "effect"
import { Headers } from "effect/http"
import type { Dispatcher } from "undici"
import { responseTooLong } from "../egress/ReadBudget.ts"
import { makeResponseBody, type ResponseBody } from "./ResponseBody.ts"

/**
 * The delay of a Retry-After header in milliseconds from `now` (milliseconds since the epoch): whole seconds or an HTTP
 * date in any of its three forms (RFC 9110 sections 5.6.7 and 10.2.3), clamped to 0 to 24 hours. Undefined when the header
 * is neither.
 */
export const parseRetryAfterMillis = (header: string, now: number): number | undefined => {
  const parsed = Headers.parseRetryAfter(header.trim())
  if (Result.isFailure(parsed)) return undefined
  const millis = Duration.toMillis(Headers.retryAfterDelay(parsed.success, now))
  return Math.min(Math.max(millis, 0), MAX_RETRY_AFTER_MILLIS)
}

type ResponseHeaders = Readonly<Record<string, string | Array<string> | undefined>>

/** Headers with the values of repeated ones joined, as RFC 9110 section 5.3 combines them. */
const combine = (headers: ResponseHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]
    )
  )

/** The maximum number of interim responses (1xx) before a response: hundreds fit into what is parsed in one step. */
const MAX_INTERIM_RESPONSES = 16

/** The callbacks of an exchange. The exchange calls exactly one of them, once, unless it is aborted silently. */
export interface ExchangeCallbacks {
  readonly onResponse: (response: WebhookResponse) => void
  readonly onFailure: (error: unknown) => void
}

/** The clocks that an exchange reads. */
export interface ExchangeClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Nanoseconds of the monotonic clock. */
  readonly monotonicNanos: () => bigint
}

/** The reason passed to undici for a connection that the transport closes itself. It reaches no log and no response. */
const ABORTED = new Error("aborted")

/** One POST and its response on undici's lowest-level interface: it creates no streams and parses only what it needs. */
export class WebhookExchange implements Dispatcher.DispatchHandler {
  readonly #callbacks: ExchangeCallbacks
  readonly #clock: ExchangeClock
  readonly #startedAt: bigint
  #controller: Dispatcher.DispatchController | undefined
  #body: ResponseBody | undefined
  #retryAfterMillis: number | undefined
  /** Undefined after a success: they are not read then. */
  #headers: ResponseHeaders | undefined
  #responseStartMillis = 0
  #interimResponses = 0
  #ended = false
  status: number | undefined

  constructor(callbacks: ExchangeCallbacks, clock: ExchangeClock) {
    this.#callbacks = callbacks
    this.#clock = clock
    this.#startedAt = clock.monotonicNanos()
  }

  /** Ends the exchange with a failure, or silently; its connection is closed. */
  abort(error?: TransportError): void {
    if (this.#ended) return
    this.#ended = true
    this.#controller?.abort(ABORTED)
    if (error !== undefined) this.#callbacks.onFailure(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) controller.abort(ABORTED)
    else this.#controller = controller
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    if (status < 200) {
      this.#interimResponses++
      if (this.#interimResponses > MAX_INTERIM_RESPONSES) controller.abort(responseTooLong())
      return
    }
    this.status = status
    this.#responseStartMillis = Number((this.#clock.monotonicNanos() - this.#startedAt) / 1_000_000n)
    if (!isSuccessStatus(status)) this.#headers = headers
    const header = headers["retry-after"]
    const retryAfter = Array.isArray(header) ? header[0] : header
    if (retryAfter !== undefined) this.#retryAfterMillis = parseRetryAfterMillis(retryAfter, this.#clock.now())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#body ??= makeResponseBody()
    if (this.#body.add(chunk)) return
    this.#complete()
    controller.abort(ABORTED)
  }

  onResponseEnd(): void {
    this.#complete()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#ended) return
    this.#ended = true
    this.#callbacks.onFailure(error)
  }

  #complete(): void {
    if (this.#ended || this.status === undefined) return
    this.#ended = true
    const body = this.#body?.text() ?? ""
    const retryAfterMillis = this.#retryAfterMillis
    this.#callbacks.onResponse({
      status: this.status,
      body,
      ...(this.#headers === undefined ? {} : { headers: combine(this.#headers) }),
      retryAfterMillis,
      responseStartMillis: this.#responseStartMillis
    })
  }
}
