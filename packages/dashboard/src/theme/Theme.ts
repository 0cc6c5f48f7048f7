/** The theme that a person has chosen; `system` follows the device. */
export type Theme = "system" | "light" | "dark"

export const THEMES: ReadonlyArray<Theme> = ["system", "light", "dark"]

const KEY = "landfall-theme"

/** The stored choice. A browser can forbid the storage: then the device decides. */
export const readTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? "system"
  } catch {
    return "system"
  }
}

/** Shows a theme, and stores the choice where the browser allows it. */
export const applyTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // The choice lasts until the page is closed.
  }
}
