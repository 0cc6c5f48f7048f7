/**
 * Builds `src/ports/internal/timeZones.js`, the IANA time zone of every country with one, and of every bundled port of the others. The
 * zones of a country are those of CLDR, which the runtime contains; a port of a country with several has the zone at its
 * position, by tz-lookup. Run it after `build.ts`: `node packages/sea/scripts/timeZones.ts`.
 */
import { writeFileSync } from "node:fs"
import lookUp from "@photostructure/tz-lookup"
import { ports } from "../src/ports/internal/ports.js"

/** The present names of zones that CLDR calls by a former one. */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk"
}

const present = (zone: string): string => RENAMED[zone] ?? zone

/** `Intl.Locale` as Node has it: the types of the language do not have this method yet. */
interface LocaleWithTimeZones extends Intl.Locale {
  readonly getTimeZones?: () => ReadonlyArray<string> | undefined
}

const zonesOf = (country: string): ReadonlyArray<string> => {
  const locale: LocaleWithTimeZones = new Intl.Locale(`und-${country}`)
  return (locale.getTimeZones?.() ?? []).map(present)
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
const countries: Record<string, string> = {}
for (const country of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
  const [zone, ...others] = zonesOf(country)
  if (zone !== undefined && others.length === 0) countries[country] = zone
}

/** The zone that most positions have. */
const mostFrequent = (zones: ReadonlyArray<string>): string => {
  const counts = Map.groupBy(zones, (zone) => zone)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? "Etc/UTC"
}

const codesByZone = new Map<string, Array<string>>()
const byCountry = Map.groupBy(
  ports.filter(([code]) => countries[code.slice(0, 2)] === undefined),
  ([code]) => code.slice(0, 2)
)
for (const [country, ofCountry] of byCountry) {
  const known = new Set(zonesOf(country))
  const found = ofCountry.map(([code, , longitude, latitude]) => [code, present(lookUp(latitude, longitude))] as const)
  const usual = mostFrequent(found.map(([, zone]) => zone))
  const zones = found.map(([code, zone]) => [code, known.size === 0 || known.has(zone) ? zone : usual] as const)
  if (zones.every(([, zone]) => zone === usual)) countries[country] = usual
  else for (const [code, zone] of zones) codesByZone.set(zone, [...(codesByZone.get(zone) ?? []), code])
}

const entries = (record: Iterable<readonly [string, string]>) =>
  [...record]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(",\n")

const countriesByZone = [...Map.groupBy(Object.entries(countries), ([, zone]) => zone)].map(
  ([zone, named]) => [zone, named.map(([country]) => country).join(" ")] as const
)
const portsByZone = [...codesByZone].map(([zone, codes]) => [zone, codes.toSorted().join(" ")] as const)

writeFileSync(
  new URL("../src/ports/internal/timeZones.js", import.meta.url),
  `// Written by scripts/timeZones.ts: change the data it is built from, not this file.
export const countries = {\n${entries(countriesByZone)}\n}
export const ports = {\n${entries(portsByZone)}\n}\n`
)
