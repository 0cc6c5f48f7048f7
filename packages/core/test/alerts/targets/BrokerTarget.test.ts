import { assert, describe, it } from "@effect/vitest"
import { invalidBrokerUrl, parseBrokerTarget } from "@landfall/core/alerts/targets/BrokerTarget"
import { targetOriginOf } from "@landfall/core/alerts/targets/TargetServer"
import { Result } from "effect"

const parsed = (url: string) => Result.getOrThrow(parseBrokerTarget(url))
const faultOf = (url: string) => invalidBrokerUrl(url)

describe("parseBrokerTarget", () => {
  it("reads the subject of NATS, and the standard port", () => {
    assert.deepStrictEqual(parsed("nats://broker.example.com/alerts.landfall"), {
      _tag: "JetStream",
      scheme: "nats",
      hostname: "broker.example.com",
      port: 4222,
      host: "broker.example.com:4222",
      tls: false,
      subject: "alerts.landfall"
    })
    assert.isTrue(parsed("NATS+TLS://broker.example.com/alerts").tls)
  })

  it("reads the virtual host, the exchange, the routing key and the queue of RabbitMQ", () => {
    const queue = parsed("amqp://u:p@broker.example.com/%2F/queues/alerts")
    assert.deepInclude(queue, { _tag: "Amqp", vhost: "/", exchange: "", routingKey: "alerts", port: 5672 })
    const exchange = parsed("amqps://u:p@broker.example.com/ships/exchanges/alerts/nl.rtm")
    assert.deepInclude(exchange, { vhost: "ships", exchange: "alerts", routingKey: "nl.rtm", port: 5671, tls: true })
    assert.deepInclude(parsed("amqp://u:p@h.example/v/exchanges/fanout"), { exchange: "fanout", routingKey: "" })
  })

  it("reads the queue of SQS, and its region from the host or the query", () => {
    assert.deepInclude(parsed("sqs://K:S@sqs.eu-west-1.amazonaws.com/123456789012/alerts.fifo"), {
      _tag: "Sqs",
      region: "eu-west-1",
      queueUrl: "https://sqs.eu-west-1.amazonaws.com/123456789012/alerts.fifo",
      fifo: true
    })
    assert.deepInclude(parsed("sqs+http://K:S@127.0.0.1:9324/000000000000/alerts?region=elasticmq"), {
      region: "elasticmq",
      queueUrl: "http://127.0.0.1:9324/000000000000/alerts",
      fifo: false
    })
  })

  it.each([
    ["nats://127.1/a", "127.0.0.1", 4222],
    ["nats://2130706433/a", "127.0.0.1", 4222],
    ["nats://0x7f.0.0.1:4223/a", "127.0.0.1", 4223],
    ["nats://LOCALHOST/a", "localhost", 4222],
    ["nats://[0:0:0:0:0:0:0:1]/a", "[::1]", 4222],
    ["nats://１２７.0.0.1/a", "127.0.0.1", 4222],
    ["nats://host.example:80/a", "host.example", 80],
    ["nats://host.example:443/a", "host.example", 443]
  ])("normalises the host of %s as http does, so that no notation passes the egress policy", (url, hostname, port) => {
    assert.deepInclude(parsed(url), { hostname, port })
  })
})

describe("invalidBrokerUrl", () => {
  it.each([
    "nats://broker.example.com/alerts",
    "nats://token@broker.example.com/alerts",
    "nats://user:***@broker.example.com/alerts",
    "amqp://u:p%40%2F@broker.example.com/v/queues/q",
    "sqs://AKIA:a%2Fb%2Bc@sqs.us-east-1.amazonaws.com/123456789012/q"
  ])("accepts %s", (url) => assert.isUndefined(faultOf(url)))

  it.each([
    ["nats://broker.example.com", /must have a subject/],
    ["nats://broker.example.com/a/b", /must have a subject/],
    ["nats://broker.example.com/a.*", /wildcards/],
    ["nats://broker.example.com/a..b", /names separated by dots/],
    ["nats://broker.example.com/%E0%A4", /percent-encoding/],
    ["nats://broker.example.com/a?tls=1", /must not have a query/],
    ["nats://broker.example.com:0/a", /valid host and port/],
    ["nats://broker.example.com:99999/a", /valid host and port/],
    ["nats://user:p@ss@broker.example.com/a", /valid user and password/],
    ["nats://user:pa/ss@broker.example.com/a", /valid host and port/],
    ["nats://user:%zz@broker.example.com/a", /valid user and password/],
    ["nats://a\\@127.0.0.1/a", /valid/],
    ["amqp://broker.example.com/v/queues/q", /must have a user and a password/],
    ["amqp://u:p@broker.example.com/v", /VHOST\/queues\/QUEUE/],
    ["amqp://u:p@broker.example.com/v/topics/q", /VHOST\/queues\/QUEUE/],
    ["amqp://u:p@broker.example.com/v/queues/q/r", /VHOST\/queues\/QUEUE/],
    [`amqp://u:p@broker.example.com/v/queues/${"ä".repeat(128)}`, /255 bytes/],
    ["sqs://sqs.eu-west-1.amazonaws.com/123456789012/q", /access key/],
    ["sqs://K:S@sqs.eu-west-1.amazonaws.com/12/q", /account of 12 digits/],
    ["sqs://K:S@queue.example.com/123456789012/q", /region/]
  ])("rejects %s", (url, rule) => assert.match(faultOf(url) ?? "valid", rule))
})

describe("targetOriginOf", () => {
  it("is the scheme, the host and the port, whatever the scheme", () => {
    assert.strictEqual(targetOriginOf("https://a.example/x"), "https://a.example:443")
    assert.strictEqual(targetOriginOf("nats://u:***@a.example/x"), "nats://a.example:4222")
    assert.notStrictEqual(targetOriginOf("nats://a.example/x"), targetOriginOf("nats://b.example/x"))
  })
})
