/**
 * The header that every delivery carries. A Landfall rejects a request that has it, so that no delivery, whatever proxies it
 * passes, starts another one: endpoints cannot form a loop. Custom headers cannot have its name, which is reserved.
 */
export const HOP_HEADER = "landfall-hop"
/** The value of the hop header. */
export const HOP_VALUE = "1"
