import type { AllowedNetworks } from "@landfall/core/accounts/AllowedNetworks"
import type { ApiKey } from "@landfall/core/accounts/ApiKey"
import { type Fault, invalidFault } from "@landfall/core/faults/Fault"
import { DateTime, Option, Result } from "effect"

/** The expiry of a key, and the networks that it is valid from. */
export interface KeyTerms {
  /** Undefined: it does not expire. */
  readonly expiresAt: DateTime.Utc | undefined
  /** Empty: every address. */
  readonly allowedNetworks: AllowedNetworks
}

/** The requested terms; an undefined one is that of the key that creates the new one. */
interface RequestedTerms {
  readonly expiresAt: DateTime.Utc | undefined
  readonly allowedNetworks: AllowedNetworks | undefined
}

/**
 * The terms of a key that another key creates. The new key is never valid for longer or from further networks, so that
 * a stolen key gains nothing.
 */
export const termsOfNewKey = (
  maker: Pick<ApiKey, "expiresAt" | "allowedNetworks">,
  requested: RequestedTerms,
  now: DateTime.Utc
): Result.Result<KeyTerms, ReadonlyArray<Fault>> => {
  const end = Option.getOrUndefined(maker.expiresAt)
  const { expiresAt = end, allowedNetworks = maker.allowedNetworks } = requested
  const faults: Array<Fault> = []
  if (expiresAt !== undefined && DateTime.isLessThanOrEqualTo(expiresAt, now))
    faults.push(invalidFault(["expiresAt"], "must be in the future"))
  if (expiresAt !== undefined && end !== undefined && DateTime.isGreaterThan(expiresAt, end))
    faults.push(
      invalidFault(
        ["expiresAt"],
        `must not be after ${DateTime.formatIso(end)}, when the API key of this request expires`
      )
    )
  if (maker.allowedNetworks.length > 0) {
    const rule = `must be within the networks of the API key of this request: ${maker.allowedNetworks.join(", ")}`
    if (allowedNetworks.length === 0) faults.push(invalidFault(["allowedNetworks"], rule))
    for (const [index, network] of allowedNetworks.entries())
      if (!maker.allowedNetworks.includes(network)) faults.push(invalidFault(["allowedNetworks", index], rule, network))
  }
  return faults.length > 0 ? Result.fail(faults) : Result.succeed({ expiresAt, allowedNetworks })
}
