import { statusOf } from "@landfall/core/faults/ErrorCode"
import { ErrorInfo as ErrorInfoSchema } from "@landfall/core/faults/ErrorInfo"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** The errorInfo of one status: the codes of the catalogue that begin with it. */
const errorInfoOf = (status: number) =>
  ErrorInfoSchema.pipe(
    Schema.check(Schema.makeFilter((info) => statusOf(info.errorCode) === status)),
    HttpApiSchema.status(status)
  )

/** What an operation can answer that is not a success, by status. */
export const failures = (...statuses: ReadonlyArray<number>) => statuses.map(errorInfoOf)
