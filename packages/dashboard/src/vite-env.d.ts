/// <reference types="vite/client" />

/** The titles of the operations, which the build takes from the contract: see `scripts/operationTitles.ts`. */
declare module "virtual:operation-titles" {
  export const OPERATION_TITLES: Readonly<Record<string, string>>
}
