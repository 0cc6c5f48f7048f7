import { account } from "./Account.ts"
import { alertSetup } from "./AlertSetup.ts"
import { common, shell, signInTexts } from "./Common.ts"
import { congestion } from "./Congestion.ts"
import { customSetup } from "./CustomSetup.ts"
import { deliveryTexts } from "./Delivery.ts"
import { endpointDialogs, endpoints } from "./Endpoints.ts"
import { logs } from "./Logs.ts"
import { map } from "./Map.ts"
import { portal } from "./Portal.ts"
import { shipments } from "./Shipments.ts"
import { start } from "./Start.ts"
import { voyages } from "./Voyages.ts"

/** Every text of the dashboard, in English. A translation is another object of this type. */
export const messages = {
  common,
  shell,
  signIn: signInTexts,
  alertSetup,
  customSetup,
  logs,
  endpoints,
  endpointDialogs,
  delivery: deliveryTexts,
  shipments,
  account,
  congestion,
  map,
  portal,
  voyages,
  start
}
