import { type ReactNode, useId, useLayoutEffect, useRef } from "react"
import { Icon } from "../../theme/Icon.tsx"
import { placeBelow } from "./placeBelow.ts"
import { useListbox } from "./useListbox.ts"

interface ChoiceOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly group?: string
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<ChoiceOption<Value>>
  readonly onChange: (value: Value) => void
  readonly hideLabel?: boolean
}

const TICK = "m3.5 8.5 3 3 6-7"
const ARROW = "m4.5 6.5 3.5 3.5 3.5-3.5"

/** Shows an element above the page while it is open, where no card or dialog clips it, and keeps it beside its button. */
const useLayer = (isOpen: boolean) => {
  const button = useRef<HTMLButtonElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [anchor, shown] = [button.current, layer.current]
    if (!isOpen || anchor === null || shown === null) return
    const place = () => placeBelow(anchor, shown)
    shown.showPopover()
    place()
    addEventListener("scroll", place, true)
    addEventListener("resize", place)
    return () => {
      removeEventListener("scroll", place, true)
      removeEventListener("resize", place)
      if (shown.isConnected) shown.hidePopover()
    }
  }, [isOpen])
  return { button, layer }
}

interface OptionProps {
  readonly id: string
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
  readonly children: ReactNode
}

const Option = ({ id, isSelected, isCurrent, onPoint, onChoose, children }: OptionProps) => {
  const item = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: "nearest" })
  }, [isCurrent])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button has the focus, and its keys choose
    <div
      ref={item}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className="option"
      data-focused={isCurrent || undefined}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className="break">{children}</span>
      {isSelected ? <Icon path={TICK} /> : null}
    </div>
  )
}

/** One of several values, in a list that opens below its button. Arrow keys, letters and Enter choose; Escape closes it. */
export const Choice = <Value extends string>({
  label,
  value,
  options,
  onChange,
  hideLabel = false
}: ChoiceProps<Value>) => {
  const [buttonId, listId] = [useId(), useId()]
  const labels = options.map((option) => option.label)
  const selected = options.findIndex((option) => option.value === value)
  const { isOpen, current, setCurrent, press, choose, close, toggle } = useListbox({
    labels,
    selected,
    onChoose: (index) => {
      const option = options[index]
      if (option !== undefined) onChange(option.value)
    }
  })
  const { button, layer } = useLayer(isOpen)
  // The button is as wide as its longest option: a choice moves nothing beside it.
  const longest = labels.reduce((text, option) => (option.length > text.length ? option : text), "")
  const groupTitle = (index: number): ReactNode => {
    const group = options[index]?.group
    return group === undefined || group === options[index - 1]?.group ? null : (
      <div key={group} className="option-group" role="presentation">
        {group}
      </div>
    )
  }
  return (
    <div className="field">
      <label htmlFor={buttonId} className={hideLabel ? "visually-hidden" : "label"}>
        {label}
      </label>
      <button
        ref={button}
        id={buttonId}
        type="button"
        role="combobox"
        className="input select"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen ? `${listId}-${current}` : undefined}
        onClick={toggle}
        onKeyDown={press}
        onKeyUp={(event) => {
          // Some browsers press a button when the space bar is released.
          if (event.key === " ") event.preventDefault()
        }}
        onBlur={close}
      >
        <span className="select-text">
          <span>{options[selected]?.label}</span>
          <span className="select-width" aria-hidden="true" data-longest={longest} />
        </span>
        <Icon path={ARROW} />
      </button>
      <div
        ref={layer}
        id={listId}
        role="listbox"
        tabIndex={-1}
        popover="manual"
        className="options select-options"
        {...(isOpen ? { "aria-label": label } : {})}
        // The focus stays on the button.
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen
          ? options.map((option, index) => [
              groupTitle(index),
              <Option
                key={option.value}
                id={`${listId}-${index}`}
                isSelected={index === selected}
                isCurrent={index === current}
                onPoint={() => setCurrent(index)}
                onChoose={() => choose(index)}
              >
                {option.label}
              </Option>
            ])
          : null}
      </div>
    </div>
  )
}
