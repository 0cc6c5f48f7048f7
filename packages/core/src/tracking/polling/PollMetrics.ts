import { Context, Layer } from "effect"
import type { Scac } from "../references/Sealine.ts"
import type { CarrierOutcome } from "./CarrierHealth.ts"

/** The figures of one poll. */
export interface PollFigures {
  readonly scac: Scac
  readonly outcome: CarrierOutcome
  /** Requests sent, pages and retries included. */
  readonly requests: number
  /** Events of the response that could not be read. */
  readonly unreadable: number
  readonly durationMillis: number
}

/** Receives the figures of the polls of this process. The composition adapts it to the format of the metrics. */
export class PollMetrics extends Context.Service<
  PollMetrics,
  {
    /** Counts one poll of a carrier. */
    readonly recordPoll: (poll: PollFigures) => void
  }
>()("@landfall/core/tracking/polling/PollMetrics") {
  /** Discards the figures. */
  static readonly none = Layer.succeed(PollMetrics, { recordPoll: () => undefined })
}
