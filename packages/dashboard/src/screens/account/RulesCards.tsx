import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { DataTable } from "../../components/DataTable.tsx"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { SearchField } from "../../components/form/SearchField.tsx"
import { Card } from "../../components/Page.tsx"
import { messages } from "../../text/messages.ts"
import { limitsQuery, tariffQuery } from "./AccountQueries.ts"

const texts = messages.account

const SHOWN_LIMITS = 6

/** The prices of operations. */
export const TariffCard = () => {
  const { data, error, refetch } = useQuery(tariffQuery)
  return (
    <Card title={texts.tariff.title}>
      <div className="stack">
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        <DataTable
          rows={data?.operations}
          keyOf={({ operation }) => operation}
          expected={6}
          hasFailed={error !== null}
          columns={[
            {
              title: texts.tariff.unit,
              cell: ({ operation, unit }) => (
                <span className="stack-tight">
                  <span>{unit}</span>
                  <code className="small muted break">{operation}</code>
                </span>
              )
            },
            { title: texts.tariff.credits, cell: ({ credits }) => credits.toLocaleString(), isNumber: true }
          ]}
        />
        <p className="small muted">{texts.tariff.free}</p>
      </div>
    </Card>
  )
}

/** Every limit of the service, with what to do when it is met. */
export const LimitsCard = () => {
  const { data, error, refetch } = useQuery(limitsQuery)
  const [search, setSearch] = useState("")
  const [isWhole, setWhole] = useState(false)
  const found = data?.limits.filter(({ limit, meaning }) =>
    `${limit} ${meaning}`.toLowerCase().includes(search.toLowerCase())
  )
  const shown = isWhole || search !== "" ? found : found?.slice(0, SHOWN_LIMITS)
  const hidden = (found?.length ?? 0) - (shown?.length ?? 0)
  return (
    <Card title={texts.limits.title}>
      <div className="stack">
        <SearchField label={texts.limits.search} value={search} onChange={setSearch} />
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        <DataTable
          rows={shown}
          keyOf={({ limit }) => limit}
          expected={SHOWN_LIMITS}
          hasFailed={error !== null}
          columns={[
            {
              title: texts.limits.limit,
              cell: ({ limit, meaning }) => (
                <span className="stack-tight">
                  <span>{meaning}</span>
                  <code className="small muted break">{limit}</code>
                </span>
              )
            },
            {
              title: texts.limits.value,
              cell: ({ value, unit }) => `${value.toLocaleString()} ${unit}`
            },
            { title: texts.limits.action, cell: ({ action }) => action }
          ]}
        />
        {shown?.length === 0 ? <p className="muted">{texts.limits.none}</p> : null}
        {hidden === 0 ? null : (
          <div>
            <Button size="small" onPress={() => setWhole(true)}>
              {texts.limits.rest(hidden)}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
