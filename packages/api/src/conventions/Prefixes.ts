/** Where each area of the service answers. */
export const ALERTS = "/webhook/api/v1"
export const CONGESTION = "/congestion/api/v1"
export const CO2 = "/co2/api/v2"
