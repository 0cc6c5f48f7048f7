import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  bodyErrorCode,
  ERRORS,
  ErrorCode,
  type ErrorEntry,
  errorEntryOf,
  httpStatusOf
} from "../../src/faults/ErrorCode.ts"
import type { Fault } from "../../src/faults/Fault.ts"
import { FaultKind } from "../../src/faults/Finding.ts"

const entries: ReadonlyArray<readonly [string, ErrorEntry]> = Object.entries(ERRORS)

/** A code that was published once keeps its meaning: this list may grow, and nothing in it may change. */
const PUBLISHED = {
  bodyNotJson: 40001,
  bodyInvalid: 40002,
  propertyUnknown: 40003,
  parameterInvalid: 40004,
  idempotencyKeyMalformed: 40005,
  targetRefused: 40006,
  keyMissing: 40100,
  keyUnknown: 40101,
  signatureInvalid: 40102,
  creditsExhausted: 40200,
  planWithoutAlerts: 40300,
  routeUnknown: 40400,
  applicationUnknown: 40401,
  endpointUnknown: 40402,
  shipmentUnknown: 40403,
  messageUnknown: 40404,
  periodUnknown: 40405,
  portUnknown: 40406,
  portWatchUnknown: 40409,
  taskUnknown: 40407,
  carrierUnknown: 40408,
  methodNotAllowed: 40500,
  requestInFlight: 40900,
  endpointDisabled: 40901,
  bodyTooLarge: 41300,
  contentTypeUnsupported: 41500,
  idempotencyKeyReused: 42200,
  tooManyRequests: 42900,
  internal: 50000,
  storageAway: 50300
}

const PAGE_HEAD = `# Errors

Every response with a status of 400 or above carries an \`errorInfo\`:

| property | meaning |
|---|---|
| \`errorCode\` | code from the table below |
| \`message\` | one sentence that describes the error |
| \`details\` | one sentence for each fault, with its JSON path |
| \`time\` | time of the response |

A code is the HTTP status × 100 plus a number. Its meaning never changes, and no code is reused for another error. The texts may change:
handle errors by code.

`

const page = (): string => {
  const rows = entries.map(([name, { code, meaning, action }]) => `| ${code} | \`${name}\` | ${meaning} | ${action} |`)
  return `${PAGE_HEAD}| code | name | meaning | action |\n|---|---|---|---|\n${rows.join("\n")}\n`
}

describe("the catalogue of errors", () => {
  it("gives every code once, in rising order", () => {
    const codes = entries.map(([, { code }]) => code)
    expect(codes).toEqual([...new Set(codes)].sort((left, right) => left - right))
  })

  it("keeps the codes that were published", () => {
    expect(Object.fromEntries(entries.map(([name, { code }]) => [name, code]))).toEqual(PUBLISHED)
  })

  it("builds each code on a status of a client's or the server's error", () => {
    for (const code of ErrorCode.literals) {
      expect(httpStatusOf(code)).toBeGreaterThanOrEqual(400)
      expect(httpStatusOf(code)).toBeLessThan(600)
      expect(Math.floor(code)).toBe(code)
    }
  })

  it("explains each code in one sentence and says in one what to do", () => {
    for (const [, { meaning, action }] of entries) {
      for (const sentence of [meaning, action]) expect(sentence).toMatch(/^[A-Z][^.!?|]*\.$/)
    }
  })

  it("finds the line of a code", () => {
    for (const [, entry] of entries) expect(errorEntryOf(Schema.decodeUnknownSync(ErrorCode)(entry.code))).toBe(entry)
  })

  it("stands in docs/errors.md, complete and with nothing more", async () => {
    await expect(page()).toMatchFileSnapshot("../../../../docs/errors.md")
  })
})

describe("codeOfBody", () => {
  it.prop("is 40003 when nothing but unknown properties is wrong, else 40002", [Schema.Array(FaultKind)], ([kinds]) => {
    const faults = kinds.map((kind): Fault => ({ kind, path: "$.a", message: "$.a is wrong" }))
    const onlyUnknown = kinds.length > 0 && !kinds.includes("missing") && !kinds.includes("invalid")
    expect(bodyErrorCode(faults)).toBe(onlyUnknown ? 40003 : 40002)
  })
})
