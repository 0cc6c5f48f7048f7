import { Note } from "../../components/Feedback.tsx"
import { ButtonLink } from "../../components/form/Button.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { messages } from "../../text/messages.ts"
import type { EndpointStats } from "./operations/EndpointQueries.ts"

const texts = messages.endpoints

/** What the state of an endpoint means for its owner; nothing for a healthy one. */
export const Condition = ({ stats }: { readonly stats: EndpointStats }) => {
  const { status, since, reason, disabledFrom } = stats.health
  if (status === "disabled") return <Note tone="warn">{texts.disabledBy[reason ?? "owner"]}</Note>
  if (status === "probing") return <Note>{texts.probing}</Note>
  if (status === "failing") {
    return (
      <Note tone="warn">
        {stats.lastAttempt?.status === "failed" ? <strong>{explainOutcome(stats.lastAttempt)}</strong> : null}
        <span>
          {texts.failingSince} {since === null ? messages.common.unknown : <Time at={since} />}.{" "}
          {disabledFrom === null ? null : (
            <>
              {texts.disabledFrom} <Time at={disabledFrom} />.
            </>
          )}
        </span>
        {stats.lastAttempt === null ? null : (
          <div>
            <ButtonLink size="small" to="/logs/$id" params={{ id: stats.lastAttempt.messageId }}>
              {texts.openAttempt}
            </ButtonLink>
          </div>
        )}
      </Note>
    )
  }
  return stats.postponed === null ? null : <Note tone="warn">{stats.postponed.message}</Note>
}
