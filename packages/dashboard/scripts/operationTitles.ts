import { LandfallApi } from "@landfall/api/LandfallApi"
import { Context, Option } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"

/** The first clause of a summary: what follows a semicolon or stands in parentheses explains it. */
const firstClause = (summary: string): string => summary.replace(/(;| \().*$/s, "")

/**
 * The title of each operation of the contract, by `group.operation`: the summary that the API reference has. The pages get it
 * at their build, because the contract itself is written in Effect, which is larger than all of them.
 */
export const operationTitles = (): Readonly<Record<string, string>> => {
  const titles: Record<string, string> = {}
  HttpApi.reflect(LandfallApi, {
    onGroup: () => undefined,
    onEndpoint: ({ group, endpoint, mergedAnnotations }) => {
      const summary = Context.getOption(mergedAnnotations, OpenApi.Summary)
      if (Option.isSome(summary)) titles[`${group.identifier}.${endpoint.identifier}`] = firstClause(summary.value)
    }
  })
  return titles
}
