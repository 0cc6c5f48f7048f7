import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { client } from "../../client/Client.ts"
import { dataInterval, pollInterval } from "../../client/Polling.ts"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Choice } from "../../components/form/Choice.tsx"
import { Card } from "../../components/Page.tsx"
import { TaskProgress } from "../../components/TaskProgress.tsx"
import { messages } from "../../text/messages.ts"

const texts = messages.endpointDialogs.recover

const HOUR_MILLIS = 3_600_000

type Window = keyof typeof texts.windows
const WINDOWS: ReadonlyArray<Window> = ["1", "24", "168", "720"]

type Kind = "recover" | "replayMissing"

const TASK_KINDS: Readonly<Record<Kind, string>> = { recover: "recover", replayMissing: "replay-missing" }

const COUNT_MILLIS = 10_000
const TASK_ROWS = 250

/** The tasks of an endpoint that have not ended, newest first: those that another page or person has started too. */
const openTasksQuery = (endpointId: string) =>
  queryOptions({
    queryKey: ["endpoints", endpointId, "open-tasks"],
    queryFn: async ({ signal }) => {
      const { data } = await client.tasks.list({ query: { limit: TASK_ROWS }, signal })
      return data.filter(
        (task) => task.endpointId === endpointId && (task.status === "queued" || task.status === "running")
      )
    },
    refetchInterval: pollInterval(COUNT_MILLIS)
  })

const start = (kind: Kind, id: string, since: string, preview: boolean) =>
  client.tasks[kind]({ params: { id }, payload: { since, preview } })

/** One of the two ways to send again: how much it would send, and its progress once it runs. */
const Recovery = ({
  endpointId,
  kind,
  since
}: {
  readonly endpointId: string
  readonly kind: Kind
  readonly since: string
}) => {
  const [started, setStarted] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const queryClient = useQueryClient()
  const queryKey = ["endpoints", endpointId, "recovery", kind, since]
  const {
    data: preview,
    error: previewError,
    refetch
  } = useQuery({
    queryKey,
    queryFn: () => start(kind, endpointId, since, true),
    // Deliveries that fail or are skipped meanwhile count too.
    refetchInterval: dataInterval(COUNT_MILLIS)
  })
  const { data: open } = useQuery(openTasksQuery(endpointId))
  const openId = open?.find((task) => task.kind === TASK_KINDS[kind])?.id
  // It stays shown once it has ended, and is no longer open.
  if (started === undefined && openId !== undefined) setStarted(openId)
  const count = preview !== undefined && "count" in preview ? preview.count : undefined

  const send = () => {
    setError(undefined)
    setRunning(true)
    start(kind, endpointId, since, false).then(
      (task) => {
        if ("id" in task) setStarted(task.id)
      },
      (failure: unknown) => {
        setError(failure)
        setRunning(false)
      }
    )
  }

  return (
    <div className="stack-s">
      <div className="spread">
        <span className="stack-tight">
          <span>{kind === "recover" ? texts.failed : texts.missed}</span>
          <span className="small muted">{kind === "recover" ? texts.failedHint : texts.missedHint}</span>
        </span>
        <Button
          size="small"
          isDisabled={count === undefined || count === 0}
          isPending={isRunning || openId !== undefined}
          onPress={send}
        >
          {count === undefined
            ? previewError === null
              ? messages.common.loading
              : texts.unknown
            : count === 0
              ? texts.nothing
              : texts.start(count)}
        </Button>
      </div>
      {previewError === null ? null : <ErrorNote error={previewError} onRetry={() => void refetch()} />}
      {error === undefined ? null : <ErrorNote error={error} />}
      {started === undefined ? null : (
        <TaskProgress
          id={started}
          progress={texts.progress}
          completed={texts.completed}
          onProgress={() => {
            for (const part of ["stats", "attempts"]) {
              void queryClient.invalidateQueries({ queryKey: ["endpoints", endpointId, part] })
            }
          }}
          onEnd={() => {
            setRunning(false)
            void queryClient.invalidateQueries({ queryKey: ["endpoints", endpointId] })
          }}
        />
      )}
    </div>
  )
}

/** Sends again the deliveries that the endpoint did not receive. */
export const RecoverCard = ({ endpointId }: { readonly endpointId: string }) => {
  const [hours, setHours] = useState<Window>("24")
  const [openedAt] = useState(Date.now)
  const since = new Date(openedAt - Number(hours) * HOUR_MILLIS).toISOString()
  const { data: open, error, refetch } = useQuery(openTasksQuery(endpointId))
  return (
    <Card title={texts.title}>
      <div className="stack">
        <p className="muted">{texts.body}</p>
        {error === null || open !== undefined ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        <Choice
          label={texts.since}
          value={hours}
          options={WINDOWS.map((value) => ({ value, label: texts.windows[value] }))}
          onChange={setHours}
        />
        <Recovery endpointId={endpointId} kind="recover" since={since} />
        <Recovery endpointId={endpointId} kind="replayMissing" since={since} />
      </div>
    </Card>
  )
}
