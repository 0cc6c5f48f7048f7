import { useQuery } from "@tanstack/react-query"
import { ErrorNote } from "../../components/Feedback.tsx"
import { Button } from "../../components/form/Button.tsx"
import { Choice } from "../../components/form/Choice.tsx"
import { endpointName } from "../../delivery/TestReceiver.ts"
import { eventTypesQuery } from "../../events/EventGroups.ts"
import { messages } from "../../text/messages.ts"
import { useEndpoints } from "../endpoints/operations/Endpoints.ts"
import type { LogFilters } from "./LogFilters.ts"
import { ShipmentFilter } from "./ShipmentFilter.tsx"

const texts = messages.logs.filters

const ANY = { value: "", label: texts.any }

const optionsOf = (labels: Readonly<Record<string, string>>) => [
  ANY,
  ...Object.entries(labels).map(([value, label]) => ({ value, label }))
]

interface LogFilterBarProps {
  readonly filters: LogFilters
  readonly onChange: (filters: LogFilters) => void
}

/** The filters of the list. They are in the URL, so that a link shows the same list. */
export const LogFilterBar = ({ filters, onChange }: LogFilterBarProps) => {
  const { endpoints = [], error: endpointsError } = useEndpoints({ isWhole: true })
  const { data: types, error: typesError, refetch } = useQuery(eventTypesQuery)
  const error = endpointsError ?? typesError
  const set = (name: keyof LogFilters) => (value: string) => {
    const { [name]: _, ...rest } = filters
    onChange(value === "" ? rest : { ...rest, [name]: value })
  }
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <div className="filter-bar">
        <Choice
          label={texts.status}
          value={filters.status ?? ""}
          options={optionsOf(messages.logs.statusFilter)}
          onChange={set("status")}
        />
        <Choice
          label={texts.endpoint}
          value={filters.endpointId ?? ""}
          options={[ANY, ...endpoints.map((endpoint) => ({ value: endpoint.id, label: endpointName(endpoint) }))]}
          onChange={set("endpointId")}
        />
        <Choice
          label={texts.type}
          value={filters.type ?? ""}
          options={[ANY, ...(types?.data ?? []).map(({ type }) => ({ value: type, label: type }))]}
          onChange={set("type")}
        />
        <Choice
          label={texts.time}
          value={filters.hours ?? ""}
          options={optionsOf(texts.windows)}
          onChange={set("hours")}
        />
        <ShipmentFilter key={filters.shipmentId ?? ""} shipmentId={filters.shipmentId} onChange={set("shipmentId")} />
        {isFiltered ? (
          <Button variant="quiet" onPress={() => onChange({})}>
            {texts.clear}
          </Button>
        ) : null}
      </div>
      {error === null ? null : <ErrorNote error={error} onRetry={() => void refetch()} />}
    </>
  )
}
