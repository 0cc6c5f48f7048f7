import { assert, describe, it } from "@effect/vitest"
import { transportError } from "../../../src/node/egress/TransportErrors.ts"

const describeCode = (code: string, message = "openssl text") => {
  const error = transportError(Object.assign(new Error(message), { code }), "receiver.test", 16_384)
  return [error.reason, error.message]
}

describe("the failure of a TLS connection", () => {
  it("names certificates that are too long", () => {
    const tooLong =
      "receiver.test sends a TLS certificate, or a chain of them, that is too long: send the certificate and its intermediate ones."
    for (const code of ["ERR_SSL_EXCESSIVE_MESSAGE_SIZE", "CERT_CHAIN_TOO_LONG"])
      assert.deepStrictEqual(describeCode(code), ["tls", tooLong])
  })

  it("names the fault of a certificate that has no code of its own", () => {
    assert.deepStrictEqual(describeCode("UNSPECIFIED", "CA certificate key too weak"), [
      "tls",
      "The TLS certificate of receiver.test is not valid (CA certificate key too weak)."
    ])
    for (const code of ["INVALID_CA", "INVALID_PURPOSE", "PATH_LENGTH_EXCEEDED", "CERT_UNTRUSTED", "UNABLE_TO_GET_CRL"])
      assert.strictEqual(describeCode(code)[0], "tls", code)
    assert.deepStrictEqual(describeCode("CERT_REJECTED", "a <b> of the receiver"), [
      "tls",
      "The TLS certificate of receiver.test is not valid."
    ])
  })

  it("is distinguished from a connection that ends", () => {
    assert.deepStrictEqual(describeCode("ECONNRESET")[0], "connection_lost")
    assert.deepStrictEqual(describeCode("OTHER")[0], "connection_lost")
  })
})
