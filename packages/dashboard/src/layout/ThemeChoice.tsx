import { useState } from "react"
import { Radio, RadioGroup } from "react-aria-components"
import { messages } from "../text/messages.ts"
import { Icon } from "../theme/Icon.tsx"
import { applyTheme, readTheme, THEMES, type Theme } from "../theme/Theme.ts"

const texts = messages.shell.theme

const ICONS: Readonly<Record<Theme, string>> = {
  system: "M2.5 3.5h11v7h-11zM6 13.5h4M8 10.5v3",
  light:
    "M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
  dark: "M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1Z"
}

/** The theme of the pages: that of the device, light or dark. */
export const ThemeChoice = () => {
  const [theme, setTheme] = useState(readTheme)
  return (
    <RadioGroup
      className="segments"
      orientation="horizontal"
      aria-label={texts.label}
      value={theme}
      onChange={(chosen) => {
        const known = THEMES.find((value) => value === chosen)
        if (known === undefined) return
        applyTheme(known)
        setTheme(known)
      }}
    >
      {THEMES.map((value) => (
        <Radio key={value} value={value} className="segment" aria-label={texts[value]}>
          <Icon path={ICONS[value]} size={14} />
        </Radio>
      ))}
    </RadioGroup>
  )
}
