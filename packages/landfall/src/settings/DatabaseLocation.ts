import { CellName } from "@landfall/core/cells/CellName"
import { serverUrlsOf } from "@landfall/core/net/ServerUrls"
import { Option, Redacted, Schema } from "effect"
import { parsedText, splitAtCommas } from "./SettingValues.ts"

const SQLITE_SCHEME = "sqlite:"
const POSTGRES_SCHEME = /^postgres(?:ql)?:\/\/./

/** The location of the database. */
const DatabaseLocation = Schema.TaggedUnion({
  SqliteFile: { path: Schema.NonEmptyString },
  PostgresServer: { url: Schema.Redacted(Schema.String) }
})
export type DatabaseLocation = typeof DatabaseLocation.Type

const parseDatabaseLocation = (text: string): Option.Option<DatabaseLocation> => {
  if (text.startsWith(SQLITE_SCHEME) && text.length > SQLITE_SCHEME.length) {
    return Option.some({ _tag: "SqliteFile", path: text.slice(SQLITE_SCHEME.length) })
  }
  return POSTGRES_SCHEME.test(text) && serverUrlsOf(text).every((url) => URL.canParse(url))
    ? Option.some({ _tag: "PostgresServer", url: Redacted.make(text) })
    : Option.none()
}

export const DatabaseUrl = parsedText(
  DatabaseLocation,
  parseDatabaseLocation,
  "must be sqlite:PATH, such as sqlite:./data/landfall.db, or postgres://USER:PASSWORD@HOST:PORT/DATABASE, where several servers are HOST:PORT,HOST:PORT"
)

/** A cell: its name and its database. */
const ConfiguredCell = Schema.Struct({ name: CellName, database: DatabaseLocation })
export type ConfiguredCell = typeof ConfiguredCell.Type

const isCellName = Schema.is(CellName)

const parseCell = (text: string): Option.Option<ConfiguredCell> => {
  const [, name = "", url = ""] = /^([^=]*)=(.*)$/.exec(text) ?? []
  return isCellName(name) ? Option.map(parseDatabaseLocation(url), (database) => ({ name, database })) : Option.none()
}

/** Cells are divided where a comma is followed by a name: the URL of several servers has commas too. */
const splitCells = (text: string): ReadonlyArray<string> => text.split(/,\s*(?=[a-z][a-z0-9-]*=(?:sqlite|postgres))/)

const parseCells = (text: string): Option.Option<ReadonlyArray<ConfiguredCell>> =>
  Option.filter(
    Option.all(splitCells(text).map((part) => parseCell(part.trim()))),
    (cells) => new Set(cells.map(({ name }) => name)).size === cells.length
  )

/** The cells by name, each with its database; the first is the home cell. */
export const Cells = parsedText(Schema.Array(ConfiguredCell), parseCells, (text) => {
  const invalid = splitCells(text).find((part) => Option.isNone(parseCell(part.trim())))
  const form = "must be NAME=URL for each cell, comma-separated, such as home=postgres://…,eu=postgres://…"
  return invalid === undefined ? `${form}, each name once` : `${form}; "${maskPassword(invalid)}" is invalid`
})

/** Names of cells. */
export const CellNames = parsedText(
  Schema.Array(CellName),
  (text) =>
    Option.liftPredicate(
      splitAtCommas(text).filter(isCellName),
      (names) => names.length === splitAtCommas(text).length
    ),
  "must be a comma-separated list of names of cells, such as home,eu"
)

/** The URL of a Postgres server. */
export const PostgresUrl = parsedText(
  Schema.Redacted(Schema.String),
  (text) => (POSTGRES_SCHEME.test(text) && URL.canParse(text) ? Option.some(Redacted.make(text)) : Option.none()),
  "must be postgres://USER:PASSWORD@HOST:PORT/DATABASE"
)

/** A URL without its password. Where the URL is malformed, more than the password may be hidden. */
export const maskPassword = (url: string): string =>
  url.replace(/^(\w+:\/\/[^:/?#]*):.*@/, "$1:(hidden)@").replace(/([?&]password=)[^&]*/, "$1(hidden)")

/** The database as a person may see it, without a password. */
export const formatDatabase = (database: DatabaseLocation): string =>
  database._tag === "SqliteFile" ? `${SQLITE_SCHEME}${database.path}` : maskPassword(Redacted.value(database.url))
