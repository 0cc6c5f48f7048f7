import { memo, useState } from "react"
import { messages } from "../text/messages.ts"
import { Button } from "./form/Button.tsx"
import { Highlight, type Language } from "./Highlight.tsx"

const texts = messages.common
const SHOWN_MILLIS = 2_000

/** Copies a text. Browsers offer the clipboard to pages on https alone; elsewhere a hidden field is copied. */
const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const field = document.createElement("textarea")
  field.value = text
  field.className = "visually-hidden"
  document.body.append(field)
  field.select()
  document.execCommand("copy")
  field.remove()
}

/** Copies a text when it is pressed. */
export const CopyButton = ({ text, label = texts.copy }: { readonly text: string; readonly label?: string }) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MILLIS)
  }
  return (
    <Button size="small" onPress={() => void copy()}>
      <span aria-live="polite">{isCopied ? texts.copied : label}</span>
    </Button>
  )
}

interface CodeProps {
  readonly text: string
  readonly label: string
  readonly wrap?: boolean
  /** Absent: a text without colours. */
  readonly language?: Language
}

/** A text of a program, which can be copied. */
export const Code = memo(({ text, label, wrap = false, language }: CodeProps) => (
  <section className="code" data-wrap={wrap} aria-label={label}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <pre tabIndex={0}>
      <code>{language === undefined ? text : <Highlight text={text} language={language} />}</code>
    </pre>
    <div className="code-copy">
      <CopyButton text={text} />
    </div>
  </section>
))
