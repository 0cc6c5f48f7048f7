/** A point of a chart: when, and how much; null where the figure is unknown. */
export interface ChartPoint {
  readonly at: string
  readonly value: number | null
}

interface LineChartProps {
  readonly label: string
  readonly points: ReadonlyArray<ChartPoint>
  readonly format: (value: number) => string
}

const WIDTH = 600
const HEIGHT = 160
const MARKS = 3

const dayMonth = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" })

/** The greatest value of the axis: one, two or five times a power of ten, at or above `most`. */
const roundUp = (most: number): number => {
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= most) ?? 10) * power
}

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

/** A figure over time. The same values stand in a table beside it. */
export const LineChart = ({ label, points, format }: LineChartProps) => {
  const top = roundUp(Math.max(0, ...points.map(({ value }) => value ?? 0)))
  const x = (index: number) => (points.length < 2 ? WIDTH / 2 : (index / (points.length - 1)) * WIDTH)
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  const marks = Array.from({ length: MARKS }, (_, index) => (top * index) / (MARKS - 1)).toReversed()
  const [first, last] = [points[0], points.at(-1)]
  return (
    <div className="line-chart">
      <div className="line-axis small muted" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark}>{format(mark)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {marks.map((mark) => (
          <line key={mark} className="grid-line" x1={0} x2={WIDTH} y1={y(mark)} y2={y(mark)} />
        ))}
        {runsOf(points).map((run) => (
          <g key={run[0]?.[0]}>
            <path
              className="chart-area"
              d={`M${x(run[0]?.[0] ?? 0)} ${HEIGHT}L${run.map(([index, value]) => `${x(index)} ${y(value)}`).join("L")}L${x(run.at(-1)?.[0] ?? 0)} ${HEIGHT}Z`}
            />
            <path
              className="chart-line"
              d={`M${run.map(([index, value]) => `${x(index)} ${y(value)}`).join("L")}${run.length === 1 ? "h0.01" : ""}`}
            />
          </g>
        ))}
        {points.map(({ at, value }, index) => (
          <rect
            key={at}
            className="chart-hover"
            x={x(index) - WIDTH / points.length / 2}
            y={0}
            width={WIDTH / points.length}
            height={HEIGHT}
          >
            <title>{`${dayMonth.format(new Date(at))}: ${value === null ? "–" : format(value)}`}</title>
          </rect>
        ))}
      </svg>
      <div className="line-days small muted" aria-hidden="true">
        <span>{first === undefined ? "" : dayMonth.format(new Date(first.at))}</span>
        <span>{last === undefined ? "" : dayMonth.format(new Date(last.at))}</span>
      </div>
    </div>
  )
}
