import type { MarkLook } from "./MapLayers.ts"

/** An entry of a legend: a mark, a line or an area with its meaning. */
export interface LegendEntry {
  readonly name: string
  readonly colour: string
  readonly look: MarkLook | "line" | "dashed" | "area"
}

/** The meaning of one feature of the marks, such as their colour. */
export interface LegendGroup {
  readonly name: string
  readonly entries: ReadonlyArray<LegendEntry>
}

const SHAPES: Readonly<Record<Exclude<LegendEntry["look"], "line" | "dashed" | "area">, string>> = {
  port: "M7 2a5 5 0 1 0 0 10a5 5 0 1 0 0-10",
  moored: "M7 2a5 5 0 1 0 0 10a5 5 0 1 0 0-10",
  passage: "M7 4a3 3 0 1 0 0 6a3 3 0 1 0 0-6",
  waiting: "M7 1l6 6l-6 6l-6-6z",
  stopped: "M3 3h8v8h-8z",
  vessel: "M7 0l6 13l-6-3l-6 3z"
}

const Sample = ({ look, colour }: LegendEntry) => {
  const fill = `var(--${colour})`
  return (
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      {look === "line" || look === "dashed" ? (
        <path
          d="M0 7h14"
          style={{ stroke: fill }}
          strokeWidth="2.5"
          strokeDasharray={look === "line" ? undefined : "2 3"}
        />
      ) : look === "area" ? (
        <rect x="1" y="2" width="12" height="10" style={{ fill, stroke: fill }} fillOpacity="0.2" />
      ) : (
        <path d={SHAPES[look]} style={{ fill }} />
      )}
    </svg>
  )
}

/** The meanings of the features of a map, group by group. */
export const MapLegendGroups = ({ groups }: { readonly groups: ReadonlyArray<LegendGroup> }) => (
  <div className="map-legend-groups">
    {groups.map(({ name, entries }) => (
      <div key={name} className="map-legend-group">
        <span className="small muted">{name}</span>
        <MapLegend label={name} entries={entries} />
      </div>
    ))}
  </div>
)

/** The meanings of the marks, lines and areas of a map. */
export const MapLegend = ({
  label,
  entries
}: {
  readonly label: string
  readonly entries: ReadonlyArray<LegendEntry>
}) => (
  <ul className="map-legend" aria-label={label}>
    {entries.map((entry) => (
      <li key={entry.name}>
        <Sample {...entry} />
        {entry.name}
      </li>
    ))}
  </ul>
)
