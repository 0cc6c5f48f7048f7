import { storageContract } from "@landfall/testing/contract/StorageContract"
import { pollQueueContract } from "@landfall/testing/contract/tracking/PollQueueContract"
import { Effect } from "effect"
import * as NodeSqliteClient from "../src/sqlite/NodeSqliteClient.ts"
import { accountStatementRules } from "./accounts/AccountStatements.ts"
import { StatementRecord } from "./accounts/StatementRecord.ts"
import { inMemory } from "./TestStorage.ts"

const record = new StatementRecord()
const storage = record.recording(inMemory())
storageContract("SQLite in memory", storage)
pollQueueContract("SQLite in memory", storage)
accountStatementRules("SQLite", record, "sqlite", Effect.succeed(NodeSqliteClient.layer({ filename: ":memory:" })))
