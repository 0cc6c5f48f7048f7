import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { DataTable } from "../../components/DataTable.tsx"
import { Awaited, Empty, ErrorNote, NotLoaded, Status } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { PortField } from "../../components/form/PortField.tsx"
import { Card, Page } from "../../components/Page.tsx"
import { PortName, usePortName } from "../../components/PortName.tsx"
import { messages } from "../../text/messages.ts"
import { percent, signed } from "../../text/Numbers.ts"
import {
  type CallFigure,
  CONFIDENCE_TONES,
  type Congestion,
  congestionQuery,
  portFaultsQuery,
  portsOf
} from "./CongestionQueries.ts"
import { ClassesCard, MainFigures, QualityCard } from "./FigureCards.tsx"
import { HistoryCard } from "./HistoryCard.tsx"
import { NoFigures } from "./NoFigures.tsx"
import { PortMapCard } from "./PortMapCard.tsx"
import { TimesCard } from "./TimesCard.tsx"
import { TimesComparison } from "./TimesComparison.tsx"

const texts = messages.congestion

/** Large ports, to begin with. */
const EXAMPLE_PORTS = ["NLRTM", "SGSIN", "USLAX"]

interface ComparedPort {
  readonly code: string
  /** Undefined while it is loaded, null without data. */
  readonly congestion: Congestion | null | undefined
  /** Why it could not be loaded. */
  readonly error: unknown
  /** No port has the code. */
  readonly isUnknown: boolean
  /** Why it is not known whether a port has the code. */
  readonly faultsError: unknown
}

const figure = (port: ComparedPort, show: (congestion: Congestion) => string | undefined) =>
  port.congestion === undefined ? (
    <Awaited error={port.error} width="3rem" isBeside />
  ) : port.congestion === null ? (
    "–"
  ) : (
    (show(port.congestion) ?? "–")
  )

/** The figures of several ports side by side. */
const Comparison = ({ codes }: { readonly codes: ReadonlyArray<string> }) => {
  const results = useQueries({ queries: codes.map(congestionQuery) })
  const faults = useQueries({
    queries: codes.map((code, index) => ({ ...portFaultsQuery(code), enabled: results[index]?.data === null }))
  })
  const ports = codes.map((code, index): ComparedPort => {
    const result = results[index]
    return {
      code,
      congestion: result?.data,
      error: result?.error ?? null,
      isUnknown: faults[index]?.data != null,
      faultsError: faults[index]?.error ?? null
    }
  })
  // The first port is shown in detail below, with its own failure.
  const [failed] = results.slice(1).filter(({ isError }) => isError)
  return (
    <Card title={texts.compare.title}>
      {failed === undefined ? null : (
        <div className="shared-failure">
          <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
        </div>
      )}
      <DataTable
        rows={ports}
        keyOf={({ code }) => code}
        isCurrent={({ code }) => code === codes[0]}
        columns={[
          {
            title: texts.compare.port,
            cell: ({ code }) => (
              <Link
                to="/congestion"
                search={{ ports: [code, ...codes.filter((other) => other !== code)].join(",") }}
                data-row
              >
                <PortName code={code} />
              </Link>
            )
          },
          {
            title: texts.compare.vessels,
            cell: (port) =>
              figure(port, ({ vesselsInPortCount }) => vesselsInPortCount.commercialVessels?.toLocaleString()),
            isNumber: true
          },
          {
            title: texts.compare.occupation,
            cell: (port) =>
              figure(port, ({ rateOccupation }) =>
                rateOccupation.commercialVessels === null
                  ? undefined
                  : percent(rateOccupation.commercialVessels.rateOccupationPercentage / 100)
              ),
            isNumber: true
          },
          {
            title: texts.compare.gap,
            cell: (port) =>
              figure(port, ({ rateOccupation }) => {
                const gap = rateOccupation.commercialVessels?.rateOccupationGapWithMean ?? null
                return gap === null ? undefined : signed(gap, 1)
              }),
            isNumber: true
          },
          {
            title: texts.compare.time,
            cell: (port) =>
              figure(port, ({ time }) =>
                time.timeInPortStatistics === null ? undefined : texts.hours(time.timeInPortStatistics.median)
              ),
            isNumber: true
          },
          {
            title: texts.compare.quality,
            cell: ({ congestion, error, isUnknown, faultsError }) =>
              congestion === undefined ? (
                <Awaited error={error} width="5rem" isBeside />
              ) : congestion === null ? (
                isUnknown ? (
                  <Status tone="bad">{texts.unknownPort.row}</Status>
                ) : faultsError === null ? (
                  "–"
                ) : (
                  <NotLoaded error={faultsError} />
                )
              ) : (
                <Status tone={CONFIDENCE_TONES[congestion.quality.confidence]}>
                  {texts.confidence[congestion.quality.confidence]}
                </Status>
              )
          }
        ]}
      />
    </Card>
  )
}

const Cost = () => <p className="small muted">{texts.cost}</p>

interface PortFiguresProps {
  readonly code: string
  /** The ports that it is compared with. */
  readonly others: ReadonlyArray<string>
  /** Shows another port in place of this one. */
  readonly onReplace: (code: string) => void
}

const PortFigures = ({ code, others, onReplace }: PortFiguresProps) => {
  const [figure, setFigure] = useState<CallFigure | "all">("vesselsInPort")
  const { data, error, refetch } = useQuery(congestionQuery(code))
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === null) return <NoFigures code={code} onReplace={onReplace} />
  return (
    <>
      {others.length > 0 ? <TimesComparison codes={[code, ...others]} /> : null}
      <MainFigures congestion={data} />
      <PortMapCard portCode={code} congestion={data} figure={figure} onFigure={setFigure} />
      <HistoryCard portCode={code} others={others} />
      {data === undefined ? null : (
        <div className="columns">
          <ClassesCard congestion={data} />
          <QualityCard congestion={data} />
        </div>
      )}
      <Cost />
      {/* The last one: nothing is below it that would move when its figures come. */}
      <TimesCard portCode={code} />
    </>
  )
}

/** A chosen port, which a press removes. */
const PortChip = ({ code, onRemove }: { readonly code: string; readonly onRemove: () => void }) => {
  const name = usePortName(code)
  return (
    <Button size="small" aria-label={texts.remove(name)} onPress={onRemove}>
      {name} <span aria-hidden="true">×</span>
    </Button>
  )
}

/** The congestion of ports: the first of the chosen ones in detail, and all of them compared. */
export const CongestionPage = () => {
  const search = useSearch({ from: "/shell/congestion" })
  const navigate = useNavigate({ from: "/congestion" })
  const queryClient = useQueryClient()
  const codes = portsOf(search.ports)
  const [main] = codes
  const name = usePortName(main ?? "")
  const show = (ports: ReadonlyArray<string>) =>
    void navigate({ search: ports.length === 0 ? {} : { ports: ports.join(",") } })

  return (
    <Page
      title={main === undefined ? texts.title : `${texts.title} · ${name}`}
      subtitle={texts.subtitle}
      actions={
        main === undefined ? undefined : (
          <Button onPress={() => void queryClient.resetQueries({ queryKey: ["congestion"] })}>{texts.refresh}</Button>
        )
      }
    >
      <div className="stack">
        <div className="port-choice">
          <PortField
            label={texts.search}
            placeholder={texts.searchHint}
            isCleared
            onChoose={(code) => show([...codes.filter((other) => other !== code), code])}
          />
          {codes.length === 0 ? null : (
            <ul className="row" aria-label={texts.ports}>
              {codes.map((code) => (
                <li key={code}>
                  <PortChip code={code} onRemove={() => show(codes.filter((other) => other !== code))} />
                </li>
              ))}
            </ul>
          )}
        </div>
        {main === undefined ? (
          <>
            <Empty
              title={texts.empty.title}
              action={
                <ul className="row" aria-label={texts.empty.examples}>
                  {EXAMPLE_PORTS.map((code) => (
                    <li key={code}>
                      <Button onPress={() => show([code])}>
                        <PortName code={code} />
                      </Button>
                    </li>
                  ))}
                </ul>
              }
            >
              {texts.empty.body}
            </Empty>
            <Cost />
          </>
        ) : (
          <>
            {codes.length > 1 ? <Comparison codes={codes} /> : null}
            <PortFigures
              key={main}
              code={main}
              others={codes.slice(1)}
              onReplace={(code) => show([code, ...codes.filter((other) => other !== main && other !== code)])}
            />
          </>
        )}
      </div>
    </Page>
  )
}
