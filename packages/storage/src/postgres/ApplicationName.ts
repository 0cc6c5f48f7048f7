/** The name by which a Postgres server lists the sessions of Landfall. */
export const APPLICATION_NAME = "landfall"
