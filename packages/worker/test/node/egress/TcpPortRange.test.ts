import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { formatTcpPorts, includesTcpPort, parseTcpPorts, tcpPortOf } from "../../../src/node/egress/TcpPortRange.ts"

describe("TcpPortRange", () => {
  it("parses ports and ranges of ports", () => {
    const ports = Option.getOrThrow(parseTcpPorts(" 443, 8000-8999 ,65535"))
    assert.strictEqual(formatTcpPorts(ports), "443, 8000-8999, 65535")
    assert.deepStrictEqual(
      [443, 444, 7999, 8000, 8999, 9000, 65_535].filter((port) => includesTcpPort(ports, port)),
      [443, 8000, 8999, 65_535]
    )
  })

  it.each(["", "0", "65536", "443,", "90-80", "1-70000", "-1", "https", "4 43"])("rejects %j", (text) => {
    assert.isTrue(Option.isNone(parseTcpPorts(text)))
  })

  it("uses the default port of the protocol when a URL has none", () => {
    const ports = ["http://a.example/", "https://a.example/", "https://a.example:8443/"].map((url) =>
      tcpPortOf(new URL(url))
    )
    assert.deepStrictEqual(ports, [80, 443, 8443])
  })
})
