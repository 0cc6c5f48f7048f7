import type { Duration, Redacted } from "effect"

/** The default number of times that a request is sent again. */
export const DEFAULT_MAX_RETRIES = 3

/** The default of the longest wait before a request is sent again. */
export const DEFAULT_MAX_RETRY_WAIT: Duration.Input = "1 minute"

/** The options of a client. */
export interface ClientOptions {
  /** The address of the service, such as `https://landfall.example.com`. */
  readonly baseUrl: string | URL
  readonly apiKey: Redacted.Redacted
  /** The maximum number of times that a request with the response 429 or 503 is sent again. Default: 3. */
  readonly maxRetries?: number
  /** A request whose response requests a longer wait fails immediately. Default: 1 minute. */
  readonly maxRetryWait?: Duration.Input
}
