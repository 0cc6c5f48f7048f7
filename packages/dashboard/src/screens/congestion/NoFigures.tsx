import { useQuery } from "@tanstack/react-query"
import { Empty, ErrorNote, Skeleton } from "../../components/Feedback.tsx"
import { PortField } from "../../components/form/PortField.tsx"
import { messages } from "../../text/messages.ts"
import { portFaultsQuery } from "./CongestionQueries.ts"

const texts = messages.congestion

interface NoFiguresProps {
  readonly code: string
  /** Shows another port in place of this one. */
  readonly onReplace: (code: string) => void
}

/** Why a port has no figures: it has no data yet, or no port has this code, and then the search. */
export const NoFigures = ({ code, onReplace }: NoFiguresProps) => {
  const { data: faults, error, refetch } = useQuery(portFaultsQuery(code))
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (faults === undefined) return <Skeleton />
  if (faults === null) return <Empty title={texts.noData.title}>{texts.noData.body}</Empty>
  return (
    <Empty
      title={texts.unknownPort.title(code)}
      action={<PortField label={texts.unknownPort.search} onChoose={onReplace} />}
    >
      {texts.unknownPort.body}
    </Empty>
  )
}
