import { MAX_RETRY_AFTER_MILLIS } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { TransportError, WebhookResponse } from "@landfall/core/alerts/sending/AlertTransport"
import { Duration, Result } from "effect"
import { Headers } from "effect/http"
import type { Dispatcher } from "undici"
import { makeResponseBody, type ResponseBody } from "../ResponseBody.ts"

/**
 * The wait that a Retry-After header asks for, in milliseconds from `now` (milliseconds since the epoch): whole seconds
 * or an HTTP date in any of its three forms (RFC 9110 sections 5.6.7 and 10.2.3), from 0 to 24 hours. Undefined when the
 * header says neither.
 */
export const parseRetryAfterMillis = (header: string, now: number): number | undefined => {
  const parsed = Headers.parseRetryAfter(header.trim())
  if (Result.isFailure(parsed)) return undefined
  const millis = Duration.toMillis(Headers.retryAfterDelay(parsed.success, now))
  return Math.min(Math.max(millis, 0), MAX_RETRY_AFTER_MILLIS)
}

/** What an exchange tells when it is over; exactly one of them is called, once. */
export interface ExchangeCallbacks {
  readonly onResponse: (answer: WebhookResponse) => void
  readonly onFailure: (error: unknown) => void
}

/** The clocks that an exchange reads. */
export interface ExchangeClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Nanoseconds of a clock that nobody sets. */
  readonly monotonicNanos: () => bigint
}

/** Why a connection is cut by us; never told to anybody. */
const ABORTED = new Error("cut")

/** One POST and its answer, as undici's lowest interface tells it: no streams, nothing parsed that is not needed. */
export class WebhookExchange implements Dispatcher.DispatchHandler {
  readonly #settle: ExchangeCallbacks
  readonly #times: ExchangeClock
  readonly #beganAt: bigint
  #controller: Dispatcher.DispatchController | undefined
  #body: ResponseBody | undefined
  #retryAfterMillis: number | undefined
  #startMillis = 0
  #settled = false
  status: number | undefined

  constructor(settle: ExchangeCallbacks, times: ExchangeClock) {
    this.#settle = settle
    this.#times = times
    this.#beganAt = times.monotonicNanos()
  }

  /** Ends the exchange with a failure, or silently; its connection is closed. */
  abort(error?: TransportError): void {
    if (this.#settled) return
    this.#settled = true
    this.#controller?.abort(ABORTED)
    if (error !== undefined) this.#settle.onFailure(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(ABORTED)
    else this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | Array<string> | undefined>>
  ): void {
    if (status < 200) return
    this.status = status
    this.#startMillis = Number((this.#times.monotonicNanos() - this.#beganAt) / 1_000_000n)
    const header = headers["retry-after"]
    const retryAfter = Array.isArray(header) ? header[0] : header
    if (retryAfter !== undefined) this.#retryAfterMillis = parseRetryAfterMillis(retryAfter, this.#times.now())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#body ??= makeResponseBody()
    if (this.#body.add(chunk)) return
    this.#answer()
    controller.abort(ABORTED)
  }

  onResponseEnd(): void {
    this.#answer()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return
    this.#settled = true
    this.#settle.onFailure(error)
  }

  #answer(): void {
    if (this.#settled || this.status === undefined) return
    this.#settled = true
    const body = this.#body?.text() ?? ""
    const retryAfterMillis = this.#retryAfterMillis
    this.#settle.onResponse({ status: this.status, body, retryAfterMillis, responseStartMillis: this.#startMillis })
  }
}
