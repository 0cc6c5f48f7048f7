import { benchRoutes } from "./routes.ts"

for (const row of benchRoutes()) console.log(JSON.stringify(row))
