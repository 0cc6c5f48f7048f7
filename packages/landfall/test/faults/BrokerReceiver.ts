import { setTimeout as sleep } from "node:timers/promises"
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
  type Message as SqsMessage
} from "@aws-sdk/client-sqs"
import { startNatsServer } from "@landfall/broker-servers/NatsServer"
import { startRabbitServer } from "@landfall/broker-servers/RabbitServer"
import { startSqsServer } from "@landfall/broker-servers/SqsServer"
import { jetstreamManager } from "@nats-io/jetstream"
import { connect } from "@nats-io/transport-node"
import { Connection } from "rabbitmq-client"
import type { Member } from "./Fleet.ts"
import { makeRecorder, type Receiver } from "./Receiver.ts"

/** What a run kills and starts again. */
export type KillTarget = Pick<Member, "name" | "kill" | "start" | "up">

/** A broker that is killed during the run, and a reader of what it has stored. */
export interface BrokerReceiver extends Receiver {
  readonly broker: KillTarget
}

type Read = (headers: Record<string, string>, body: string) => void

/** A broker with a place for alerts. */
interface BrokerPlace {
  readonly name: string
  readonly urlOf: (n: number) => string
  readonly start: () => Promise<void>
  readonly stop: (signal: NodeJS.Signals) => Promise<void>
  readonly destroy: () => Promise<void>
  /** Reads the messages that were not read before, over a separate connection. */
  readonly readNew: (read: Read) => Promise<void>
}

const natsPlace = async (): Promise<BrokerPlace> => {
  const server = await startNatsServer()
  const options = { servers: `127.0.0.1:${server.port}`, reconnect: false }
  const first = await connect(options)
  await (await jetstreamManager(first)).streams.add({ name: "ALERTS", subjects: ["alerts.>"] })
  await first.close()
  let next = 1
  return {
    ...server,
    name: "NATS",
    urlOf: (n) => `nats://127.0.0.1:${server.port}/alerts.${n}`,
    readNew: async (read) => {
      const connection = await connect(options)
      try {
        const { streams } = await jetstreamManager(connection)
        const { state } = await streams.info("ALERTS")
        for (; next <= state.last_seq; next++) {
          const message = await streams.getMessage("ALERTS", { seq: next })
          if (message === null) throw new Error(`The stream has lost message ${next}`)
          const headers = Object.fromEntries(Array.from(message.header.keys(), (key) => [key, message.header.get(key)]))
          read(headers, new TextDecoder().decode(message.data))
        }
      } finally {
        await connection.close()
      }
    }
  }
}

/** The library has parsed a body of JSON, which is minified as `JSON.stringify` writes it. */
const bodyOf = (body: unknown): string => (Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body))

const rabbitPlace = async (): Promise<BrokerPlace> => {
  const server = await startRabbitServer()
  const withConnection = async <A>(use: (connection: Connection) => Promise<A>): Promise<A> => {
    const options = { hostname: "127.0.0.1", port: server.port, acquireTimeout: 5_000, noDelay: true }
    const connection = new Connection({ ...options, username: "guest", password: "guest" })
    connection.on("error", () => {})
    try {
      return await use(connection)
    } finally {
      connection.unsafeDestroy()
    }
  }
  await withConnection((connection) => connection.queueDeclare({ queue: "alerts", durable: true }))
  // A stop writes the declaration to the disk; RabbitMQ delays that of a new queue, and a kill would lose it.
  await server.stop()
  await server.start()
  return {
    ...server,
    name: "RabbitMQ",
    urlOf: () => `amqp://guest:guest@127.0.0.1:${server.port}/%2F/queues/alerts`,
    readNew: (read) =>
      withConnection(async (connection) => {
        const channel = await connection.acquire()
        for (;;) {
          const message = await channel.basicGet({ queue: "alerts" })
          if (message === undefined) return
          read({ ...message.headers }, bodyOf(message.body))
          // A message whose acknowledgement is lost is read again, and counted as repeated.
          channel.basicAck({ deliveryTag: message.deliveryTag })
        }
      })
  }
}

const SQS_KEY = { accessKeyId: "AKIAEXAMPLE", secretAccessKey: "secret" }
const SQS_REGION = "eu-west-1"
const SQS_QUEUE_PATH = "/000000000000/alerts"

const headersOf = ({ MessageAttributes = {} }: SqsMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(MessageAttributes).map(([name, { StringValue = "" }]) => [name, StringValue]))

const sqsPlace = async (): Promise<BrokerPlace> => {
  const server = await startSqsServer()
  const endpoint = `http://127.0.0.1:${server.port}`
  const client = new SQSClient({ endpoint, region: SQS_REGION, credentials: SQS_KEY, maxAttempts: 1 })
  await client.send(new CreateQueueCommand({ QueueName: "alerts" }))
  const QueueUrl = endpoint + SQS_QUEUE_PATH
  const user = `${SQS_KEY.accessKeyId}:${SQS_KEY.secretAccessKey}`
  return {
    ...server,
    name: "SQS",
    urlOf: () => `sqs+http://${user}@127.0.0.1:${server.port}${SQS_QUEUE_PATH}?region=${SQS_REGION}`,
    readNew: async (read) => {
      for (;;) {
        const { Messages: messages = [] } = await client.send(
          new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ["All"] })
        )
        if (messages.length === 0) return
        for (const message of messages) {
          read(headersOf(message), message.Body ?? "")
          // A message whose deletion is lost is received again, and counted as repeated.
          await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }))
        }
      }
    },
    destroy: async () => {
      client.destroy()
      await server.destroy()
    }
  }
}

const PLACES = { nats: natsPlace, rabbitmq: rabbitPlace, sqs: sqsPlace }

/** The brokers that a run can deliver to. */
export type BrokerName = keyof typeof PLACES

const READ_PAUSE_MILLIS = 200

/** Starts a broker and reads it during the run: a signature is verified while its timestamp is young. */
export const startBrokerReceiver = async (name: BrokerName, secret: string): Promise<BrokerReceiver> => {
  const { arrivals, faults, check, record } = makeRecorder(secret)
  const place = await PLACES[name]()
  let isOpen = true
  let started: Promise<void> = Promise.resolve()
  const readAll = async () => {
    while (isOpen) {
      const read: Read = (headers, body) => {
        check(body, headers)
        record(headers["webhook-id"] ?? "", body)
      }
      // The broker is down: what it has stored is read when it is up again.
      await place.readNew(read).catch(() => undefined)
      await sleep(READ_PAUSE_MILLIS)
    }
  }
  const reading = readAll()
  return {
    urlOf: place.urlOf,
    arrivals,
    faults,
    close: async () => {
      isOpen = false
      await reading
      await place.destroy()
    },
    broker: {
      name: place.name,
      kill: async () => {
        await started
        await place.stop("SIGKILL")
      },
      start: () => {
        started = place.start()
      },
      up: () => started
    }
  }
}
