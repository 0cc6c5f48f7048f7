import { type ComponentProps, type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from "react"

interface SuggestionFieldProps<Item> {
  readonly label: string
  /** The text of the field. */
  readonly text: string
  readonly onText: (text: string) => void
  /** What the text finds, best first. */
  readonly items: ReadonlyArray<Item>
  readonly keyOf: (item: Item) => string
  readonly children: (item: Item) => ReactNode
  readonly onChoose: (item: Item) => void
  /** What the list shows when nothing is found. */
  readonly emptyText: string
  readonly input?: Pick<ComponentProps<"input">, "type" | "placeholder" | "onFocus" | "onBlur" | "onKeyDown">
  /** The elements around the input, such as a lens. */
  readonly frame?: (input: ReactElement) => ReactElement
  /** The element below the field. */
  readonly hint?: string | undefined
  /** Why the text is not accepted; it marks the field as invalid. */
  readonly fault?: string | undefined
}

/**
 * The list of a field, by the pattern of an editable combobox (WAI-ARIA Authoring Practices): the focus stays on the field. No
 * option is marked before an arrow key or the pointer marks one, so that Enter chooses nothing by chance.
 */
const useSuggestions = <Item,>(items: ReadonlyArray<Item>, onChoose: (item: Item) => void) => {
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<number>()
  const current = isOpen && marked !== undefined && marked < items.length ? marked : undefined
  const open = (index?: number) => {
    setOpen(true)
    setMarked(index)
  }
  const close = () => setOpen(false)
  const choose = (item: Item | undefined) => {
    close()
    if (item !== undefined) onChoose(item)
  }
  const press = (event: KeyboardEvent) => {
    const last = items.length - 1
    switch (event.key) {
      case "ArrowDown":
        event.preventDefault()
        return open(current === undefined || current === last ? 0 : current + 1)
      case "ArrowUp":
        event.preventDefault()
        return open(current === undefined || current === 0 ? last : current - 1)
      case "Enter":
        if (current === undefined) return
        event.preventDefault()
        return choose(items[current])
      case "Escape":
        if (isOpen) event.stopPropagation()
        return close()
    }
  }
  return { isOpen, current, open, close, choose, press, mark: setMarked }
}

/** A field that suggests what its text finds; another text stays as it is typed. Arrow keys and Enter choose. */
export const SuggestionField = <Item,>({
  label,
  text,
  onText,
  items,
  keyOf,
  children,
  onChoose,
  emptyText,
  input,
  frame = (element) => element,
  hint,
  fault
}: SuggestionFieldProps<Item>) => {
  const [inputId, listId, hintId, faultId] = [useId(), useId(), useId(), useId()]
  const { isOpen, current, open, close, choose, press, mark } = useSuggestions(items, onChoose)
  const describedBy = [hint === undefined ? "" : hintId, fault === undefined ? "" : faultId].join(" ").trim()
  return (
    <div className="field">
      <label className="label" htmlFor={inputId}>
        {label}
      </label>
      <div className="suggestions">
        {frame(
          <input
            {...input}
            id={inputId}
            className="input"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={current === undefined ? undefined : `${listId}-${current}`}
            aria-invalid={fault !== undefined}
            {...(describedBy === "" ? {} : { "aria-describedby": describedBy })}
            value={text}
            onChange={({ currentTarget }) => {
              onText(currentTarget.value)
              open()
            }}
            onKeyDown={(event) => {
              input?.onKeyDown?.(event)
              press(event)
            }}
            onBlur={(event) => {
              close()
              input?.onBlur?.(event)
            }}
          />
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on it leaves the focus in the field */}
        <div className="options" hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
          <div
            id={listId}
            role="listbox"
            tabIndex={-1}
            className="option-list"
            {...(isOpen ? { "aria-label": label } : {})}
            hidden={items.length === 0}
          >
            {items.map((item, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
              <div
                key={keyOf(item)}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                className="option"
                data-focused={index === current || undefined}
                onPointerMove={() => mark(index)}
                onClick={() => choose(item)}
              >
                {children(item)}
              </div>
            ))}
          </div>
          {items.length === 0 ? <div className="option muted">{emptyText}</div> : null}
        </div>
      </div>
      {hint === undefined ? null : (
        <span id={hintId} className="hint">
          {hint}
        </span>
      )}
      {fault === undefined ? null : (
        <span id={faultId} className="fault">
          {fault}
        </span>
      )}
    </div>
  )
}
