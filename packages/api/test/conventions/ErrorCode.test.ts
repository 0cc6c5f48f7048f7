import { describe, expect, it } from "@effect/vitest"
import { type Fault, FaultKind } from "@landfall/core/faults/Fault"
import { Schema } from "effect"
import {
  bodyErrorCode,
  ERRORS,
  ErrorCode,
  type ErrorEntry,
  errorEntryOf,
  httpStatusOf
} from "../../src/conventions/ErrorCode.ts"

const entries: ReadonlyArray<readonly [string, ErrorEntry]> = Object.entries(ERRORS)

/** Published codes. The list may grow; no entry may change. */
const PUBLISHED = {
  bodyNotJson: 40001,
  bodyInvalid: 40002,
  propertyUnknown: 40003,
  parameterInvalid: 40004,
  idempotencyKeyMalformed: 40005,
  targetRejected: 40006,
  requestMalformed: 40007,
  keyMissing: 40100,
  keyUnknown: 40101,
  signatureInvalid: 40102,
  keyAmbiguous: 40103,
  creditsExhausted: 40200,
  planWithoutAlerts: 40300,
  addressNotAllowed: 40301,
  routeUnknown: 40400,
  applicationUnknown: 40401,
  endpointUnknown: 40402,
  shipmentUnknown: 40403,
  messageUnknown: 40404,
  periodUnknown: 40405,
  portUnknown: 40406,
  portWatchUnknown: 40409,
  originNotAllowed: 40302,
  portalNotAllowed: 40303,
  sessionEnded: 40104,
  signInLinkInvalid: 40105,
  signInLinkOfOtherAccount: 40905,
  taskUnknown: 40407,
  carrierUnknown: 40408,
  accountUnknown: 40410,
  apiKeyUnknown: 40411,
  methodNotAllowed: 40500,
  requestTimeout: 40800,
  requestInFlight: 40900,
  endpointDisabled: 40901,
  carrierMissing: 40902,
  shipmentNotTracked: 40903,
  accountLimitReached: 40904,
  bodyTooLarge: 41300,
  requestLimitExceeded: 41301,
  contentTypeUnsupported: 41500,
  expectationUnsupported: 41700,
  idempotencyKeyReused: 42200,
  tooManyRequests: 42900,
  headersTooLarge: 43100,
  internal: 50000,
  notImplemented: 50100,
  storageUnavailable: 50300,
  versionUnsupported: 50500,
  deliveryLoop: 50800
}

const PAGE_HEAD = `# Errors

Every response with a status of 400 or above carries an \`errorInfo\`:

| property | meaning |
|---|---|
| \`errorCode\` | code from the table below |
| \`message\` | one sentence that describes the error |
| \`details\` | one sentence for each fault, with its JSON path |
| \`time\` | time of the response |

\`details\` names at most 50 faults and counts the others. For a body with more than 1,000 values it names the first fault, or those of the first
invalid line.

A code is the HTTP status × 100 plus a number. Its meaning never changes, and no code is reused for another error. The texts may change:
handle errors by code.

`

const page = (): string => {
  const rows = entries.map(([name, { code, meaning, action }]) => `| ${code} | \`${name}\` | ${meaning} | ${action} |`)
  return `${PAGE_HEAD}| code | name | meaning | action |\n|---|---|---|---|\n${rows.join("\n")}\n`
}

describe("the error catalogue", () => {
  it("lists every code once, in rising order", () => {
    const codes = entries.map(([, { code }]) => code)
    expect(codes).toEqual([...new Set(codes)].sort((left, right) => left - right))
  })

  it("retains every published code", () => {
    expect(Object.fromEntries(entries.map(([name, { code }]) => [name, code]))).toEqual(PUBLISHED)
  })

  it("derives every code from an HTTP status of 400 to 599", () => {
    for (const code of ErrorCode.literals) {
      expect(httpStatusOf(code)).toBeGreaterThanOrEqual(400)
      expect(httpStatusOf(code)).toBeLessThan(600)
      expect(Math.floor(code)).toBe(code)
    }
  })

  it("describes each code in one sentence, and the action in another", () => {
    for (const [, { meaning, action }] of entries) {
      for (const sentence of [meaning, action]) expect(sentence).toMatch(/^[A-Z][^.!?|]*\.$/)
    }
  })

  it("finds the entry of a code", () => {
    for (const [, entry] of entries) expect(errorEntryOf(Schema.decodeUnknownSync(ErrorCode)(entry.code))).toBe(entry)
  })

  it("is the content of docs/errors.md", async () => {
    await expect(page()).toMatchFileSnapshot("../../../../docs/errors.md")
  })
})

describe("bodyErrorCode", () => {
  it.prop(
    "is 40003 when every fault is an unknown property, and 40002 otherwise",
    [Schema.Array(FaultKind)],
    ([kinds]) => {
      const faults = kinds.map((kind): Fault => ({ kind, path: ["a"], rule: "must be valid" }))
      const onlyUnknown = kinds.length > 0 && !kinds.includes("missing") && !kinds.includes("invalid")
      expect(bodyErrorCode(faults)).toBe(onlyUnknown ? 40003 : 40002)
    }
  )
})
