import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { client } from "../../client/Client.ts"
import { SearchFrame } from "../../components/form/SearchField.tsx"
import { SuggestionField } from "../../components/form/SuggestionField.tsx"
import { messages } from "../../text/messages.ts"

const texts = messages.logs.filters

const MAX_RESULTS = 8
/**
 * The maximum number of pages that are read until one has a result. A page of the server reads a bounded number of
 * shipments.
 */
const MAX_PAGES = 10
const WAIT_MILLIS = 150

/** The newest shipments that a text finds, all without one. */
const foundQuery = (search: string) =>
  queryOptions({
    queryKey: ["shipments", "found", search],
    queryFn: async ({ signal }) => {
      let iterator: string | undefined
      for (let pages = 1; ; pages++) {
        const query = { search, limit: MAX_RESULTS, ...(iterator === undefined ? {} : { iterator }) }
        const page = await client.shipments.list({ query, signal })
        if (page.data.length > 0 || page.done || page.iterator === null || pages === MAX_PAGES) return page.data
        iterator = page.iterator
      }
    }
  })

/** The number of a shipment. It is known once the shipment was chosen, and is looked up for one that the URL names. */
const numberQuery = (id: string) =>
  queryOptions({
    queryKey: ["shipments", id, "number"],
    queryFn: async ({ signal }) => (await client.shipments.get({ params: { id }, signal })).number,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY
  })

interface ShipmentFilterProps {
  readonly shipmentId: string | undefined
  /** Called with the id of a shipment, or with nothing when the field is emptied. */
  readonly onChange: (shipmentId: string) => void
}

/** Selects the shipment whose messages are shown, by its number or reference. */
export const ShipmentFilter = ({ shipmentId, onChange }: ShipmentFilterProps) => {
  const queryClient = useQueryClient()
  const { data: chosen } = useQuery({ ...numberQuery(shipmentId ?? ""), enabled: shipmentId !== undefined })
  const [typed, setTyped] = useState<string>()
  const [search, setSearch] = useState("")
  const [isUsed, setUsed] = useState(false)
  const text = typed ?? chosen ?? shipmentId ?? ""
  useEffect(() => {
    const timer = setTimeout(() => setSearch((typed ?? "").trim()), WAIT_MILLIS)
    return () => clearTimeout(timer)
  }, [typed])
  // Whoever types and presses Enter immediately must not get a shipment that an earlier text found.
  const isSearched = (typed ?? "").trim() === search
  const { data, isFetching, isError } = useQuery({ ...foundQuery(search), enabled: isUsed })
  return (
    <SuggestionField
      label={texts.shipment}
      text={text}
      onText={(value) => {
        setTyped(value)
        if (value === "" && shipmentId !== undefined) onChange("")
      }}
      items={isSearched ? (data ?? []) : []}
      keyOf={({ id }) => id}
      onChoose={({ id, number }) => {
        queryClient.setQueryData(numberQuery(id).queryKey, number)
        setTyped(number)
        onChange(id)
      }}
      emptyText={
        isFetching || !isSearched ? messages.common.loading : isError ? texts.shipmentFailed : texts.shipmentNone
      }
      input={{
        type: "search",
        placeholder: texts.shipmentHint,
        onFocus: () => setUsed(true),
        onBlur: () => setTyped(undefined),
        onKeyDown: (event) => {
          // Escape closes the list. The browser would also empty the field.
          if (event.key === "Escape") event.preventDefault()
        }
      }}
      frame={(input) => <SearchFrame>{input}</SearchFrame>}
    >
      {({ number, reference }) => (
        <>
          <code>{number}</code>
          <span className="muted break">{reference}</span>
        </>
      )}
    </SuggestionField>
  )
}
