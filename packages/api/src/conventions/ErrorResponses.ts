import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { httpStatusOf } from "./ErrorCode.ts"
import { ErrorInfo as ErrorInfoSchema } from "./ErrorInfo.ts"

/** The errorInfo of one status: the error codes that begin with it. */
const errorInfoWithStatus = (status: number) =>
  ErrorInfoSchema.pipe(
    Schema.check(Schema.makeFilter((info) => httpStatusOf(info.errorCode) === status)),
    HttpApiSchema.status(status)
  )

/** The error responses of an operation, by status. */
export const apiErrors = (...statuses: ReadonlyArray<number>) => statuses.map(errorInfoWithStatus)
