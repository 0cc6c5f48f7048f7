import type { ReactNode } from "react"
import { Note } from "../../components/Feedback.tsx"
import { Sentence } from "../../components/Sentence.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { messages } from "../../text/messages.ts"
import type { EndpointStats } from "./operations/EndpointQueries.ts"

const texts = messages.endpoints

interface ConditionProps {
  readonly stats: EndpointStats
  /** The link to the failed deliveries. */
  readonly action?: ReactNode
}

/** The meaning of the state of an endpoint for its owner; nothing for a healthy one. */
export const Condition = ({ stats, action }: ConditionProps) => {
  const { status, since, reason, disabledFrom } = stats.health
  if (status === "disabled") return <Note tone="warn">{texts.disabledBy[reason ?? "owner"]}</Note>
  if (status === "probing") return <Note>{texts.probing}</Note>
  if (status === "failing") {
    return (
      <Note tone="warn">
        {stats.lastAttempt?.status === "failed" ? <strong>{explainOutcome(stats.lastAttempt)}</strong> : null}
        <span>
          {since === null ? null : <Sentence text={texts.failingSince} parts={{ since: <Time at={since} /> }} />}{" "}
          {disabledFrom === null ? null : (
            <Sentence text={texts.disabledFrom} parts={{ time: <Time at={disabledFrom} /> }} />
          )}
        </span>
        {action === undefined ? null : <div>{action}</div>}
      </Note>
    )
  }
  return stats.postponed === null ? null : <Note tone="warn">{stats.postponed.message}</Note>
}
