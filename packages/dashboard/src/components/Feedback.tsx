import { useQueryClient } from "@tanstack/react-query"
import type { CSSProperties, ReactNode } from "react"
import { retryFailed } from "../client/Queries.ts"
import { RequestFailed } from "../client/RequestFailed.ts"
import { faultSentence } from "../text/Faults.ts"
import { messages } from "../text/messages.ts"
import { Icon } from "../theme/Icon.tsx"
import { useSharedFailure } from "./FailureReports.ts"
import { Button } from "./form/Button.tsx"
import type { Tone } from "./Tone.ts"
import { useSecondsUntil } from "./useSecondsUntil.ts"

const texts = messages.common

/** A state in one word. */
export const Status = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className="status" data-tone={tone}>
    {children}
  </span>
)

/** A note that the reader needs before continuing. */
export const Note = ({ tone = "idle", children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <div className="note" data-tone={tone} role={tone === "bad" ? "alert" : "note"}>
    {children}
  </div>
)

const BAD_REQUEST = 400
const NO_CREDITS = 402
/** The plan of the account has no alerts. */
const NO_ALERTS = 40300
const NOT_FOUND = 404
const SERVER_FAILED = 500
/** The body of a request is invalid: its details name the entered values. */
const INVALID_BODY = 40002

/** The main sentence, and one for each fault. A single fault is the main sentence. */
const sentencesOf = (error: unknown): readonly [text: string, ...details: ReadonlyArray<string>] => {
  if (!(error instanceof RequestFailed)) {
    const { body, next } = messages.shell.failed
    return [body, error instanceof Error ? error.message : String(error), next]
  }
  const details = error.details.map(faultSentence)
  // The next step, which the server cannot know.
  if (error.status === NOT_FOUND) return [error.message, texts.notFound]
  if (error.status === NO_CREDITS) return [error.message, ...details, texts.noCredits]
  if (error.status >= SERVER_FAILED) return [error.message, ...details, texts.serverFailed]
  if (error.errorCode === NO_ALERTS) return [error.message, ...details, texts.noAlerts]
  if (error.errorCode !== INVALID_BODY || details.length === 0) return [error.message, ...details]
  const [only = texts.invalid] = details
  return details.length === 1 ? [only] : [texts.invalid, ...details]
}

/** Whether the same request can succeed when it is repeated: not when it is invalid, or names an unknown object. */
const isRepeatable = (failure: RequestFailed | undefined): boolean =>
  failure === undefined || ![BAD_REQUEST, NOT_FOUND].includes(failure.status)

interface ErrorNoteProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** A failure: its reason, what to do, and the id by which the operator finds it in the log. */
export const ErrorNote = ({ error, onRetry }: ErrorNoteProps) => {
  const failure = error instanceof RequestFailed ? error : undefined
  const secondsLeft = useSecondsUntil(failure?.retryAt ?? null)
  const [text, ...details] = sentencesOf(error)
  const queryClient = useQueryClient()
  const retry = () => {
    onRetry?.()
    // What else the screen could not load is behind this failure, or failed for the same reason.
    retryFailed(queryClient)
  }
  if (useSharedFailure(error, [text, ...details].join(" "), onRetry)) return null
  return (
    <Note tone="bad">
      <strong className="break-long">{text}</strong>
      {details.map((detail) => (
        <span key={detail} className="break-long">
          {detail}
        </span>
      ))}
      {/* A screen reader announces the fault once, and not each second. */}
      {secondsLeft === 0 ? null : <span aria-live="off">{texts.retryAfter(secondsLeft)}</span>}
      {failure === undefined || failure.mismatch === "" ? null : (
        <span className="small muted break-long">{texts.mismatch(failure.mismatch)}</span>
      )}
      {failure !== undefined && failure.status >= 500 && failure.requestId !== null ? (
        <span className="small muted">{texts.requestId(failure.requestId)}</span>
      ) : null}
      {onRetry === undefined || !isRepeatable(failure) ? null : (
        <div>
          <Button size="small" onPress={retry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </Note>
  )
}

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** A list without rows: its purpose, and the link to the action that fills it. */
export const Empty = ({ title, children, action }: EmptyProps) => (
  <div className="empty">
    <h2>{title}</h2>
    {children === undefined ? null : <p className="muted">{children}</p>}
    {action}
  </div>
)

/** The place of a text that is being loaded, as high as the text. */
export const Skeleton = ({ width = "100%" }: { readonly width?: string }) => (
  <span className="skeleton" style={{ "--skeleton-width": width } as CSSProperties} aria-hidden="true" />
)

/** A value that could not be loaded, with the reason on hover. A press loads it again, and what else has failed. */
export const NotLoaded = ({ error }: { readonly error: unknown }) => {
  const queryClient = useQueryClient()
  return (
    <button
      type="button"
      className="not-loaded"
      aria-label={texts.retryValue}
      title={sentencesOf(error).join(" ")}
      onClick={() => retryFailed(queryClient)}
    >
      {texts.notLoaded}
      <Icon path="M13 8a5 5 0 1 1-1.6-3.7M13 2.2v2.6h-2.6" size={12} />
    </button>
  )
}

interface AwaitedProps {
  /** Why the value could not be loaded; null while it is loaded. */
  readonly error: unknown
  readonly width: string
  /** Whether the button that loads it again is beside it. */
  readonly isBeside?: boolean
}

/** The place of a value that is requested separately, until it is there: while it is loaded, and once that has failed. */
export const Awaited = ({ error, width, isBeside = false }: AwaitedProps) => {
  if (error === null) return <Skeleton width={width} />
  return isBeside ? <span className="small muted">{texts.notLoaded}</span> : <NotLoaded error={error} />
}

/** The place of a part of a screen of which nothing can be shown yet: nothing that is read moves when it comes. */
export const Placeholder = () => (
  <div className="card stack-s" aria-busy="true">
    <Skeleton width="30%" />
    <Skeleton />
    <Skeleton width="60%" />
  </div>
)
