import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { Effect } from "effect"
import { describe } from "vitest"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { accountStatementRules } from "../accounts/AccountStatements.ts"
import { StatementRecord } from "../accounts/StatementRecord.ts"
import { inEmptySchema, newSchema, skipReason, withServer } from "./TestServer.ts"

describe.skipIf(skipReason !== undefined)("Postgres", () => {
  withServer()
  const record = new StatementRecord()
  const storage = record.recording(inEmptySchema)
  storageContract("Postgres", storage)
  pollQueueContract("Postgres", storage)
  accountStatementRules(
    "Postgres",
    record,
    "pg",
    Effect.map(newSchema, (url) => PostgresClient.layer({ url }))
  )
})
