import { useQuery } from "@tanstack/react-query"
import { lazy, Suspense } from "react"
import { client } from "../client/Client.ts"
import { ErrorNote, Skeleton } from "../components/Feedback.tsx"
import { Tabs } from "../components/Tabs.tsx"
import type { LogFilters } from "../screens/logs/LogFilters.ts"
import { messages } from "../text/messages.ts"
import { ListView } from "./ListView.tsx"

const LogsView = lazy(async () => ({ default: (await import("./LogsView.tsx")).LogsView }))

const texts = messages.portal

interface HomeViewProps {
  /** The title of the tab that is open. */
  readonly tab: string
  readonly onTab: (tab: string) => void
  readonly filters: LogFilters
  readonly onFilter: (filters: LogFilters) => void
  readonly onOpenEndpoint: (id: string) => void
  readonly onOpenMessage: (id: string) => void
}

/** The endpoints of the application, and beside them the messages to all of them. */
export const HomeView = ({ tab, onTab, filters, onFilter, onOpenEndpoint, onOpenMessage }: HomeViewProps) => {
  const {
    data: applications,
    error,
    refetch
  } = useQuery({
    queryKey: ["applications"],
    queryFn: ({ signal }) => client.applications.list({ query: {}, signal })
  })
  return (
    <div className="stack">
      <h1 className="break">{applications?.data[0]?.name ?? texts.title}</h1>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Tabs
        label={texts.title}
        selected={tab}
        onSelect={onTab}
        items={[
          { name: texts.endpoints, content: <ListView onOpen={onOpenEndpoint} /> },
          {
            name: texts.logs,
            content: (
              <Suspense fallback={<Skeleton />}>
                <LogsView filters={filters} onFilter={onFilter} onOpen={onOpenMessage} />
              </Suspense>
            )
          }
        ]}
      />
    </div>
  )
}
