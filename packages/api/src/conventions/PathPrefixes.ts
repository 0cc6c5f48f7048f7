/** Where each area of the service answers. */
export const ALERTS_PREFIX = "/webhook/api/v1"
export const CONGESTION_PREFIX = "/congestion/api/v1"
export const CO2_PREFIX = "/co2/api/v2"
