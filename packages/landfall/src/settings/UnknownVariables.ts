import { joinWithOr } from "@landfall/core/faults/Fault"
import { suggest } from "@landfall/core/faults/Suggestions"
import { SETTING_NAMES } from "./Settings.ts"

const PREFIX = "LANDFALL_"

/** Variables that other parts of Landfall set or read: its launcher, its tests, and the receivers in its documentation. */
const OTHER_VARIABLES = /^LANDFALL_(?:WATCH|SECRET|TEST_\w+)$/

/**
 * One sentence for each of these environment variables whose name resembles a setting and is none: a misspelt setting
 * would silently have its default.
 */
export const describeUnknownVariables = (names: Iterable<string>): ReadonlyArray<string> =>
  [...names]
    .filter((name) => name.startsWith(PREFIX) && !SETTING_NAMES.has(name) && !OTHER_VARIABLES.test(name))
    .sort()
    .map((name) => {
      // Without their common prefix, names are compared by the part that differs.
      const endings = suggest(
        name.slice(PREFIX.length),
        [...SETTING_NAMES].flatMap((setting) => (setting.startsWith(PREFIX) ? [setting.slice(PREFIX.length)] : []))
      )
      const hint = endings.length === 0 ? "" : `; did you mean ${joinWithOr(endings.map((ending) => PREFIX + ending))}?`
      return `The variable ${name} is set, but no setting has this name${hint === "" ? "." : hint}`
    })
