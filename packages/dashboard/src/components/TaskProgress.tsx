import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent } from "react"
import { client } from "../client/Client.ts"
import { dataInterval } from "../client/Polling.ts"
import { messages } from "../text/messages.ts"
import { ErrorNote } from "./Feedback.tsx"
import { Progress } from "./Progress.tsx"

const POLL_MILLIS = 700

interface TaskProgressProps {
  readonly id: string
  readonly progress: (done: number, total: number) => string
  readonly completed: (done: number) => string
  /** Called after progress, so that the figures that it changes can be loaded again. */
  readonly onProgress?: () => void
  readonly onEnd?: () => void
}

/** A task of the server, until it ends. */
export const TaskProgress = ({ id, progress, completed, onProgress, onEnd }: TaskProgressProps) => {
  const {
    data: task,
    error,
    refetch
  } = useQuery({
    queryKey: ["task", id],
    queryFn: ({ signal }) => client.tasks.get({ params: { id }, signal }),
    refetchInterval: (query) => {
      const status = query.state.data?.status
      return status === "completed" || status === "cancelled" ? false : dataInterval(POLL_MILLIS)(query)
    }
  })
  const isEnded = task?.status === "completed" || task?.status === "cancelled"
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    if (isEnded) end()
  }, [isEnded])

  const done = task?.done ?? 0
  const advance = useEffectEvent(() => onProgress?.())
  useEffect(() => {
    if (done > 0) advance()
  }, [done])

  if (error !== null && task === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />
  const total = task?.total ?? 0
  const text =
    task?.status === "completed"
      ? completed(done)
      : task?.status === "cancelled"
        ? messages.endpointDialogs.recover.cancelled
        : progress(done, total)
  if (isEnded && total === 0) return <p aria-live="polite">{text}</p>
  return <Progress done={isEnded ? 1 : done} total={isEnded ? 1 : total} text={text} />
}
