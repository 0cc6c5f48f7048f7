/// <reference types="vite/client" />

/** The titles of the operations, which the build takes from the contract: see `scripts/operationTitles.ts`. */
declare module "virtual:operation-titles" {
  export const OPERATION_TITLES: Readonly<Record<string, string>>
}

/** The shapes of the responses, which the build takes from the contract: see `scripts/responseShapes.ts`. */
declare module "virtual:response-shapes" {
  export const RESPONSE_SHAPES: import("./client/Shape.ts").ResponseShapes
}
