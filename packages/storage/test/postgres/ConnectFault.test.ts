import { assert, describe, it } from "@effect/vitest"
import { SqlError } from "effect/sql"
import { describeConnectFault } from "../../src/postgres/ConnectFault.ts"

const connectionFault = (message: string) =>
  describeConnectFault(new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error(message) }) }))

describe("the fault of a connection to Postgres", () => {
  it("names the server that does not respond", () => {
    assert.match(connectionFault("connect ECONNREFUSED 127.0.0.1:1"), /cannot be reached \(connect ECONNREFUSED 127/)
  })

  it("states how a URL names its user where none is named", () => {
    assert.match(connectionFault("No username configured"), /names no user: write postgres:\/\/USER:PASSWORD@HOST/)
  })
})
