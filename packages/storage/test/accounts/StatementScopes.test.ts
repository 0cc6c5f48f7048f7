import { assert, describe, it } from "@effect/vitest"
import { normalise, unreachedTables } from "./StatementScopes.ts"

const owners = new Map([
  ["account", ["id"]],
  ["endpoint", ["account_id"]],
  ["message", ["account_id"]],
  ["delivery", ["message_id", "endpoint_id"]]
])

const unreached = (text: string) => unreachedTables(text, owners)

describe("the tables that a statement reaches without the account", () => {
  it("are those that it selects, changes or deletes by another column", () => {
    assert.deepStrictEqual(unreached("SELECT * FROM message WHERE id = ?"), ["message"])
    assert.deepStrictEqual(unreached("UPDATE message SET type = ? WHERE id = ?"), ["message"])
    assert.deepStrictEqual(unreached("DELETE FROM message AS m WHERE m.id = ?"), ["message"])
    assert.deepStrictEqual(unreached("SELECT * FROM message"), ["message"])
    assert.deepStrictEqual(unreached("SELECT account_id FROM message WHERE id = ? ORDER BY account_id"), ["message"])
  })

  it("are not those with an equality on the account, alone or in a row", () => {
    for (const text of [
      "SELECT * FROM message WHERE id = $1 AND account_id = $2 FOR UPDATE",
      'UPDATE message SET "type" = ? WHERE "account_id" = ?',
      "DELETE FROM message WHERE (account_id, id) IN (SELECT account_id, id FROM (VALUES (1, 2)) AS removed)",
      "SELECT * FROM message WHERE account_id IN (SELECT id FROM json_each(?))",
      "UPDATE message SET type = changed.type FROM json_each(?) AS changed WHERE message.account_id = changed.account_id",
      "SELECT * FROM account WHERE id = ?",
      "SELECT count(*) FROM delivery WHERE endpoint_id = ?"
    ])
      assert.deepStrictEqual(unreached(text), [], text)
  })

  it("are those compared otherwise: another account, an order, the column of another table", () => {
    assert.deepStrictEqual(unreached("SELECT * FROM message WHERE account_id NOT IN (SELECT 1)"), ["message"])
    assert.deepStrictEqual(unreached("SELECT * FROM message WHERE (account_id, id) > (?, ?)"), ["message"])
    assert.deepStrictEqual(
      unreached("SELECT * FROM message AS m JOIN endpoint AS e ON e.id = m.id WHERE e.account_id = ?"),
      ["message"]
    )
    assert.deepStrictEqual(unreached("SELECT * FROM message AS m, endpoint AS e WHERE account_id = ?"), [
      "message",
      "endpoint"
    ])
  })

  it("are found in each part of a statement", () => {
    assert.deepStrictEqual(unreached("SELECT (SELECT count(*) FROM endpoint) FROM message WHERE account_id = ?"), [
      "endpoint"
    ])
    assert.deepStrictEqual(unreached("WITH found AS (SELECT id FROM message) SELECT * FROM found"), ["message"])
    assert.deepStrictEqual(unreached("SELECT id FROM message WHERE account_id = ? UNION ALL SELECT id FROM endpoint"), [
      "endpoint"
    ])
    assert.deepStrictEqual(
      unreached("SELECT * FROM message WHERE account_id = ? AND EXISTS (SELECT 1 FROM delivery)"),
      ["delivery"]
    )
  })

  it("are those into which rows are inserted without the account", () => {
    assert.deepStrictEqual(unreached("INSERT INTO message (id, type) VALUES (?, ?)"), ["message"])
    assert.deepStrictEqual(unreached("INSERT INTO message (id, account_id) SELECT id, ? FROM endpoint"), ["endpoint"])
    assert.deepStrictEqual(
      unreached(
        "INSERT INTO message (id, account_id) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET type = excluded.type"
      ),
      []
    )
  })

  it("do not depend on the form in which a dialect reads the rows of a parameter", () => {
    const [sqlite, postgres] = [
      "SELECT id FROM (SELECT value ->> 0 AS id FROM jsonb_each(?)) AS named\n  WHERE id = ?",
      "SELECT id FROM (SELECT * FROM unnest($1::TEXT[]) AS input (id)) AS named WHERE id = $2"
    ]
    assert.strictEqual(normalise(sqlite), "SELECT id FROM (rows) AS named WHERE id = ?")
    assert.strictEqual(normalise(postgres), normalise(sqlite))
  })
})
