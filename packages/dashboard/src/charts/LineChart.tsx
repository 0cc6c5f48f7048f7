import type { Tone } from "../components/Tone.ts"
import { instantInUtc } from "../text/Instants.ts"
import { axisOf, spreadOf } from "./Axis.ts"
import { ChartReader, type ChartReading } from "./ChartReader.tsx"

/** A point of a line: an instant and a value, null where the figure is unknown. */
export interface ChartPoint {
  readonly at: string
  readonly value: number | null
}

/** A line of a chart. All lines have points at the same instants. */
export interface ChartLine {
  readonly name: string
  readonly points: ReadonlyArray<ChartPoint>
  /** `reference`: what the others are compared with, as a dashed line. */
  readonly look?: "reference"
}

interface LineChartProps {
  readonly label: string
  readonly lines: ReadonlyArray<ChartLine>
  /** A value with its unit. */
  readonly format: (value: number) => string
  /** True for counts: no mark of the axis is a fraction. */
  readonly isCount?: boolean
  /** How far each point can be trusted, drawn as a band below with its own legend. */
  readonly quality?: {
    readonly label: string
    readonly tones: ReadonlyArray<Tone>
    readonly legend: ReadonlyArray<readonly [tone: Tone, name: string]>
  }
}

const WIDTH = 600
const HEIGHT = 160
/** The days below the chart. */
const SHOWN_DAYS = 5

const dayMonth = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" })

/** Runs of points with a value: the line has a gap where a figure is unknown. */
const runsOf = (
  points: ReadonlyArray<ChartPoint>
): ReadonlyArray<ReadonlyArray<readonly [index: number, value: number]>> => {
  const runs: Array<Array<readonly [number, number]>> = []
  let run: Array<readonly [number, number]> = []
  for (const [index, { value }] of points.entries()) {
    if (value === null) {
      if (run.length > 0) runs.push(run)
      run = []
    } else run.push([index, value])
  }
  return run.length > 0 ? [...runs, run] : runs
}

/** Figures over time. A table beside it has the same values. */
export const LineChart = ({ label, lines, format, isCount = false, quality }: LineChartProps) => {
  const values = lines.flatMap(({ points }) => points.flatMap(({ value }) => (value === null ? [] : [value])))
  const { bottom, top, marks } = axisOf(values, isCount ? 1 : 0)
  const points = lines[0]?.points ?? []
  const x = (index: number) => (points.length < 2 ? WIDTH / 2 : (index / (points.length - 1)) * WIDTH)
  const y = (value: number) => HEIGHT - ((value - bottom) / (top - bottom)) * HEIGHT
  const valueAt = (line: ChartLine, index: number) => line.points[index]?.value ?? null
  const readingAt = (index: number): ChartReading => {
    const at = points[index]?.at ?? ""
    const note = quality?.legend.find(([tone]) => tone === quality.tones[index])?.[1]
    return {
      title: dayMonth.format(new Date(at)),
      utc: instantInUtc(at),
      values: lines.map((line) => {
        const value = valueAt(line, index)
        return [line.name, value === null ? "–" : format(value)]
      }),
      ...(note === undefined ? {} : { note })
    }
  }
  return (
    <div className="stack-s">
      <div className="line-chart">
        <div className="line-axis small muted" aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark}>{format(mark)}</span>
          ))}
        </div>
        <ChartReader
          label={label}
          count={points.length}
          scale="point"
          readingAt={readingAt}
          marksAt={(index) =>
            lines.map((line, number) => {
              const value = valueAt(line, index)
              return { line: number, look: line.look, share: value === null ? null : y(value) / HEIGHT }
            })
          }
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {marks.map((mark) => (
              <line key={mark} className="grid-line" x1={0} x2={WIDTH} y1={y(mark)} y2={y(mark)} />
            ))}
            {bottom < 0 ? <line className="zero-line" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} /> : null}
            {lines.map(({ name, points, look }, line) =>
              runsOf(points).map((run) => (
                <g key={`${name} ${run[0]?.[0]}`} data-line={line} data-look={look}>
                  {lines.length === 1 || (line === 0 && lines[1]?.look === "reference") ? (
                    <path
                      className="chart-area"
                      d={`M${x(run[0]?.[0] ?? 0)} ${y(0)}L${run.map(([index, value]) => `${x(index)} ${y(value)}`).join("L")}L${x(run.at(-1)?.[0] ?? 0)} ${y(0)}Z`}
                    />
                  ) : null}
                  <path
                    className="chart-line"
                    d={`M${run.map(([index, value]) => `${x(index)} ${y(value)}`).join("L")}${run.length === 1 ? "h0.01" : ""}`}
                  />
                </g>
              ))
            )}
          </svg>
        </ChartReader>
        {quality === undefined ? null : (
          <div className="line-quality" role="img" aria-label={quality.label}>
            {quality.tones.map((tone, index) => (
              <span key={points[index]?.at ?? index} data-tone={tone} />
            ))}
          </div>
        )}
        <div className="line-days small muted" aria-hidden="true">
          {spreadOf(points, SHOWN_DAYS).map(({ at }) => (
            <span key={at}>{dayMonth.format(new Date(at))}</span>
          ))}
        </div>
      </div>
      {lines.length === 1 && quality === undefined ? null : (
        <div className="legend small">
          {lines.length === 1
            ? null
            : lines.map(({ name, look }, line) => (
                <span key={name} data-line={line} data-look={look}>
                  {name}
                </span>
              ))}
          {quality?.legend
            .filter(([tone]) => quality.tones.includes(tone))
            .map(([tone, name]) => (
              <span key={name} data-look={tone}>
                {name}
              </span>
            ))}
        </div>
      )}
    </div>
  )
}
