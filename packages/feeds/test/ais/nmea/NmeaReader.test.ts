import { assert, describe, it } from "@effect/vitest"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { Option, Schema } from "effect"
import type { AisFaultKind } from "../../../src/ais/reports/AisTally.ts"
import type { Liveness } from "../../../src/ais/reports/ReportClock.ts"
import { classA, sentence, sentencesOf, tagBlock, voyage } from "../encodeSentences.ts"
import {
  encoder,
  FIRST,
  kindCounts,
  lines,
  NOW,
  ONE,
  read,
  readChunks,
  SECOND,
  SECONDS,
  TWO,
  vessels
} from "../readSentences.ts"

const plain = (report: VesselReport | undefined): Record<string, unknown> => ({ ...report })

describe("a report", () => {
  it("of a position has the values of its message", () => {
    assert.deepStrictEqual<unknown>(read(lines(ONE)).reports, [
      {
        _tag: "PositionReport",
        mmsi: 228_339_600,
        at: NOW,
        clock: "arrival",
        source: "test",
        position: { latitude: 51.95, longitude: 4.1 },
        speed: Option.some(12.3),
        course: Option.some(224),
        heading: Option.some(215),
        status: Option.some("under_way_using_engine"),
        transceiver: Option.some("class_a")
      }
    ])
  })

  it("of static data has no unavailable numbers and no empty text", () => {
    const [report] = read(lines(...sentencesOf(voyage({ imo: 9_706_907, name: "", shipType: 0, draught: 0 })))).reports
    assert.deepStrictEqual<unknown>(report, {
      _tag: "StaticReport",
      mmsi: 228_339_600,
      at: NOW,
      clock: "arrival",
      source: "test",
      imo: Option.none(),
      name: Option.none(),
      callSign: Option.some("FLSU"),
      shipType: Option.none(),
      length: Option.some(400),
      beam: Option.some(59),
      draught: Option.none(),
      destination: Option.some("NLRTM")
    })
  })

  it("equals the documented reading of gpsd's AIVDM example", () => {
    // https://gpsd.gitlab.io/gpsd/AIVDM.html, "AIVDM/AIVDO Sentence Layer"
    const [report] = read(lines("!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C")).reports
    assert.deepInclude(plain(report), {
      mmsi: 477_553_000,
      status: Option.some("moored"),
      speed: Option.some(0),
      course: Option.some(51),
      heading: Option.some(181)
    })
  })

  it("is absent for a station that is not a vessel, without a position, or with a position out of range", () => {
    const text = lines(
      ...sentencesOf(classA({ mmsi: 992_509_976 })),
      ...sentencesOf(classA({ mmsi: 3_669_702 })),
      ...sentencesOf(classA({ latitude: 91 * 600_000, longitude: 181 * 600_000 })),
      ...sentencesOf(classA({ latitude: 100 * 600_000 }))
    )
    assert.deepStrictEqual<unknown>(kindCounts(read(text)), { not_a_ship: 2, no_position: 1, position_out_of_range: 1 })
  })
})

describe("the time of a report", () => {
  const at = (line: string, liveness: Liveness): ReadonlyArray<readonly [number, string]> =>
    read(lines(line), liveness).reports.map((report) => [report.at, report.clock])

  it("is that of the tag block, in seconds or milliseconds", () => {
    const result = [[NOW - 60_000, "source"]] as const
    assert.deepStrictEqual<unknown>(at(`${tagBlock(`s:r003669945,c:${SECONDS - 60}`)}${ONE}`, "live"), result)
    assert.deepStrictEqual<unknown>(at(`${tagBlock(`c:${NOW - 60_000}`)}${ONE}`, "recorded"), result)
  })

  it("is otherwise the one that loggers append after the checksum", () => {
    assert.deepStrictEqual<unknown>(at(`${ONE},s28089,d-103,r08TPHI1,${SECONDS - 60}`, "recorded"), [
      [NOW - 60_000, "source"]
    ])
    assert.deepStrictEqual<unknown>(at(`${ONE},${SECONDS - 60}.250`, "recorded"), [[NOW - 60_000, "source"]])
  })

  it("is that of the first part with a time, for a message in parts", () => {
    const text = lines(`${tagBlock(`g:1-2-77,c:${SECONDS - 5}`)}${FIRST}`, `${tagBlock("g:2-2-77")}${SECOND}`)
    assert.deepStrictEqual<unknown>(
      read(text, "recorded").reports.map((report) => report.at),
      [NOW - 5_000]
    )
  })

  it("is that of arrival when a live feed has none, or one more than 7 days late or 5 minutes early", () => {
    assert.deepStrictEqual<unknown>(at(ONE, "live"), [[NOW, "arrival"]])
    for (const secondsOff of [-7 * 86_400 - 1, 301, -315_360_000, 315_360_000]) {
      const result = read(lines(`${tagBlock(`c:${SECONDS + secondsOff}`)}${ONE}`))
      assert.deepStrictEqual<unknown>(
        result.reports.map((report) => [report.at, report.clock]),
        [[NOW, "arrival"]]
      )
      assert.deepStrictEqual<unknown>(kindCounts(result), { clock_off: 1 })
    }
    for (const secondsOff of [-7 * 86_400, -3_600, 300]) {
      const result = [[NOW + secondsOff * 1000, "source"]]
      assert.deepStrictEqual<unknown>(at(`${tagBlock(`c:${SECONDS + secondsOff}`)}${ONE}`, "live"), result)
    }
  })

  it("is not that of a tag block on a separate line", () => {
    const text = lines(
      tagBlock(`s:a,c:${SECONDS - 60}`).slice(0, -1),
      `${tagBlock(`c:${SECONDS - 60}`)}`,
      FIRST,
      SECOND
    )
    assert.deepStrictEqual<unknown>(
      read(text).reports.map((report) => report.clock),
      ["arrival"]
    )
  })

  it("is required in a recording: a report without a valid time is skipped", () => {
    const text = lines(ONE, `${tagBlock("c:12")}${ONE}`, `${tagBlock(`c:${SECONDS + 200_000}`)}${ONE}`)
    const result = read(text, "recorded")
    assert.deepStrictEqual<unknown>(result.reports, [])
    assert.deepStrictEqual<unknown>(kindCounts(result), { no_time: 1, time_out_of_range: 2 })
  })
})

describe("sentences", () => {
  it("are read across any chunk boundaries", () => {
    const bytes = encoder.encode(lines(ONE, FIRST, `${tagBlock(`c:${SECONDS}`)}${TWO}`, SECOND))
    const whole = readChunks([bytes])
    assert.strictEqual(whole.reports.length, 3)
    for (let cut = 0; cut <= bytes.length; cut++) {
      assert.deepStrictEqual<unknown>(readChunks([bytes.subarray(0, cut), bytes.subarray(cut)]), whole, `cut at ${cut}`)
    }
    assert.deepStrictEqual<unknown>(readChunks(Array.from(bytes, (byte) => Uint8Array.of(byte))), whole)
  })

  it("end with either line end, or with the feed", () => {
    assert.deepStrictEqual<unknown>(
      vessels(read(`${ONE}\n${TWO}\r\n\n\r\n${ONE}`)),
      [228_339_600, 563_808_000, 228_339_600]
    )
  })

  it("are read after garbage, and without line ends between them", () => {
    assert.deepStrictEqual<unknown>(vessels(read(lines(`\u0000xx!!${ONE}${TWO}`))), [228_339_600, 563_808_000])
  })

  it("are read from any talker, as VDM or VDO, on any channel", () => {
    const text = lines(
      ...["AIVDO", "ABVDM", "BSVDM", "SAVDM"].flatMap((talker) => sentencesOf(classA(), { talker })),
      ...["", "B", "2"].flatMap((channel) => sentencesOf(classA(), { channel }))
    )
    assert.deepStrictEqual<unknown>(read(text).reports.length, 7)
  })

  it("may have lower case in the checksum and no fill bits", () => {
    const payload = ONE.split(",")[5] ?? ""
    const other = sentence(`AIVDM,1,1,,A,${payload},`)
    assert.strictEqual(read(lines(other.slice(0, -2) + other.slice(-2).toLowerCase())).reports.length, 1)
  })

  it("of other kinds are skipped", () => {
    const text = lines("$GPVTG,222.30,T,,M,0.30,N,0.6,K,A*09", sentence("AIABM,1,1,0,3381581370,3,8,FR@p,0"))
    assert.deepStrictEqual<unknown>(kindCounts(read(text)), { other_sentence: 2 })
  })

  const damage: ReadonlyArray<readonly [what: string, line: string, kind: AisFaultKind]> = [
    ["a wrong checksum", `${ONE.slice(0, -2)}00`, "wrong_checksum"],
    ["a changed letter", ONE.replace(",A,1", ",A,2"), "wrong_checksum"],
    ["no checksum", ONE.slice(0, -3), "truncated_sentence"],
    ["half a checksum", ONE.slice(0, -1), "truncated_sentence"],
    ["only its beginning", "!AIVDM,1,1,", "truncated_sentence"],
    ["only its first byte", "!", "truncated_sentence"],
    ["a part number above the number of parts", sentence("AIVDM,2,3,1,A,15,0"), "malformed_sentence"],
    ["no parts", sentence("AIVDM,0,0,,A,15,0"), "malformed_sentence"],
    ["letters in place of numbers", sentence("AIVDM,x,1,,A,15,0"), "malformed_sentence"],
    ["bytes outside the payload alphabet", sentence("AIVDM,1,1,,A,15[]RT,0"), "malformed_sentence"],
    ["no payload", sentence("AIVDM,1,1,,A,,0"), "message_too_short"],
    ["too short a payload", sentence("AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g20,0"), "message_too_short"],
    ["no sentence", "# a remark", "not_a_sentence"]
  ]
  it.each(damage)("with %s are counted, and the next sentence is read", (_, line, kind) => {
    const result = read(lines(line, TWO))
    assert.deepStrictEqual<unknown>(vessels(result), [563_808_000])
    assert.deepStrictEqual<unknown>(result.counts.faults, { [kind]: { count: 1, firstLine: 1 } })
  })

  it("that are truncated do not affect the next sentence", () => {
    const result = read(lines(ONE.slice(0, 20) + TWO))
    assert.deepStrictEqual<unknown>(vessels(result), [563_808_000])
    assert.deepStrictEqual<unknown>(kindCounts(result), { wrong_checksum: 1 })
  })

  it("are read after a megabyte without a line end, which counts as one fault", () => {
    const chunk = encoder.encode("!AIVDM,1,1,,A,".padEnd(65_536, "0"))
    const result = readChunks([...Array.from({ length: 16 }, () => chunk), encoder.encode(`\r\n${ONE}\r\n`)])
    assert.deepStrictEqual<unknown>(vessels(result), [228_339_600])
    assert.deepStrictEqual<unknown>(kindCounts(result), { line_too_long: 1 })
    assert.strictEqual(result.counts.lines, 2)
  })

  it("with a damaged tag block are read without it", () => {
    const tag = tagBlock(`c:${SECONDS - 60}`).replace("c:", "d:")
    const result = read(lines(`${tag}${ONE}`, `\\c:123${ONE}`))
    assert.deepStrictEqual<unknown>(
      result.reports.map((report) => report.clock),
      ["arrival", "arrival"]
    )
    assert.deepStrictEqual<unknown>(kindCounts(result), { wrong_tag_block: 2 })
  })

  it.prop(
    "are read after arbitrary bytes",
    [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))],
    ([bytes]) => {
      const result = readChunks([Uint8Array.from(bytes), encoder.encode(`\n${ONE}\n`)])
      assert.include(vessels(result), 228_339_600)
    }
  )
})
