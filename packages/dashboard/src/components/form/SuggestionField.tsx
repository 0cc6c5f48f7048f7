import { useCombobox } from "downshift"
import { type ComponentProps, type ReactElement, type ReactNode, useId } from "react"

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
  const [inputId, hintId, faultId] = [useId(), useId(), useId()]
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } = useCombobox<Item>({
    inputId,
    items: [...items],
    inputValue: text,
    selectedItem: null,
    itemToString: () => text,
    stateReducer: ({ isOpen: wasOpen, selectedItem }, { type, changes }) => {
      // Typing and arrow keys open the list, a press does not; who leaves the field chooses nothing.
      if (type === useCombobox.stateChangeTypes.InputClick) return { ...changes, isOpen: wasOpen }
      if (type === useCombobox.stateChangeTypes.InputBlur) return { ...changes, selectedItem }
      return changes
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) onChoose(selectedItem)
    }
  })
  const describedBy = [hint === undefined ? "" : hintId, fault === undefined ? "" : faultId].join(" ").trim()
  return (
    <div className="field">
      <label className="label" {...getLabelProps()} htmlFor={inputId}>
        {label}
      </label>
      <div className="suggestions">
        {frame(
          <input
            {...getInputProps({
              ...input,
              className: "input",
              "aria-invalid": fault !== undefined,
              ...(describedBy === "" ? {} : { "aria-describedby": describedBy }),
              // In the event itself: a text that is set later would move the cursor to its end.
              onChange: ({ currentTarget }) => onText(currentTarget.value)
            })}
          />
        )}
        <div className="options" hidden={!isOpen}>
          <ul {...getMenuProps()} className="option-list" hidden={items.length === 0}>
            {items.map((item, index) => (
              <li
                key={keyOf(item)}
                {...getItemProps({ item, index })}
                className="option"
                data-focused={index === highlightedIndex || undefined}
              >
                {children(item)}
              </li>
            ))}
          </ul>
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
