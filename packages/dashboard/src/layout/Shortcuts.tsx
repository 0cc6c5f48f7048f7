import { useNavigate } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { Button } from "../components/form/Button.tsx"
import { messages } from "../text/messages.ts"
import { SCREENS } from "./Screens.ts"

const texts = messages.shell.shortcuts

/** How long after `g` a letter selects a screen. */
const CHORD_MILLIS = 1_500

const TITLE_ID = "shortcuts"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  // A list of options finds one by its first letters.
  (target.isContentEditable || ["INPUT", "TEXTAREA"].includes(target.tagName) || target.role === "combobox")

const isInDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null

/** The rows of the screen: an item of a list is marked with `data-row`, on the link or button of the row. */
const moveRow = (step: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")]
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step
  const row = rows[next]
  row?.focus()
  row?.scrollIntoView({ block: "nearest" })
}

const focusSearch = (): boolean => {
  const field = document.querySelector<HTMLElement>("main :is(input[type=search], input[role=combobox])")
  field?.focus()
  return field !== null
}

/** The keys of every screen, and a button that shows the list of them. */
export const Shortcuts = () => {
  const navigate = useNavigate()
  const list = useRef<HTMLDialogElement>(null)
  const [chordAt, setChordAt] = useState(0)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isInDialog()) return
      if (event.timeStamp - chordAt < CHORD_MILLIS) {
        const screen = SCREENS.find(({ key }) => key === event.key)
        setChordAt(0)
        if (screen !== undefined) {
          event.preventDefault()
          void navigate({ to: screen.to })
          return
        }
      }
      switch (event.key) {
        case "/":
          if (focusSearch()) event.preventDefault()
          break
        case "j":
          moveRow(1)
          break
        case "k":
          moveRow(-1)
          break
        case "g":
          setChordAt(event.timeStamp)
          break
        case "?":
          list.current?.showModal()
          break
      }
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [chordAt, navigate])

  const keys: ReadonlyArray<readonly [keys: ReadonlyArray<string>, meaning: string]> = [
    [["/"], texts.search],
    [["j"], texts.next],
    [["k"], texts.previous],
    ...SCREENS.map(({ key, title }) => [["g", key], texts.go(title)] as const),
    [["?"], texts.help]
  ]
  return (
    <>
      <Button size="small" variant="quiet" onPress={() => list.current?.showModal()}>
        {texts.open}
      </Button>
      {/* A dialog of the browser that is always there: a key must not wait until one is rendered. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, as the browser does with every dialog */}
      <dialog
        className="dialog"
        ref={list}
        aria-labelledby={TITLE_ID}
        onClick={({ target, currentTarget }) => {
          // The area around the content is the backdrop.
          if (target === currentTarget) currentTarget.close()
        }}
      >
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 id={TITLE_ID}>{texts.title}</h2>
            <Button size="small" onPress={() => list.current?.close()}>
              {messages.common.close}
            </Button>
          </div>
          <dl className="keys">
            {keys.map(([pressed, meaning]) => (
              <Key key={meaning} pressed={pressed} meaning={meaning} />
            ))}
          </dl>
        </div>
      </dialog>
    </>
  )
}

const Key = ({ pressed, meaning }: { readonly pressed: ReadonlyArray<string>; readonly meaning: string }) => (
  <>
    <dt className="row">
      {pressed.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </dt>
    <dd>{meaning}</dd>
  </>
)
