import type { AccountId } from "@landfall/core/accounts/Account"
import type { ApplicationId } from "@landfall/core/alerts/endpoints/Application"
import type { SqlClient } from "effect/sql"

/** The condition that an endpoint, named by a column, exists and is one of an application; always true without one. */
export const isOfApplication = (
  sql: SqlClient.SqlClient,
  column: string,
  accountId: AccountId,
  applicationId: ApplicationId | undefined
) =>
  applicationId === undefined
    ? sql`1 = 1`
    : // The limit prevents planners from turning this into a join, for which they may read the whole table.
      sql`EXISTS (SELECT 1 FROM endpoint AS own WHERE own.id = ${sql.literal(column)}
        AND own.account_id = ${accountId} AND own.application_id = ${applicationId} AND own.removed_at IS NULL LIMIT 1 OFFSET 0)`
