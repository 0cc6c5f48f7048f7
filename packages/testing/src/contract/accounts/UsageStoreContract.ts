import { describe } from "@effect/vitest"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { debitRules } from "./internal/CreditDebitRules.ts"
import { noticeRules } from "./internal/CreditNoticeRules.ts"
import { periodRules } from "./internal/CreditPeriodRules.ts"
import { counterRules } from "./internal/UsageCounterRules.ts"

/** Registers the contract of `UsageStore`. */
export const usageStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`UsageStore on ${name}`, () => {
    counterRules(layer)
    debitRules(layer)
    periodRules(layer)
    noticeRules(layer)
  })
}
