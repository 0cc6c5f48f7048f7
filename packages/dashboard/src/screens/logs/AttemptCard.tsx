import type { AttemptView } from "@landfall/api/alerts/AttemptView"
import { Code } from "../../components/Code.tsx"
import { Disclosure } from "../../components/Disclosure.tsx"
import { Status } from "../../components/Feedback.tsx"
import { Card, Facts } from "../../components/Page.tsx"
import { Sentence } from "../../components/Sentence.tsx"
import { Time } from "../../components/Time.tsx"
import { explainOutcome } from "../../delivery/explainFailure.ts"
import { messages } from "../../text/messages.ts"
import { duration } from "../endpoints/operations/EndpointQueries.ts"

const texts = messages.logs.message

type Attempt = typeof AttemptView.Encoded

/** Headers as they are written in HTTP, one a line. */
const headerLines = (headers: ReadonlyArray<readonly [name: string, value: string]>): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join("\n")

/** The request headers of an attempt; versions before 0.6 did not store them, and a request that was not made has none. */
const RequestHeaders = ({ number, requestHeaders }: Attempt) =>
  requestHeaders === null ? (
    <p className="hint disclosure-hint">{texts.noRequestHeaders}</p>
  ) : (
    <>
      <Code
        label={`${texts.requestHeaders}: ${texts.attempt(number)}`}
        text={headerLines(Object.entries(requestHeaders))}
        wrap
      />
      <p className="hint disclosure-hint">{texts.headersHint}</p>
    </>
  )

interface AttemptCardProps {
  readonly attempt: Attempt
  /** Whether the outcome is stated above the attempt already. */
  readonly isExplained?: boolean
  /** The name of its endpoint, where attempts at other endpoints stand beside it. */
  readonly endpoint?: string
}

/** One attempt: the response of the receiver, and its time. */
export const AttemptCard = ({ attempt, isExplained = false, endpoint }: AttemptCardProps) => {
  const {
    number,
    status,
    responseStatus,
    responseBody,
    responseHeaders,
    startedAt,
    durationMillis,
    responseStartMillis,
    trigger
  } = attempt
  return (
    <Card
      title={texts.attempt(number)}
      actions={
        <Status tone={status === "succeeded" ? "good" : "bad"}>
          {responseStatus ?? messages.endpoints.attempts[status]}
        </Status>
      }
    >
      <div className="stack-s">
        {isExplained ? null : <p>{explainOutcome(attempt)}</p>}
        <Facts
          items={[
            ...(endpoint === undefined
              ? []
              : [
                  [
                    messages.logs.columns.endpoint,
                    <span key="endpoint" className="break">
                      {endpoint}
                    </span>
                  ] as const
                ]),
            [
              texts.started,
              <Sentence
                key="started"
                text={texts.startedBy}
                parts={{
                  time: <Time at={startedAt} />,
                  trigger: texts.trigger[trigger === "automatic" && number === 1 ? "first" : trigger]
                }}
              />
            ],
            [texts.firstByte, responseStartMillis === null ? "–" : duration(responseStartMillis)],
            [texts.duration, duration(durationMillis)]
          ]}
        />
        <Disclosure size="small" summary={texts.requestHeaders}>
          <RequestHeaders {...attempt} />
        </Disclosure>
        <h3>{texts.response}</h3>
        {responseBody === null ? (
          <p className="muted">{attempt.failureMessage ?? texts.noResponse}</p>
        ) : responseBody === "" ? (
          <p className="muted">{texts.emptyBody}</p>
        ) : (
          <Code label={`${texts.response}: ${attempt.endpointId}, ${texts.attempt(number)}`} text={responseBody} wrap />
        )}
        {responseHeaders === null ? null : (
          <Disclosure size="small" summary={texts.responseHeaders} isOpen={isExplained}>
            <Code
              label={`${texts.responseHeaders}: ${texts.attempt(number)}`}
              text={headerLines(Object.entries(responseHeaders))}
              wrap
            />
          </Disclosure>
        )}
      </div>
    </Card>
  )
}
