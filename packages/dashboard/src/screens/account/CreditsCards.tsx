import { OPERATION_TITLES } from "virtual:operation-titles"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { DataTable } from "../../components/DataTable.tsx"
import { Awaited, ErrorNote, Note, Skeleton, Status } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Card, Figures } from "../../components/Page.tsx"
import { Time } from "../../components/Time.tsx"
import { messages } from "../../text/messages.ts"
import {
  LOW_SHARE,
  operationUsagesQuery,
  type Period,
  periodQuery,
  periodsQuery,
  shareLeft,
  usagesQuery
} from "./AccountQueries.ts"

const texts = messages.account

const SHOWN_OPERATIONS = 8

/** A share as a bar; few credits are marked. */
const ShareBar = ({ period }: { readonly period: Period }) => (
  <div className="progress" aria-hidden="true">
    <div
      className="progress-bar"
      data-low={shareLeft(period) <= LOW_SHARE}
      style={{ width: `${Math.round(shareLeft(period) * 100)}%` }}
    />
  </div>
)

/** The remaining credits of the current period. */
export const CreditFigures = () => {
  const { data: period, error, refetch } = useQuery(periodQuery)
  const { data: usages, error: usagesError } = useQuery(usagesQuery)
  const { data: operations, error: operationsError } = useQuery({
    ...operationUsagesQuery(period?.periodStart ?? ""),
    enabled: period != null
  })
  const loading = <Skeleton width="5rem" />
  const used = operations?.operations.reduce((sum, { consumedApiUnits }) => sum + consumedApiUnits, 0)
  if (error !== null && period === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />
  return (
    <>
      {period != null && shareLeft(period) <= LOW_SHARE ? <Note tone="warn">{texts.credits.low}</Note> : null}
      <Figures
        items={[
          {
            name: texts.credits.left,
            value: period === undefined ? loading : period === null ? "–" : period.credits.toLocaleString(),
            note:
              period === undefined ? (
                // As high as the loaded content: the cards below stay in place.
                <>
                  <Skeleton />
                  <div className="progress" aria-hidden="true" />
                </>
              ) : period === null ? (
                texts.credits.unmetered
              ) : (
                <>
                  {texts.credits.ofInitial(period.creditsInitial)}
                  <ShareBar period={period} />
                </>
              )
          },
          {
            name: texts.credits.used,
            value:
              period === null ? (
                "–"
              ) : used === undefined ? (
                <Awaited error={operationsError} width="5rem" />
              ) : (
                used.toLocaleString()
              )
          },
          {
            name: texts.credits.ends,
            value: period === undefined ? loading : period === null ? "–" : <Time at={period.periodEnd} form="date" />
          },
          {
            name: texts.credits.calls,
            value:
              usages === undefined ? <Awaited error={usagesError} width="5rem" /> : usages.allCalls.toLocaleString(),
            note:
              usages === undefined ? (
                usagesError === null ? (
                  <Skeleton />
                ) : undefined
              ) : (
                texts.credits.failed(usages.clientErrorCalls + usages.serverErrorCalls)
              )
          }
        ]}
      />
    </>
  )
}

const titleOf = (operation: string): string | undefined =>
  OPERATION_TITLES[operation] ?? new Map(Object.entries<string>(texts.operations.others)).get(operation)

/** An operation by its title, with its id; one that this version of the pages does not know by its id alone. */
const Operation = ({ operation }: { readonly operation: string }) => {
  const title = titleOf(operation)
  const id = <code className={title === undefined ? "break" : "small muted break"}>{operation}</code>
  return title === undefined ? (
    id
  ) : (
    <span className="stack-tight">
      <span>{title}</span>
      {id}
    </span>
  )
}

/** The operations that were called in the current period, the most called first. */
export const OperationsCard = () => {
  const { data: period, isError: hasNoPeriod } = useQuery(periodQuery)
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = useQuery({
    ...operationUsagesQuery(period?.periodStart ?? ""),
    enabled: period != null
  })
  const operations = data?.operations.toSorted(
    (a, b) => b.consumedApiUnits - a.consumedApiUnits || b.allCalls - a.allCalls
  )
  // Why the period is not there is stated above, where its figures are.
  if (period === null || (hasNoPeriod && period === undefined)) return null
  const hidden = isWhole ? 0 : Math.max(0, (operations?.length ?? 0) - SHOWN_OPERATIONS)
  return (
    <Card title={texts.operations.title}>
      <div className="stack">
        {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
        <DataTable
          rows={isWhole ? operations : operations?.slice(0, SHOWN_OPERATIONS)}
          keyOf={({ operation }) => operation}
          expected={SHOWN_OPERATIONS}
          hasFailed={error !== null}
          columns={[
            { title: texts.operations.operation, cell: ({ operation }) => <Operation operation={operation} /> },
            { title: texts.operations.calls, cell: ({ allCalls }) => allCalls.toLocaleString(), isNumber: true },
            {
              title: texts.operations.failed,
              cell: ({ allCalls, successCalls }) => (allCalls - successCalls).toLocaleString(),
              isNumber: true
            },
            {
              title: texts.operations.units,
              cell: ({ consumedApiUnits }) => consumedApiUnits.toLocaleString(),
              isNumber: true
            }
          ]}
        />
        {operations?.length === 0 ? <p className="muted">{texts.operations.none}</p> : null}
        {hidden === 0 ? null : (
          <div>
            <Button size="small" onPress={() => setWhole(true)}>
              {texts.operations.rest(hidden)}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Every credit period, newest first. */
export const PeriodsCard = () => {
  const { data, error, refetch } = useQuery(periodsQuery)
  return (
    <Card title={texts.periods.title}>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 ? (
        <p className="muted">{texts.credits.unmetered}</p>
      ) : (
        <DataTable
          rows={data}
          keyOf={({ id }) => id}
          expected={1}
          hasFailed={error !== null}
          columns={[
            {
              title: texts.periods.from,
              cell: ({ periodStart, expired }) => (
                <span className="row">
                  <Time at={periodStart} form="date" />
                  <Status tone={expired ? "idle" : "good"}>
                    {expired ? texts.periods.expired : texts.periods.current}
                  </Status>
                </span>
              )
            },
            { title: texts.periods.to, cell: ({ periodEnd }) => <Time at={periodEnd} form="date" /> },
            {
              title: texts.periods.initial,
              cell: ({ creditsInitial }) => creditsInitial.toLocaleString(),
              isNumber: true
            },
            { title: texts.periods.left, cell: ({ credits }) => credits.toLocaleString(), isNumber: true }
          ]}
        />
      )}
    </Card>
  )
}
