import { type KeyboardEvent, useRef, useState } from "react"

/** Letters that follow each other within this time find one option by its beginning. */
const WORD_MILLIS = 700
/** Rows that Page Up and Page Down move. */
const PAGE_ROWS = 8

interface ListboxProps {
  readonly labels: ReadonlyArray<string>
  /** The index of the chosen option; -1 without one. */
  readonly selected: number
  readonly onChoose: (index: number) => void
}

/** The index that a key leads to from `at`; undefined for a key that moves nothing. */
const indexAfter = (key: string, at: number, last: number): number | undefined => {
  const next: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: last
  }
  const index = next[key]
  return index === undefined ? undefined : Math.max(0, Math.min(last, index))
}

/** The option that begins with the letters that were typed; the same letter again finds the next one. */
const useWord = (labels: ReadonlyArray<string>) => {
  const word = useRef({ text: "", at: 0 })
  return ({ key, timeStamp }: KeyboardEvent, from: number): number => {
    const isContinued = timeStamp - word.current.at < WORD_MILLIS
    const text = (isContinued ? word.current.text : "") + key.toLocaleLowerCase()
    word.current = { text, at: timeStamp }
    const isRepeated = [...text].every((letter) => letter === text[0])
    const sought = isRepeated ? (text[0] ?? "") : text
    const start = isRepeated ? from + 1 : from
    const order = labels.map((_, index) => (start + index) % labels.length)
    return order.find((index) => labels[index]?.toLocaleLowerCase().startsWith(sought) === true) ?? from
  }
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey

/**
 * A list that a button opens, by the pattern of a select-only combobox (WAI-ARIA Authoring Practices): the focus stays on the
 * button, whose keys move through the list.
 */
export const useListbox = ({ labels, selected, onChoose }: ListboxProps) => {
  const [isOpen, setOpen] = useState(false)
  const [current, setCurrent] = useState(0)
  const findWord = useWord(labels)
  const open = (index: number) => {
    setCurrent(index)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const choose = (index: number) => {
    close()
    if (index !== selected) onChoose(index)
  }
  const first = Math.max(0, selected)
  const press = (event: KeyboardEvent) => {
    const { key } = event
    const isChosen = key === "Enter" || key === " "
    if (isOpen && (key === "Escape" || key === "Tab")) {
      // It closes the list alone, and not the dialog around it.
      if (key === "Escape") event.stopPropagation()
      close()
      return
    }
    const moved = isLetter(event)
      ? findWord(event, isOpen ? current : first)
      : indexAfter(key, current, labels.length - 1)
    if (!isChosen && moved === undefined) return
    event.preventDefault()
    if (!isOpen) open(isLetter(event) && moved !== undefined ? moved : first)
    else if (isChosen) choose(current)
    else if (moved !== undefined) setCurrent(moved)
  }
  return { isOpen, current, setCurrent, press, choose, close, toggle: () => (isOpen ? close() : open(first)) }
}
