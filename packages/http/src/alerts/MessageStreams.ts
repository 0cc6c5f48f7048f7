import { MessageView } from "@landfall/api/alerts/MessagesApi"
import type { AccountId } from "@landfall/core/accounts/Account"
import { MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import type { MessageSummary } from "@landfall/core/alerts/operations/MessageSummary"
import { SharedCapacity } from "@landfall/core/limits/FairShare"
import {
  type Cause,
  Context,
  Duration,
  Effect,
  Layer,
  Option,
  Queue,
  Schedule,
  Schema,
  type Scope,
  Semaphore
} from "effect"
import { toMessageView } from "./MessageViews.ts"
import {
  changesBetween,
  missedEvents,
  type NewestMessages,
  type StreamEvent,
  WATCHED_MESSAGES
} from "./StreamEvents.ts"

/** The maximum number of open streams of a server, which accounts share. */
const MAX_STREAMS = 256
/** The log is read once in this time for every account, and less often where many accounts have streams. */
const READ_INTERVAL = Duration.seconds(1)
/**
 * The pause after the read of an account, for each millisecond that it took: reads take a fifth of the time at most, those of
 * streams that are being opened included.
 */
const PAUSE_FACTOR = 4
/** A reader that is further behind is disconnected; it reads the list again when it reconnects. */
const MAX_BUFFERED = 1000

type Reader = Queue.Queue<StreamEvent, Cause.Done>

/** An account whose messages are being read. */
interface WatchedAccount {
  readonly readers: Set<Reader>
  /** The newest messages, oldest first, each as it was sent last; undefined before the first read. */
  lastRead: NewestMessages | undefined
}

const encodeView = Schema.encodeSync(Schema.fromJsonString(MessageView))

const encodeMessage = (message: MessageSummary): readonly [id: string, data: string] => [
  message.id,
  encodeView(toMessageView(message))
]

/** Streams of the messages of accounts. One loop reads the log, whatever the number of readers. */
export class MessageStreams extends Context.Service<
  MessageStreams,
  {
    /**
     * Takes one of the account's share of the streams until the scope closes. Returns whether it was taken: false when all
     * of them are.
     */
    readonly take: (accountId: AccountId) => Effect.Effect<boolean, never, Scope.Scope>
    /**
     * Opens a stream that was taken, until its scope closes: its queue receives each new message of the account, and each
     * whose deliveries have changed. It ends when the server stops. `since` is the newest message that the reader knows.
     */
    readonly open: (
      accountId: AccountId,
      since: Option.Option<string>
    ) => Effect.Effect<Queue.Dequeue<StreamEvent, Cause.Done>, never, Scope.Scope>
    /** Ends every stream. Later ones end immediately. */
    readonly endAll: Effect.Effect<void>
  }
>()("@landfall/http/alerts/MessageStreams") {
  static readonly layer = Layer.effect(
    MessageStreams,
    Effect.gen(function* () {
      const log = yield* MessageLog
      const scope = yield* Effect.scope
      const accounts = new Map<AccountId, WatchedAccount>()
      const shares = new SharedCapacity<AccountId>(MAX_STREAMS)
      let isEnding = false

      const endReader = (reader: Reader) => Queue.endUnsafe(reader)

      const emit = ({ readers }: WatchedAccount, event: StreamEvent): void => {
        for (const reader of readers) {
          if (!Queue.offerUnsafe(reader, event)) endReader(reader)
        }
      }

      /** The newest messages, oldest first. */
      const readNewest = (accountId: AccountId) =>
        Effect.map(
          log.messages(accountId, {}, { limit: WATCHED_MESSAGES, cursor: Option.none() }),
          ({ data }) => new Map(data.toReversed().map(encodeMessage))
        )

      const readAccount = Effect.fnUntraced(function* (accountId: AccountId, account: WatchedAccount) {
        const newest = yield* readNewest(accountId)
        const { lastRead } = account
        account.lastRead = newest
        if (lastRead === undefined) return
        for (const event of changesBetween(lastRead, newest)) emit(account, event)
      })

      const turns = yield* Semaphore.make(1)
      /** Reads an account in its turn, and pauses before the next turn. Returns after the read. */
      const readSerially = (accountId: AccountId, account: WatchedAccount, isNeeded: () => boolean) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            yield* restore(turns.take(1))
            const reading = isNeeded() ? readAccount(accountId, account) : Effect.void
            const [elapsed] = yield* restore(
              Effect.timed(
                Effect.catch(reading, (error) =>
                  Effect.logDebug(
                    "The message log could not be read for a stream; the next read continues where the last one ended.",
                    error
                  )
                )
              )
            ).pipe(Effect.onError(() => turns.release(1)))
            yield* Effect.forkIn(
              Effect.andThen(Effect.sleep(Duration.times(elapsed, PAUSE_FACTOR)), turns.release(1)),
              scope
            )
          })
        )
      const readAll = Effect.suspend(() =>
        Effect.forEach([...accounts], ([accountId, account]) => readSerially(accountId, account, () => true), {
          discard: true
        })
      )
      yield* Effect.forkScoped(
        Effect.andThen(Effect.sleep(READ_INTERVAL), Effect.repeat(readAll, Schedule.fixed(READ_INTERVAL)))
      )

      const release = (accountId: AccountId, reader: Reader): void => {
        const account = accounts.get(accountId)
        if (account?.readers.delete(reader) !== true) return
        if (account.readers.size === 0) accounts.delete(accountId)
      }

      const take = (accountId: AccountId) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const isAdmitted = shares.admits(accountId)
            if (isAdmitted) shares.take(accountId)
            return isAdmitted
          }),
          (isTaken) => Effect.sync(() => (isTaken ? shares.release(accountId) : undefined))
        )

      const open = Effect.fnUntraced(function* (accountId: AccountId, since: Option.Option<string>) {
        const events: Reader = yield* Queue.dropping<StreamEvent, Cause.Done>(MAX_BUFFERED)
        if (isEnding) {
          endReader(events)
          return events
        }
        const account = accounts.get(accountId) ?? { readers: new Set<Reader>(), lastRead: undefined }
        yield* Effect.acquireRelease(
          Effect.sync(() => {
            accounts.set(accountId, account)
            account.readers.add(events)
          }),
          () => Effect.sync(() => release(accountId, events))
        )
        // The first read of an account is its baseline; the messages that a reader has missed are found in it.
        const hasNoBaseline = () => account.lastRead === undefined
        if (hasNoBaseline()) yield* readSerially(accountId, account, hasNoBaseline)
        if (Option.isSome(since) && account.lastRead !== undefined) {
          for (const event of missedEvents(account.lastRead, since.value)) Queue.offerUnsafe(events, event)
        }
        return events
      })

      return MessageStreams.of({
        take,
        open,
        endAll: Effect.sync(() => {
          isEnding = true
          for (const { readers } of accounts.values()) for (const reader of readers) endReader(reader)
        })
      })
    })
  )

  /** Ends the streams when the server stops: it would wait for them otherwise. Build it after the server. */
  static readonly endAtStop = Layer.effectDiscard(
    Effect.flatMap(MessageStreams, ({ endAll }) => Effect.addFinalizer(() => endAll))
  )
}
