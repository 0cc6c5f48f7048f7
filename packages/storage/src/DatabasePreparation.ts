import { Layer } from "effect"
import * as Migrations from "./Migrations.ts"
import * as SkipLockedCheck from "./SkipLockedCheck.ts"
import * as SecretKeyCheck from "./secrets/SecretKeyCheck.ts"

/**
 * Brings the schema up to date, then checks that the engine skips locked rows, and that the key decrypts the stored secrets.
 * Every store is built after it.
 */
export const layer = Layer.merge(SecretKeyCheck.layer, SkipLockedCheck.layer).pipe(Layer.provide(Migrations.layer))
