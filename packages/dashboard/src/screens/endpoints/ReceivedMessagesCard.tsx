import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Code } from "../../components/Code.tsx"
import { Disclosure } from "../../components/Disclosure.tsx"
import { EventType } from "../../components/EventType.tsx"
import { ErrorNote, Skeleton, Status } from "../../components/Feedback.tsx"
import { Card } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { readReport } from "../../delivery/TestReceiver.ts"
import { messages } from "../../text/messages.ts"
import { type Attempt, attemptsQuery } from "./operations/EndpointQueries.ts"

const texts = messages.endpoints.received

const SHOWN = 20

const formatted = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

const Received = ({ attempt, isFirst }: { readonly attempt: Attempt; readonly isFirst: boolean }) => {
  const report = readReport(attempt.responseBody)
  return (
    <Disclosure
      look="row"
      isOpen={isFirst}
      summary={
        <span className="received-head">
          <EventType type={attempt.type} />
          <Time at={attempt.startedAt} />
          <Status tone={report?.isVerified === true ? "good" : "bad"}>
            {report?.isVerified === true ? texts.verified : texts.notVerified}
          </Status>
        </span>
      }
    >
      <div className="stack-s received-body">
        {report === undefined ? (
          <p>{explainOutcome(attempt)}</p>
        ) : (
          <Code
            label={texts.headersOf(attempt.messageId)}
            text={report.headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
            wrap
          />
        )}
        {report?.body === undefined ? null : (
          <Code label={texts.bodyOf(attempt.messageId)} language="json" text={formatted(report.body)} wrap />
        )}
        <Link to="/logs/$id" params={{ id: attempt.messageId }}>
          {texts.open}
        </Link>
      </div>
    </Disclosure>
  )
}

/** The messages that the test receiver has received, newest first, while the page is open. */
export const ReceivedMessagesCard = ({ endpointId }: { readonly endpointId: string }) => {
  const { data, error, refetch } = useQuery(attemptsQuery(endpointId, SHOWN))
  return (
    <Card
      title={texts.title}
      actions={
        <Link to="/logs" search={{ endpointId }}>
          {messages.endpoints.attempts.all}
        </Link>
      }
    >
      <div className="stack-s">
        <p className="muted">{texts.body}</p>
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        {data === undefined ? (
          error === null ? (
            <Skeleton />
          ) : null
        ) : data.data.length === 0 ? (
          <p className="muted">{messages.endpoints.attempts.none}</p>
        ) : (
          data.data.map((attempt, index) => (
            <Received key={`${attempt.messageId} ${attempt.number}`} attempt={attempt} isFirst={index === 0} />
          ))
        )}
      </div>
    </Card>
  )
}
