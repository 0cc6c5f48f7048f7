import type { Answer, TransportError } from "@landfall/core/alerts/delivery/AlertTransport"
import type { Dispatcher } from "undici"
import { type AnswerBody, makeAnswerBody } from "../AnswerBody.ts"
import { retryAfterMillis } from "../RetryAfter.ts"

/** What an exchange tells when it is over; exactly one of them is called, once. */
export interface Settle {
  readonly answered: (answer: Answer) => void
  readonly failed: (error: unknown) => void
}

/** The clocks that an exchange reads. */
export interface Times {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Nanoseconds of a clock that nobody sets. */
  readonly monotonicNanos: () => bigint
}

/** Why a connection is cut by us; never told to anybody. */
const CUT = new Error("cut")

/** One POST and its answer, as undici's lowest interface tells it: no streams, nothing parsed that is not needed. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #settle: Settle
  readonly #times: Times
  readonly #beganAt: bigint
  #controller: Dispatcher.DispatchController | undefined
  #body: AnswerBody | undefined
  #retryAfterMillis: number | undefined
  #startMillis = 0
  #settled = false
  status: number | undefined

  constructor(settle: Settle, times: Times) {
    this.#settle = settle
    this.#times = times
    this.#beganAt = times.monotonicNanos()
  }

  /** Ends the exchange with a failure, or silently; its connection is closed. */
  cut(error?: TransportError): void {
    if (this.#settled) return
    this.#settled = true
    this.#controller?.abort(CUT)
    if (error !== undefined) this.#settle.failed(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(CUT)
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
    if (retryAfter !== undefined) this.#retryAfterMillis = retryAfterMillis(retryAfter, this.#times.now())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#body ??= makeAnswerBody()
    if (this.#body.add(chunk)) return
    this.#answer()
    controller.abort(CUT)
  }

  onResponseEnd(): void {
    this.#answer()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return
    this.#settled = true
    this.#settle.failed(error)
  }

  #answer(): void {
    if (this.#settled || this.status === undefined) return
    this.#settled = true
    const body = this.#body?.text() ?? ""
    const retryAfterMillis = this.#retryAfterMillis
    this.#settle.answered({ status: this.status, body, retryAfterMillis, startMillis: this.#startMillis })
  }
}
