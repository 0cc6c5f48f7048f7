import { assert, describe, it } from "vitest"
import { findRepeated, readLines } from "../../../src/screens/alerts/custom/Lines.ts"

const shipmentsOf = (text: string) => readLines(text).map(({ shipment }) => shipment)

describe("the lines of numbers", () => {
  it("have a number, and the carrier's code and a reference when they are given", () => {
    assert.deepStrictEqual(shipmentsOf('MSKU7194304\nMSCU6639870;mscu;PO 1, 2\n"ABC123","MAEU","say ""x"""'), [
      { number: "MSKU7194304" },
      { number: "MSCU6639870", sealine: "MSCU", reference: "PO 1, 2" },
      { number: "ABC123", sealine: "MAEU", reference: 'say "x"' }
    ])
  })

  it("have the columns that a line of headings names, in any order", () => {
    assert.deepStrictEqual(shipmentsOf("PO;Carrier;Container No.\nPO-7;MAEU;MSKU7194304\n;;\nPO-8;MSCU;"), [
      { number: "MSKU7194304", sealine: "MAEU", reference: "PO-7" }
    ])
    assert.deepStrictEqual(shipmentsOf("Number\nMSKU7194304,MAEU"), [{ number: "MSKU7194304", sealine: "MAEU" }])
  })

  it("are several shipments when a line has container numbers alone", () => {
    assert.deepStrictEqual(shipmentsOf("MSKU7194304, MSCU6639870,\tCMAU0000026"), [
      { number: "MSKU7194304" },
      { number: "MSCU6639870" },
      { number: "CMAU0000026" }
    ])
  })

  it("are repeated when an earlier line has the number with the same carrier, or either has none", () => {
    const lines = readLines("ABC123,MAEU\nABC123,MSCU\nabc-123,maeu\nMSKU7194304,MAEU,PO-7\nMSKU7194304")
    const repeated = [...findRepeated(lines)].map(([{ line }, earlier]) => [line, earlier])
    assert.deepStrictEqual(repeated, [
      [3, 1],
      [5, 4]
    ])
  })
})
