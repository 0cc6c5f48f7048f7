import { suggest } from "@landfall/core/faults/Suggestions"
import type { Port, PortSearchResult } from "@landfall/core/geo/Port"
import { readUnlocode, type Unlocode } from "@landfall/core/geo/Unlocode"
import { Option } from "effect"
import { currentCode, type PortTable } from "./PortTable.ts"

/** Letters that have no mark to take off. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
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
const foldText = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[øæœßłđðþı]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

interface SearchEntry {
  readonly port: Port
  readonly code: string
  readonly name: string
}

const entryCache = new WeakMap<PortTable, ReadonlyArray<SearchEntry>>()

/** The table as a search reads it, by code; made once for each table. */
const entriesOf = (table: PortTable): ReadonlyArray<SearchEntry> => {
  const known = entryCache.get(table)
  if (known !== undefined) return known
  const made = [...table.ports.values()]
    .map((port) => ({ port, code: port.code.toLowerCase(), name: foldText(port.name) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
  entryCache.set(table, made)
  return made
}

const NO_MATCH_RANK = 6

/** How well a port answers a search, smaller is better; `NONE` when it does not. */
const rankOf = ({ code, name }: SearchEntry, sought: string, words: ReadonlyArray<string>): number => {
  if (code === sought) return 0
  if (name === sought) return 1
  if (code.startsWith(sought)) return 2
  if (name.startsWith(sought)) return 3
  const parts = name.split(" ")
  // A country by its two letters may stand among the words: `georgetown gy`.
  if (words.every((word) => parts.some((part) => part.startsWith(word)) || code.slice(0, 2) === word)) return 4
  return name.includes(sought) ? 5 : NO_MATCH_RANK
}

/** Names that a misspelt one was probably meant to be. */
const findSimilarNames = (all: ReadonlyArray<SearchEntry>, sought: string): ReadonlyArray<SearchEntry> => {
  const names = suggest(
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
export const searchPorts = (table: PortTable, text: string, limit: number): ReadonlyArray<PortSearchResult> => {
  const all = entriesOf(table)
  const most = Math.max(1, limit)
  const sought = foldText(text)
  const isInland = ({ code }: Port): boolean => !table.accessPoints.has(code)
  const found = (entries: ReadonlyArray<SearchEntry>) =>
    entries.slice(0, most).map(({ port }): PortSearchResult => ({ ...port, inland: isInland(port) }))
  if (sought === "") return text.trim() === "" ? found(all) : []
  const words = sought.split(" ")
  const code = Option.map(readUnlocode(text), (written) => currentCode(table, written))
  const isNamed = ({ port }: SearchEntry): boolean => Option.contains(code, port.code)
  const ranked = all
    .map((entry) => ({ ...entry, rank: isNamed(entry) ? 0 : rankOf(entry, sought, words) }))
    .filter(({ rank }) => rank < NO_MATCH_RANK)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        Number(isInland(a.port)) - Number(isInland(b.port)) ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    )
  return found(ranked.length > 0 ? ranked : findSimilarNames(all, sought))
}

/**
 * Up to three codes of ports that ships reach which look like a wrong one: of the same country first, since its letters
 * are seldom the mistake.
 */
export const suggestCodes = (table: PortTable, code: string): ReadonlyArray<Unlocode> => {
  const upper = code.trim().toUpperCase()
  const codes = [...table.ports.values()].map((port) => port.code).filter((other) => table.accessPoints.has(other))
  const ofCountry = codes.filter((other) => other.startsWith(upper.slice(0, 2)))
  const near = [...suggest(upper, ofCountry), ...suggest(upper, codes)]
  return [...new Set(near)]
    .slice(0, 3)
    .flatMap((other) => Option.toArray(Option.map(Option.fromUndefinedOr(table.ports.get(other)), (port) => port.code)))
}
