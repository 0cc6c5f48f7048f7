import { useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { newIdempotencyKey } from "../../../client/Request.ts"
import { RequestFailed } from "../../../client/RequestFailed.ts"
import { ErrorNote, Note } from "../../../components/Feedback.tsx"
import { Button, ButtonLink } from "../../../components/form/Button.tsx"
import { Page } from "../../../components/Page.tsx"
import { messages } from "../../../text/messages.ts"
import { SetupDone } from "../SetupDone.tsx"
import { findRejection } from "../SetupQueries.ts"
import { createAlert } from "./CreateAlert.ts"
import { useDraft } from "./Draft.ts"
import { EndpointStep } from "./EndpointStep.tsx"
import { EventsStep } from "./EventsStep.tsx"
import { Registration } from "./Registration.tsx"
import { ReviewStep } from "./ReviewStep.tsx"
import { ShipmentsStep } from "./ShipmentsStep.tsx"
import { isComplete, openStepOf, reachableStep, STEPS, type Step } from "./Steps.ts"

const texts = messages.customSetup

const CONTENT = { endpoint: EndpointStep, events: EventsStep, shipments: ShipmentsStep, review: ReviewStep } as const

/** The steps with the current one; those that can be reached are links. */
const StepList = ({ current, last }: { readonly current: Step; readonly last: Step }) => (
  <nav aria-label={texts.progress}>
    <ol className="setup-steps">
      {STEPS.map((step, index) => {
        const content = (
          <>
            <span className="setup-number" aria-hidden="true">
              {index + 1}
            </span>
            <span className="setup-name">{texts.steps[step]}</span>
          </>
        )
        const isReachable = index <= STEPS.indexOf(last)
        return (
          <li key={step} data-state={step === current ? "current" : isReachable ? "open" : "later"}>
            {step === current || !isReachable ? (
              <span className="setup-step" aria-current={step === current ? "step" : undefined}>
                {content}
              </span>
            ) : (
              <Link to="/alerts/custom" search={{ step }} className="setup-step">
                {content}
              </Link>
            )}
          </li>
        )
      })}
    </ol>
  </nav>
)

/** Sets up an alert in steps. The entered values outlast going back and loading the page again. */
export const CustomSetup = () => {
  const search = useSearch({ from: "/shell/alerts/custom" })
  const { draft, change, clear } = useDraft()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [failedStep, setFailedStep] = useState<Step>()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>()
  const form = useRef<HTMLFormElement>(null)
  const step = reachableStep(search.step, draft)
  const showsFaults = failedStep === step
  const { endpoint, message, task } = search

  useEffect(() => {
    if (showsFaults) form.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]")?.focus()
  }, [showsFaults])

  if (endpoint !== undefined && message !== undefined) {
    return (
      <SetupDone
        result={{ endpointId: endpoint, messageId: message, ...(task === undefined ? {} : { taskId: task }) }}
        registration={
          draft.endpointId === endpoint || queryClient.getQueryData(["registration", endpoint]) !== undefined ? (
            <Registration endpointId={endpoint} draft={draft} onEnd={clear} />
          ) : null
        }
      />
    )
  }

  const create = async () => {
    setPending(true)
    setError(undefined)
    try {
      const created = await createAlert(draft, (endpointId) => change({ endpointId }))
      if (draft.shipments === "all") clear()
      await queryClient.invalidateQueries({ queryKey: ["endpoints"] })
      await navigate({ to: "/alerts/custom", search: { ...created }, replace: true })
    } catch (failure) {
      setError(failure)
      // A request that was rejected is changed before it is sent again; one without a response is repeated as it was.
      if (failure instanceof RequestFailed && failure.status >= 400 && failure.status < 500) {
        change({ idempotencyKey: newIdempotencyKey() })
      }
    } finally {
      setPending(false)
    }
  }

  /** Whether the server accepts the URL of the step; its field states why it does not. */
  const isAccepted = async () => {
    if (step !== "endpoint") return true
    setPending(true)
    const rejection = await findRejection(queryClient, draft.destination)
    setPending(false)
    if (rejection !== undefined) form.current?.querySelector<HTMLElement>("input[type=url]")?.focus()
    return rejection === undefined
  }

  const proceed = async () => {
    if (!isComplete(step, draft)) {
      setFailedStep(step)
      return
    }
    if (!(await isAccepted())) return
    const next = STEPS[STEPS.indexOf(step) + 1]
    const open = openStepOf(draft)
    if (next === undefined && open !== "review") {
      // Secret values were lost when the page was loaded again.
      setFailedStep(open)
      void navigate({ to: "/alerts/custom", search: { step: open } })
      return
    }
    setFailedStep(undefined)
    if (next === undefined) void create()
    else void navigate({ to: "/alerts/custom", search: { step: next } }).then(() => scrollTo({ top: 0 }))
  }

  const before = STEPS[STEPS.indexOf(step) - 1]
  const Content = CONTENT[step]
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      crumb={<Link to="/endpoints">{messages.alertSetup.fast.crumb}</Link>}
      actions={
        <>
          <Button variant="quiet" onPress={clear}>
            {texts.restart}
          </Button>
          <ButtonLink to="/alerts/new">{texts.fast}</ButtonLink>
        </>
      }
    >
      <form
        ref={form}
        className="stack setup"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) void proceed()
        }}
      >
        <StepList current={step} last={reachableStep("review", draft)} />
        <Content draft={draft} change={change} showsFaults={showsFaults} />
        {showsFaults && !isComplete(step, draft) ? <Note tone="bad">{texts.incomplete}</Note> : null}
        {error === undefined ? null : <ErrorNote error={error} />}
        <div className="actions">
          {before === undefined ? null : (
            <ButtonLink to="/alerts/custom" search={{ step: before }}>
              {messages.common.back}
            </ButtonLink>
          )}
          <Button type="submit" variant="primary" isPending={isPending}>
            {step === "review" ? texts.review.submit : messages.common.next}
          </Button>
        </div>
      </form>
    </Page>
  )
}
