import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import type { LogFilters } from "./LogFilters.ts"
import { type Message, messagesQuery, newestQuery } from "./LogQueries.ts"

/** The rows that arrived since the list was loaded, newest first, for one list. */
interface NewRows {
  readonly list: string
  readonly rows: ReadonlyArray<Message>
  /** More arrived at the same time than one response has: rows between are missing. */
  readonly hasGap: boolean
}

const KNOWN_ROWS = 200

/** The new rows with those of a response that are not known yet. */
const addNewRows = (
  { list, rows, hasGap }: NewRows,
  stored: ReadonlyArray<Message>,
  newest: ReadonlyArray<Message>
): NewRows => {
  const known = new Set([...rows, ...stored.slice(0, KNOWN_ROWS)].map(({ id }) => id))
  const added = newest.filter(({ id }) => !known.has(id))
  const isFirstOverlap = added.length < newest.length || stored.length === 0
  return { list, rows: [...added, ...rows], hasGap: hasGap || !isFirstOverlap }
}

/**
 * The rows of a list of messages: the loaded ones, and above them those that have arrived since. A row keeps its place
 * in the list; its state is that of the newest response.
 */
export const useLogRows = (filters: LogFilters) => {
  const queryClient = useQueryClient()
  const list = useInfiniteQuery(messagesQuery(filters))
  const { data: newest, error: newestError } = useQuery(newestQuery(filters))
  const name = JSON.stringify(filters)
  const [newRows, setNewRows] = useState<NewRows>({ list: name, rows: [], hasGap: false })
  const stored = useMemo(() => list.data?.pages.flatMap((page) => page.data), [list.data])

  useEffect(() => {
    if (stored === undefined || newest === undefined) return
    setNewRows((before) => {
      const own = before.list === name ? before : { list: name, rows: [], hasGap: false }
      const after = addNewRows(own, stored, newest.data)
      return after.rows.length === before.rows.length && own === before ? before : after
    })
  }, [name, stored, newest])

  const current = useMemo(() => new Map(newest?.data.map((message) => [message.id, message])), [newest])
  const isOfList = newRows.list === name
  const rows = useMemo(
    () => (stored === undefined ? undefined : isOfList && !newRows.hasGap ? [...newRows.rows, ...stored] : stored),
    [stored, newRows, isOfList]
  )
  return {
    list,
    /** Why the list is not complete, or not kept current. */
    error: list.error ?? (newest === undefined ? newestError : null),
    rows,
    /** The row as the newest response has it. */
    currentOf: (message: Message): Message => current.get(message.id) ?? message,
    /** How many rows are above those that were loaded. */
    newRowCount: isOfList && !newRows.hasGap ? newRows.rows.length : 0,
    hasGap: isOfList && newRows.hasGap,
    reload: () => {
      setNewRows({ list: name, rows: [], hasGap: false })
      void queryClient.resetQueries({ queryKey: messagesQuery(filters).queryKey })
    }
  }
}
