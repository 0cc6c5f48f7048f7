import { Context, type Effect, type Option, Schema } from "effect"
import { AccountId } from "../../accounts/Account.ts"
import { StorableText } from "../../faults/StorableText.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { LimitExceeded } from "../../limits/Limits.ts"
import type { Page, PageRequest } from "../../listing/Page.ts"

/** `app_` and a ULID. */
export const ApplicationId = Schema.String.pipe(
  Schema.check(Schema.isStartingWith("app_", { message: "must be the id of an application: app_…" })),
  Schema.brand("ApplicationId")
)
export type ApplicationId = typeof ApplicationId.Type

/** The name of an application: 1 to 256 characters, not only spaces. */
export const ApplicationName = StorableText.pipe(
  Schema.check(
    Schema.isPattern(/\S/, { message: "must not be empty" }),
    Schema.isMaxLength(256, { message: "must have at most 256 characters" })
  )
)

/** A named group of endpoints of one account. */
export class Application extends Schema.Class<Application>("@landfall/core/alerts/endpoints/Application")({
  id: ApplicationId,
  accountId: AccountId,
  name: ApplicationName,
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
}) {}

/** No application of this account has this id. */
export class ApplicationNotFound extends Schema.TaggedError<ApplicationNotFound>()("ApplicationNotFound", {
  id: Schema.String
}) {}

/** Stores applications. */
export class ApplicationStore extends Context.Service<
  ApplicationStore,
  {
    /** Stores an application, unless the account has as many as the limit `account.applications` allows. */
    readonly create: (application: Application) => Effect.Effect<void, LimitExceeded | StorageError>
    /** The application with this id, which belongs to the account. */
    readonly find: (
      accountId: AccountId,
      id: ApplicationId
    ) => Effect.Effect<Application, ApplicationNotFound | StorageError>
    /** The account's oldest application. */
    readonly first: (accountId: AccountId) => Effect.Effect<Option.Option<Application>, StorageError>
    /** The account's applications, oldest first. */
    readonly list: (accountId: AccountId, page: PageRequest) => Effect.Effect<Page<Application>, StorageError>
  }
>()("@landfall/core/alerts/endpoints/ApplicationStore") {}
