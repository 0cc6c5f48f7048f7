import { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent, EventReference } from "@landfall/core/tracking/carriers/CarrierEvent"
import { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { ShipmentStatus } from "@landfall/core/tracking/shipments/Shipment"
import {
  type CarrierShipment,
  indexEvents,
  matchAccountEvents,
  referenceKey,
  shipmentTypesMatching
} from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { type Cells, distinctRows, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"

const NUMBER_COLUMNS = jsonColumns({ number: "TEXT", type: "TEXT" })
const DOCUMENT_COLUMNS = jsonColumns({ type: "TEXT", value: "TEXT" })

const CarrierShipmentRow = Schema.Struct({
  accountId: AccountId,
  number: Schema.String,
  type: Schema.OptionFromNullOr(ReferenceType),
  sealine: Schema.OptionFromNullOr(Scac),
  status: ShipmentStatus
})

/** A shipment, with a document by which events concern its container. */
const LinkedShipmentRow = Schema.Struct({
  ...CarrierShipmentRow.fields,
  documentType: Schema.String,
  documentValue: Schema.String
})

const shipmentKey = ({ accountId, number }: Pick<CarrierShipment, "accountId" | "number">): string =>
  `${accountId} ${number}`

/** Finds the accounts that a carrier's events concern, among all accounts. */
export const makeConcernedAccounts = (sql: SqlClient.SqlClient) => {
  const shipmentColumns = sql.literal("s.account_id, s.number, s.type, s.sealine, s.status")
  const ofCarrier = (scac: Scac) => sql`s.status <> 'stopped' AND (s.sealine = ${scac} OR s.sealine IS NULL)`

  const findByNumber = (scac: Scac, numbers: ReadonlyArray<Cells>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: CarrierShipmentRow,
      execute: () => sql`SELECT ${shipmentColumns}
        FROM ${jsonRows(sql, NUMBER_COLUMNS, numbers)} AS named CROSS JOIN shipment AS s
        WHERE s.number = named.number AND s.type IS NOT DISTINCT FROM named.type AND ${ofCarrier(scac)}`
    })()

  /** Shipments of a container whose stored events name one of these documents. */
  const findByDocument = (scac: Scac, documents: ReadonlyArray<Cells>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: LinkedShipmentRow,
      execute: () => sql`SELECT DISTINCT ${shipmentColumns}, n.type AS document_type, n.value AS document_value
        FROM ${jsonRows(sql, DOCUMENT_COLUMNS, documents)} AS named CROSS JOIN account AS a
          CROSS JOIN carrier_event_name AS n CROSS JOIN shipment AS s
        WHERE n.account_id = a.id AND n.type = named.type AND n.value = named.value
          AND s.account_id = n.account_id AND s.number = n.container AND s.type = 'CT' AND ${ofCarrier(scac)}`
    })()

  return Effect.fnUntraced(function* (scac: Scac, events: ReadonlyArray<CarrierEvent>) {
    const index = indexEvents(events)
    const numbers = index.keys.flatMap(({ type, value }) =>
      shipmentTypesMatching(type).map((shipmentType) => [value, shipmentType])
    )
    const documents = index.sharedDocuments.map(({ type, value }) => [type, value])
    const named = numbers.length === 0 ? [] : yield* findByNumber(scac, distinctRows(numbers))
    const linked = documents.length === 0 ? [] : yield* findByDocument(scac, distinctRows(documents))
    const documentsOf = new Map<string, Map<string, EventReference>>()
    for (const row of linked) {
      const document = { type: row.documentType, value: row.documentValue }
      const documents = documentsOf.get(shipmentKey(row)) ?? new Map()
      documentsOf.set(shipmentKey(row), documents.set(referenceKey(document), document))
    }
    return matchAccountEvents(
      scac,
      index,
      [...named, ...linked],
      (shipment) => documentsOf.get(shipmentKey(shipment)) ?? new Map()
    )
  })
}
