import { suggest } from "@landfall/core/faults/Suggestions"
import type { Port, PortSearchResult } from "@landfall/core/geo/Port"
import { readUnlocode, type Unlocode } from "@landfall/core/geo/Unlocode"
import { Option } from "effect"
import { currentCode, type PortTable } from "./PortTable.ts"

/** Letters that Unicode decomposition does not reduce to ASCII. */
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

/**
 * Folds text for comparison: no diacritics, lower case, and a space in place of every other character. Gdańsk becomes
 * gdansk.
 */
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

/** The search entries of a table in order of code, cached per table. */
const entriesOf = (table: PortTable): ReadonlyArray<SearchEntry> => {
  const cached = entryCache.get(table)
  if (cached !== undefined) return cached
  const entries = [...table.ports.values()]
    .map((port) => ({ port, code: port.code.toLowerCase(), name: foldText(port.name) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
  entryCache.set(table, entries)
  return entries
}

const NO_MATCH_RANK = 6

/** The rank of a port in a search, smaller is better; `NO_MATCH_RANK` without a match. */
const rankOf = ({ code, name }: SearchEntry, query: string, words: ReadonlyArray<string>): number => {
  if (code === query) return 0
  if (name === query) return 1
  if (code.startsWith(query)) return 2
  if (name.startsWith(query)) return 3
  const parts = name.split(" ")
  // A country code may be one of the words: `georgetown gy`.
  if (words.every((word) => parts.some((part) => part.startsWith(word)) || code.slice(0, 2) === word)) return 4
  return name.includes(query) ? 5 : NO_MATCH_RANK
}

/** The entries whose names resemble a misspelt one. */
const findSimilarNames = (all: ReadonlyArray<SearchEntry>, query: string): ReadonlyArray<SearchEntry> => {
  const names = suggest(
    query,
    all.map(({ name }) => name)
  )
  return [...new Set(names)].flatMap((name) => all.filter((entry) => entry.name === name))
}

/**
 * Searches ports by code or name, best match first: the exact code or name (an alias matches the port that it resolves
 * to), prefixes, names in which every word starts a word, names that contain the query; when nothing matches, names
 * that resemble it. Diacritics and letter case are ignored. Blank text matches every port, in order of code.
 */
export const searchPorts = (table: PortTable, text: string, limit: number): ReadonlyArray<PortSearchResult> => {
  const all = entriesOf(table)
  const most = Math.max(1, limit)
  const query = foldText(text)
  const isInland = ({ code }: Port): boolean => !table.accessPoints.has(code)
  const resultsOf = (entries: ReadonlyArray<SearchEntry>) =>
    entries.slice(0, most).map(({ port }): PortSearchResult => ({ ...port, inland: isInland(port) }))
  if (query === "") return text.trim() === "" ? resultsOf(all) : []
  const words = query.split(" ")
  const code = Option.map(readUnlocode(text), (written) => currentCode(table, written))
  const isNamed = ({ port }: SearchEntry): boolean => Option.contains(code, port.code)
  const ranked = all
    .map((entry) => ({ ...entry, rank: isNamed(entry) ? 0 : rankOf(entry, query, words) }))
    .filter(({ rank }) => rank < NO_MATCH_RANK)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        Number(isInland(a.port)) - Number(isInland(b.port)) ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    )
  return resultsOf(ranked.length > 0 ? ranked : findSimilarNames(all, query))
}

/**
 * Returns up to three codes of sea ports that resemble a wrong one, those of the same country first, since its letters
 * are rarely the mistake.
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
