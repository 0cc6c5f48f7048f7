/** The name by which a Postgres server lists the sessions of Landfall. */
export const APPLICATION_NAME = "landfall"

/** The name of the sessions that only report which server is the primary: they use no table. */
export const WATCH_APPLICATION_NAME = "landfall-primary-watch"
