import tls from "node:tls"
import { Effect, type Scope } from "effect"

/** A self-signed certificate for `receiver.test`, valid from 2020 to 2120. It protects nothing: its key is public. */
export const testCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsw7eAC667Kns64/e
pioCdVnNVpNMfwVWO7TN2jvbXqKhRANCAASHdVRvoaj02cxoRpcgf5uEPYgnT64/
sNlCQAZRK+2FQyTy4MkkEzRwlgHfXeTPsvKdoDtq5x0ma1GvNhIKYQkN
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBajCCARCgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1yZWNlaXZlci50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEh3VU
b6Go9NnMaEaXIH+bhD2IJ0+uP7DZQkAGUSvthUMk8uDJJBM0cJYB313kz7LynaA7
aucdJmtRrzYSCmEJDaNJMEcwGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAMBgNV
HRMEBTADAQH/MB0GA1UdDgQWBBR0bUu45dl98E6vmhwFj94d0mznxzAKBggqhkjO
PQQDAgNIADBFAiEA77KS9F/TlYNi+2tg1AazEiaXjBesOjSBxUkyiOfBo+oCICaP
HaEr+2pn5pH995vd52cwTfvwxgMu55Uic6UJVPYF
-----END CERTIFICATE-----`
}

/** Trusts the certificate in this process until the scope closes. */
export const trustTestCertificate: Effect.Effect<void, never, Scope.Scope> = Effect.asVoid(
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = tls.getCACertificates("default")
      tls.setDefaultCACertificates([...before, testCertificate.cert])
      return before
    }),
    (before) => Effect.sync(() => tls.setDefaultCACertificates(before))
  )
)
