import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { Effect, type Scope } from "effect"

/** The host for which the certificate was issued. Tests resolve it to this machine. */
export const BROKER_HOST = "broker.test"

/** A self-signed certificate for `broker.test`, valid from 2020 to 2120. It protects nothing: its key is public. */
export const brokerCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBSaJrh9a8OgGftDB
WYPfGk+kswzfHwim41l+OlKVdLuhRANCAATKbJpScwLkyDE0y99/BujX0mbLB1uF
Tkhvv6zeO+kPuevHRF+RCp+mN7xHiTWHRR9aDAlbzAsmlZ3OyW0XWGq8
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBZDCCAQqgAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAticm9rZXIu
dGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UE
AwwLYnJva2VyLnRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATKbJpScwLk
yDE0y99/BujX0mbLB1uFTkhvv6zeO+kPuevHRF+RCp+mN7xHiTWHRR9aDAlbzAsm
lZ3OyW0XWGq8o0cwRTAWBgNVHREEDzANggticm9rZXIudGVzdDAMBgNVHRMEBTAD
AQH/MB0GA1UdDgQWBBSYBXwW6MYTgD2Se5k03tlEc/JqGTAKBggqhkjOPQQDAgNI
ADBFAiEAuxB0bRaJpiIOsksN7wKySEyMOSsCQF3A1YX9fPUC+x8CIFPCCfONKhbq
LX3BKPdh4+aizzwpPBT4B5QN3Wj3kE9W
-----END CERTIFICATE-----`
}

/** Trusts the certificate in this process, as an operator does with `NODE_EXTRA_CA_CERTS`, until the scope closes. */
export const trustBrokerCertificate: Effect.Effect<void, never, Scope.Scope> = Effect.asVoid(
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = getCACertificates("default")
      setDefaultCACertificates([...before, brokerCertificate.cert])
      return before
    }),
    (before) => Effect.sync(() => setDefaultCACertificates(before))
  )
)
