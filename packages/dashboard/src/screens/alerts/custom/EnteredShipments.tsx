import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { client } from "../../../client/Client.ts"
import { ErrorNote, Note } from "../../../components/Feedback.tsx"
import { TextField } from "../../../components/form/Field.tsx"
import { FileButton } from "../../../components/form/FileButton.tsx"
import { readTextFile } from "../../../files/Csv.ts"
import { lineFaultSentence } from "../../../text/Faults.ts"
import { messages } from "../../../text/messages.ts"
import { findRepeated, MAX_LINES, readLines, type TrackLine } from "./Lines.ts"

const texts = messages.customSetup.shipments

const WAIT_MILLIS = 400
const SHOWN_FAULTS = 20
const MAX_FILE_BYTES = 2 * 1024 * 1024

/** The number of lines that one request checks. */
const PART_LINES = 1_000

type LineCheck = Awaited<ReturnType<typeof client.shipments.check>>["results"][number]

/** A line that is skipped, and why. */
interface FaultyLine {
  readonly line: number
  readonly number: string
  readonly reason: string
}

/** The result of the server for each line of a text: the lines that can be registered, and the faults of the others. */
export const linesQuery = (text: string) =>
  queryOptions({
    queryKey: ["line-check", text],
    queryFn: async ({ signal }) => {
      const lines = readLines(text)
      const repeated = findRepeated(lines)
      const checked = lines.filter((pasted) => !repeated.has(pasted))
      if (checked.length === 0) return { valid: [], faulty: [] }
      const results: Array<LineCheck> = []
      for (let start = 0; start < checked.length; start += PART_LINES) {
        const shipments = checked.slice(start, start + PART_LINES).map(({ shipment }) => shipment)
        results.push(...(await client.shipments.check({ payload: { shipments }, signal })).results)
      }
      const valid: Array<TrackLine> = []
      const faulty: Array<FaultyLine> = [...repeated].map(([{ line, shipment }, earlier]) => ({
        line,
        number: shipment.number,
        reason: texts.repeated(earlier)
      }))
      checked.forEach(({ line, shipment }, index) => {
        const reason = results[index]?.reason
        if (reason == null) valid.push(shipment)
        else faulty.push({ line, number: shipment.number, reason: lineFaultSentence(reason, shipment.number) })
      })
      return { valid, faulty: faulty.sort((a, b) => a.line - b.line) }
    },
    enabled: readLines(text).length > 0 && readLines(text).length <= MAX_LINES,
    staleTime: Number.POSITIVE_INFINITY
  })

const Faults = ({ faults }: { readonly faults: ReadonlyArray<FaultyLine> }) => (
  <Note tone="warn">
    <strong>{texts.faulty(faults.length)}</strong>
    <ul className="stack-tight">
      {faults.slice(0, SHOWN_FAULTS).map(({ line, number, reason }) => (
        <li key={`${line} ${number}`} className="small break">
          <strong>{texts.line(line)}</strong>, <span className="mono">{number}</span>: {reason}
        </li>
      ))}
    </ul>
    {faults.length > SHOWN_FAULTS ? <span className="small">{texts.more(faults.length - SHOWN_FAULTS)}</span> : null}
  </Note>
)

/** The result of the check of every line, once the person pauses. */
const LineChecks = ({ lines }: { readonly lines: string }) => {
  const [settled, setSettled] = useState(lines)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(lines), WAIT_MILLIS)
    return () => clearTimeout(timer)
  }, [lines])
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...linesQuery(settled),
    placeholderData: keepPreviousData
  })
  const count = readLines(lines).length
  if (count === 0) return null
  if (count > MAX_LINES) return <Note tone="bad">{texts.tooMany(count, MAX_LINES)}</Note>
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <p className="small muted">{texts.checking}</p>
  return (
    <div className="stack-s" aria-live="polite" aria-busy={isFetching || settled !== lines}>
      {/* A count of other lines would be taken for that of these. */}
      <p className="small">
        {settled !== lines || isPlaceholderData ? texts.checking : texts.valid(data.valid.length)}
      </p>
      {data.faulty.length === 0 ? null : <Faults faults={data.faulty} />}
    </div>
  )
}

interface EnteredShipmentsProps {
  readonly lines: string
  readonly onChange: (lines: string) => void
}

/** Numbers that are pasted or come from a file, each checked by the server. */
export const EnteredShipments = ({ lines, onChange }: EnteredShipmentsProps) => {
  const [fault, setFault] = useState<string>()
  const read = async (file: File) => {
    const isTooLarge = file.size > MAX_FILE_BYTES
    setFault(isTooLarge ? texts.fileTooLarge : undefined)
    if (!isTooLarge) onChange(await readTextFile(file))
  }
  return (
    <div className="stack-s">
      <TextField
        label={texts.lines}
        hint={texts.enterHint}
        placeholder={texts.placeholder}
        rows={8}
        value={lines}
        fault={fault}
        onChange={onChange}
        mono
      />
      <div>
        <FileButton
          label={texts.upload}
          accept=".csv,.txt,text/csv,text/plain"
          size="small"
          onChoose={(file) => void read(file)}
        />
      </div>
      <LineChecks lines={lines} />
    </div>
  )
}
