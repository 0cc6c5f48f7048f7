import { Predicate } from "effect"
import { SqlError } from "effect/sql"

const messageOf = (cause: unknown): string =>
  Predicate.hasProperty(cause, "message") && typeof cause.message === "string" ? cause.message : ""

/**
 * The reason of a failed connection, in the words of the server or the system. A name with several addresses has a
 * reason for each.
 */
export const reasonOf = (error: { readonly message: string }): string => {
  if (!SqlError.isSqlError(error)) return error.message
  const { cause } = error.reason
  const each = cause instanceof AggregateError ? cause.errors.map(messageOf).join(", ") : messageOf(cause)
  return each || error.reason.message
}

/** The message of the client where neither the URL nor the environment names a user. */
const NO_USER = "No username configured"

/** The reason why the database cannot be opened, with advice. */
export const describeConnectFault = (error: SqlError.SqlError): string => {
  switch (error.reason._tag) {
    case "AuthenticationError":
      return `The Postgres server rejects this user (${reasonOf(error)}): check the user and the password in the database's URL`
    case "ConnectionError":
      if (reasonOf(error) === NO_USER)
        return "The database's URL names no user: write postgres://USER:PASSWORD@HOST/DATABASE"
      return `The Postgres server cannot be reached (${reasonOf(error)}): start it, or check the host and port in the database's URL`
    default:
      return `The Postgres database cannot be opened (${reasonOf(error)}): check the database's URL and this user's privileges`
  }
}
