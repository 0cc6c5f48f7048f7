import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { type ReactNode, useCallback } from "react"
import { Page } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { NoAlerts } from "../alerts/NoAlerts.tsx"
import { knownFilters } from "./LogFilters.ts"
import type { RowFrame } from "./LogTable.tsx"
import { LiveStatus, LogView } from "./LogView.tsx"

const texts = messages.logs

/** Every message of the account with the state of its deliveries, kept current. */
export const LogList = () => {
  const filters = knownFilters(useSearch({ from: "/shell/logs" }))
  const navigate = useNavigate({ from: "/logs" })
  const name = JSON.stringify(filters)
  // The page of a message leads back to the same list.
  const linkTo: RowFrame = useCallback(
    (id: string, cells: ReactNode) => (
      <Link to="/logs/$id" params={{ id }} state={{ logFilters: JSON.parse(name) }} className="log-row" data-row>
        {cells}
      </Link>
    ),
    [name]
  )
  return (
    <Page title={texts.title} subtitle={texts.subtitle} actions={<LiveStatus />}>
      <LogView
        filters={filters}
        onFilter={(search) => void navigate({ search, replace: true })}
        frame={linkTo}
        empty={<NoAlerts texts={texts.empty} />}
      />
    </Page>
  )
}
