import type { ReactNode } from "react"
import type { Column } from "../../components/DataTable.tsx"
import { Status } from "../../components/Feedback.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { messages } from "../../text/messages.ts"
import { type Attempt, duration } from "./operations/EndpointQueries.ts"

const texts = messages.endpoints.attempts

/** The key of an attempt, unique at its endpoint. */
export const attemptKey = ({ messageId, number }: Attempt): string => `${messageId} ${number}`

const isRepeated = (attempt: Attempt, attempts: ReadonlyArray<Attempt>): boolean => {
  const newer = attempts[attempts.indexOf(attempt) - 1]
  return newer !== undefined && newer.status === "failed" && explainOutcome(newer) === explainOutcome(attempt)
}

/**
 * The columns of a table of attempts, with the key of an attempt. Of attempts in a row that failed alike, the newest
 * alone is explained.
 */
export const attemptColumns = (
  attempts: ReadonlyArray<Attempt>,
  name: (attempt: Attempt) => ReactNode
): ReadonlyArray<Column<Attempt>> => [
  { title: texts.time, cell: ({ startedAt }) => <Time at={startedAt} /> },
  { title: texts.type, isName: true, cell: name },
  {
    title: texts.result,
    cell: (attempt) => (
      <span className="stack-s">
        <span>
          <Status tone={attempt.status === "succeeded" ? "good" : "bad"}>
            {attempt.responseStatus ?? texts[attempt.status]}
          </Status>
        </span>
        {attempt.status === "failed" && !isRepeated(attempt, attempts) ? (
          <span className="small">{explainOutcome(attempt)}</span>
        ) : null}
      </span>
    )
  },
  { title: texts.duration, cell: ({ durationMillis }) => duration(durationMillis), isNumber: true }
]
