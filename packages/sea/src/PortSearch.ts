import { nearest } from "@landfall/core/faults/Nearest"
import type { FoundPort, Port } from "@landfall/core/geo/Port"
import { readUnlocode, type Unlocode } from "@landfall/core/geo/Unlocode"
import { Option } from "effect"
import { currentCode, type PortTable } from "./PortTable.ts"

/** Letters that have no mark to take off. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i"
}

/** Letters without their marks, in small, and blanks for whatever is neither letter nor digit: Gdańsk is gdansk. */
const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[øæœßłđðþı]/gu, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

interface Entry {
  readonly port: Port
  readonly code: string
  readonly name: string
}

const entries = new WeakMap<PortTable, ReadonlyArray<Entry>>()

/** The table as a search reads it, by code; made once for each table. */
const entriesOf = (table: PortTable): ReadonlyArray<Entry> => {
  const known = entries.get(table)
  if (known !== undefined) return known
  const made = [...table.ports.values()]
    .map((port) => ({ port, code: port.code.toLowerCase(), name: folded(port.name) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
  entries.set(table, made)
  return made
}

const NONE = 6

/** How well a port answers a search, smaller is better; `NONE` when it does not. */
const rankOf = ({ code, name }: Entry, sought: string, words: ReadonlyArray<string>): number => {
  if (code === sought) return 0
  if (name === sought) return 1
  if (code.startsWith(sought)) return 2
  if (name.startsWith(sought)) return 3
  const parts = name.split(" ")
  // A country by its two letters may stand among the words: `georgetown gy`.
  if (words.every((word) => parts.some((part) => part.startsWith(word)) || code.slice(0, 2) === word)) return 4
  return name.includes(sought) ? 5 : NONE
}

/** Names that a misspelt one was probably meant to be. */
const misspelt = (all: ReadonlyArray<Entry>, sought: string): ReadonlyArray<Entry> => {
  const names = nearest(
    sought,
    all.map(({ name }) => name)
  )
  return [...new Set(names)].flatMap((name) => all.filter((entry) => entry.name === name))
}

/**
 * Ports by code or name, best first: the code or name itself (a code that stands for another finds that), what begins
 * with it, names that have words beginning with each of the words, names that hold it; where none of these is, names
 * nearly so. Marks and capital letters count for nothing. Blank text finds every port, by code.
 */
export const searchPorts = (table: PortTable, text: string, limit: number): ReadonlyArray<FoundPort> => {
  const all = entriesOf(table)
  const most = Math.max(1, limit)
  const sought = folded(text)
  const isInland = ({ code }: Port): boolean => !table.moorings.has(code)
  const found = (entries: ReadonlyArray<Entry>) =>
    entries.slice(0, most).map(({ port }): FoundPort => ({ ...port, inland: isInland(port) }))
  if (sought === "") return text.trim() === "" ? found(all) : []
  const words = sought.split(" ")
  const code = Option.map(readUnlocode(text), (written) => currentCode(table, written))
  const isNamed = ({ port }: Entry): boolean => Option.contains(code, port.code)
  const ranked = all
    .map((entry) => ({ ...entry, rank: isNamed(entry) ? 0 : rankOf(entry, sought, words) }))
    .filter(({ rank }) => rank < NONE)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        Number(isInland(a.port)) - Number(isInland(b.port)) ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    )
  return found(ranked.length > 0 ? ranked : misspelt(all, sought))
}

/**
 * Up to three codes of ports that ships reach which look like a wrong one: of the same country first, since its letters
 * are seldom the mistake.
 */
export const nearestCodes = (table: PortTable, code: string): ReadonlyArray<Unlocode> => {
  const upper = code.trim().toUpperCase()
  const codes = [...table.ports.values()].map((port) => port.code).filter((other) => table.moorings.has(other))
  const ofCountry = codes.filter((other) => other.startsWith(upper.slice(0, 2)))
  const near = [...nearest(upper, ofCountry), ...nearest(upper, codes)]
  return [...new Set(near)]
    .slice(0, 3)
    .flatMap((other) => Option.toArray(Option.map(Option.fromUndefinedOr(table.ports.get(other)), (port) => port.code)))
}
