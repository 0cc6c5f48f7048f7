import type { CSSProperties, ReactNode } from "react"
import { RequestFailed } from "../client/RequestFailed.ts"
import { faultSentence } from "../text/Faults.ts"
import { messages } from "../text/messages.ts"
import { Button } from "./form/Button.tsx"
import type { Tone } from "./Tone.ts"

const texts = messages.common

/** The state of something, in a word. */
export const Status = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className="status" data-tone={tone}>
    {children}
  </span>
)

/** Something that the reader should know before going on. */
export const Note = ({ tone = "idle", children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <div className="note" data-tone={tone} role={tone === "bad" ? "alert" : "note"}>
    {children}
  </div>
)

/** What does not exist is not there the next time either. */
const NOT_FOUND = 404
/** The body of a request does not fit: its details name what was entered. */
const INVALID_BODY = 40002

const textOf = (error: unknown): string => {
  if (error instanceof RequestFailed && error.errorCode === INVALID_BODY && error.details.length > 0)
    return texts.invalid
  return error instanceof Error ? error.message : String(error)
}

/** What to know and to do besides: one sentence for each fault; for what does not exist, the way on. */
const detailsOf = ({ status, details }: RequestFailed): ReadonlyArray<string> =>
  status === NOT_FOUND ? [texts.notFound] : details.map(faultSentence)

interface ErrorNoteProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** Why something failed, what to do, and the id by which the operator finds it in the log. */
export const ErrorNote = ({ error, onRetry }: ErrorNoteProps) => {
  const failure = error instanceof RequestFailed ? error : undefined
  const retryAfter = failure?.retryAfterSeconds ?? null
  return (
    <Note tone="bad">
      <strong className="break">{textOf(error)}</strong>
      {failure === undefined
        ? null
        : detailsOf(failure).map((detail) => (
            <span key={detail} className="break-long">
              {detail}
            </span>
          ))}
      {retryAfter === null ? null : <span>{texts.retryAfter(retryAfter)}</span>}
      {failure !== undefined && failure.status >= 500 && failure.requestId !== null ? (
        <span className="small muted">{texts.requestId(failure.requestId)}</span>
      ) : null}
      {onRetry === undefined || failure?.status === NOT_FOUND ? null : (
        <div>
          <Button size="small" onPress={onRetry}>
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

/** A list without rows: what would be here, and the way to it. */
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

/** Rows of a table while its data is loaded. */
export const SkeletonRows = ({ rows, columns }: { readonly rows: number; readonly columns: number }) =>
  Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton width={column === 0 ? "80%" : "60%"} />
        </td>
      ))}
    </tr>
  ))
