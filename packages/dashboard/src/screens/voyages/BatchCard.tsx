import { useState } from "react"
import { client } from "../../client/Client.ts"
import { DataTable } from "../../components/DataTable.tsx"
import { ErrorNote, Note } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { FileButton } from "../../components/form/FileButton.tsx"
import { Card } from "../../components/Page.tsx"
import { Progress } from "../../components/Progress.tsx"
import { readTextFile } from "../../files/Csv.ts"
import { faultSentence } from "../../text/Faults.ts"
import { messages } from "../../text/messages.ts"
import { outcomesCsv, type RowOutcome, readVoyages, requestOfRow, SAMPLE_CSV, type VoyageRow } from "./VoyageCsv.ts"

const texts = messages.voyages.batch

const BATCH_ROWS = 100
const SHOWN_ROWS = 20

/** Offers a text as a file to store. */
const download = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Computes voyages, up to 100 in one request, and reports each part when it is done. */
const computeAll = async (rows: ReadonlyArray<VoyageRow>, onPart: (outcomes: ReadonlyArray<RowOutcome>) => void) => {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    const part = rows.slice(start, start + BATCH_ROWS)
    const { results } = await client.co2.computeBatch({ payload: { requests: part.map(requestOfRow) } })
    onPart(
      part.map((row, index): RowOutcome => {
        const outcome = results[index]
        return outcome?.status === "computed"
          ? { row, result: outcome.result, problem: "" }
          : { row, result: undefined, problem: outcome?.error.details.map(faultSentence).join(" ") ?? "" }
      })
    )
  }
}

const number = (value: number | null | undefined, digits: number): string =>
  value == null ? "–" : value.toLocaleString(undefined, { maximumSignificantDigits: digits })

const Outcomes = ({ outcomes }: { readonly outcomes: ReadonlyArray<RowOutcome> }) => (
  <>
    <DataTable
      label={texts.title}
      rows={outcomes.slice(0, SHOWN_ROWS)}
      keyOf={({ row }) => String(row.line)}
      columns={[
        {
          title: texts.from,
          cell: ({ row }) => <span className="break">{messages.voyages.result.legOf(row.from, row.to)}</span>
        },
        { title: texts.vessel, cell: ({ row }) => <span className="break-long">{row.vessel}</span> },
        { title: texts.length, cell: ({ result }) => number(result?.length, 5), isNumber: true },
        {
          title: texts.byVessel,
          cell: ({ result }) => number(result?.co2EmissionResult.vesselMethodResult?.co2Ttw, 4),
          isNumber: true
        },
        {
          title: texts.byLane,
          cell: ({ result }) => number(result?.co2EmissionResult.tradeLaneMethodResult.co2Wtw, 4),
          isNumber: true
        },
        { title: texts.problem, cell: ({ problem }) => <span className="break">{problem}</span> }
      ]}
    />
    {outcomes.length > SHOWN_ROWS ? <p className="small muted">{texts.shown(SHOWN_ROWS, outcomes.length)}</p> : null}
  </>
)

/** Computes the voyages of a CSV file, with their progress, and offers the results as a file. */
export const BatchCard = () => {
  const [rows, setRows] = useState<ReadonlyArray<VoyageRow>>([])
  const [outcomes, setOutcomes] = useState<ReadonlyArray<RowOutcome>>([])
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [isRunning, setRunning] = useState(false)

  const read = async (file: File) => {
    const read = readVoyages(await readTextFile(file))
    setOutcomes([])
    setError(undefined)
    setFault("fault" in read ? read.fault : undefined)
    setRows("fault" in read ? [] : read)
  }
  const start = () => {
    setOutcomes([])
    setError(undefined)
    setRunning(true)
    computeAll(rows, (part) => setOutcomes((known) => [...known, ...part]))
      .catch(setError)
      .finally(() => setRunning(false))
  }
  const computed = outcomes.filter(({ result }) => result !== undefined).length
  const text = isRunning
    ? texts.progress(outcomes.length, rows.length)
    : texts.done(computed, outcomes.length - computed)

  return (
    <Card title={texts.title}>
      <div className="stack">
        <p>{texts.body}</p>
        <div className="row">
          <FileButton
            label={texts.choose}
            accept=".csv,text/csv"
            isDisabled={isRunning}
            onChoose={(file) => void read(file)}
          />
          <Button onPress={() => download("voyages.csv", SAMPLE_CSV)}>{texts.sample}</Button>
          {rows.length === 0 ? null : (
            <Button variant="primary" isPending={isRunning} onPress={start}>
              {texts.start(rows.length)}
            </Button>
          )}
        </div>
        {fault === undefined ? null : <Note tone="bad">{fault}</Note>}
        {error === undefined ? null : <ErrorNote error={error} />}
        {outcomes.length === 0 && !isRunning ? null : (
          <>
            <Progress done={outcomes.length} total={rows.length} text={text} />
            <Outcomes outcomes={outcomes} />
            {isRunning ? null : (
              <div>
                <Button onPress={() => download("voyages-co2.csv", outcomesCsv(outcomes))}>{texts.download}</Button>
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  )
}
