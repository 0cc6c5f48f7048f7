import { assert, describe, it } from "@effect/vitest"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect } from "effect"
import { REGIONAL_PORTS } from "../../scripts/data/regionalPorts.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"
import { searchPorts } from "../../src/ports/PortSearch.ts"
import { currentCode, PORT_CODE_ALIASES } from "../../src/ports/PortTable.ts"
import { layer } from "../../src/ports/TableGazetteer.ts"

const table = loadPorts()

/** The largest container ports of the world, and the largest of each coast. */
const LARGEST =
  `CNSHA SGSIN CNNGB CNSZX CNQDG CNGGZ KRPUS CNTSN HKHKG NLRTM AEJEA MYPKG BEANR CNXMN MYTPP TWKHH USLAX USLGB
DEHAM USNYC THLCH VNSGN LKCMB IDJKT MAPTM INMUN INNSA DEBRV GRPIR ESVLC ESALG CNTAG CNDLC CNRZH CNLYG CNYIK CNYNT CNFOC
CNQZJ CNDGG CNNJG CNTNG CNQZH JPTYO JPYOK JPUKB JPNGO JPOSA JPHKT TWTPE TWKEL TWTXG KRKAN KRINC PHMNL PHCEB PHDVO IDSUB
IDSRG IDBLW MYPEN MYPGU THBKK KHKOS MMRGN BDCGP INMAA INENR INKAT INVTZ INCCU INTUT INCOK INIXY INPAV INHZA PKKHI PKBQM
LKHBA AEDXB AEAUH AEKLF OMSOH OMSLL QAHMD BHKBS SADMM SAJUB SAJED SAKAC KWSWK IQUQR IRBND DJJIB EGPSD EGSOK EGALY EGDAM
JOAQJ ILHFA ILASH LBBEY SYLTK CYLMS TRMER TRISK TRALI TRAMR TRGEM TRTEK ROCND UAODS RUNVS GEPTI GRSKG ITGOA ITSPE ITLIV
ITNAP ITSAL ITGIT ITTRS ITVCE MTMAR SIKOP HRRJK FRMRS FRFOS ESBCN ESBIO ESLPA PTLIS PTSIE PTLEI FRLEH FRDKK BEZEE NLAMS
DEWVN GBFXT GBSOU GBLGP GBLIV GBIMM GBTEE IEDUB DKAAR SEGOT NOOSL FIHEL EETLL LVRIX LTKLJ PLGDN PLGDY RULED MACAS DZALG
TNRDS SNDKR CIABJ GHTEM TGLFW BJCOO NGLOS NGLKK CMDLA CMKBI CGPNR AOLAD NAWVB ZACPT ZAZBA ZADUR MZMPM MZBEW TZDAR KEMBA
MGTMM MUPLU AUSYD AUMEL AUBNE AUFRE AUADL NZAKL NZTRG USOAK USSEA USTIW USSAV USCHS USORF USBAL USPHL USBOS USJAX USMIA
USPEF USMSY USHOU USMOB USHNL PRSJU CAVAN CAPRR CAMTR CAHAL MXZLO MXLZC MXVER MXATM GTSTC HNPCR CRMOB PABLB PAMIT PACTB
COCTG COBUN ECGYE PECLL CLSAI CLVAP ARBUE UYMVD BRSSZ BRPNG BRITJ BRIOA BRRIG BRRIO BRSSA BRSUA BRPEC BRMAO JMKIN BSFPO
DOCAU TTPOS`.split(/\s+/u)

describe("the table of ports", () => {
  it("has at least 1,600 sea ports, each within eight miles of the network, but for those placed since it was built", () => {
    assert.isAtLeast(table.accessPoints.size, 1600)
    const placed = new Set(REGIONAL_PORTS.map((line) => line.slice(0, 5)))
    const distant = [...table.accessPoints].flatMap(([code, { accessNm }]) =>
      accessNm > (placed.has(code) ? 110 : 8.1) ? [code] : []
    )
    assert.deepStrictEqual(distant, [])
  })

  it("has the largest container ports, each on the network within four miles of its terminal", () => {
    assert.isAtLeast(new Set(LARGEST).size, 150)
    const distant = LARGEST.filter((code) => (table.accessPoints.get(code)?.accessNm ?? Number.POSITIVE_INFINITY) > 4)
    assert.deepStrictEqual(distant, [])
  })

  it("has the port that each alias resolves to", () => {
    for (const code of Object.values(PORT_CODE_ALIASES))
      assert.isTrue(code !== undefined && table.ports.has(code), code)
  })

  it("has no port under a code that is an alias", () => {
    for (const alias of Object.keys(PORT_CODE_ALIASES)) {
      assert.isFalse(table.ports.has(alias) || table.accessPoints.has(alias), alias)
      assert.strictEqual(currentCode(table, alias), PORT_CODE_ALIASES[alias])
    }
  })
})

describe("a search", () => {
  it("finds a code, a name, and a word of a name", () => {
    assert.strictEqual(searchPorts(table, "nlrtm", 5)[0]?.name, "Rotterdam")
    assert.strictEqual(searchPorts(table, "Singapore", 5)[0]?.code, "SGSIN")
    assert.include(
      searchPorts(table, "angeles", 5).map(({ code }): string => code),
      "USLAX"
    )
  })

  it("finds a port by an alias, and by its code with a space", () => {
    assert.strictEqual(searchPorts(table, "brsts", 1)[0]?.code, "BRSSZ")
    assert.strictEqual(searchPorts(table, "NL RTM", 1)[0]?.code, "NLRTM")
  })

  it("marks inland ports", () => {
    const all = searchPorts(table, "", Number.POSITIVE_INFINITY)
    assert.isTrue(all.some(({ inland }) => inland))
    for (const { code, inland } of all) assert.strictEqual(inland, !table.accessPoints.has(code))
  })

  it("ignores diacritics and letter case, and finds names by the prefixes of their words", () => {
    assert.strictEqual(searchPorts(table, "GDAŃSK", 1)[0]?.code, "PLGDN")
    assert.strictEqual(searchPorts(table, "tromsø", 1)[0]?.code, "NOTOS")
    assert.strictEqual(searchPorts(table, "said port", 1)[0]?.code, "EGPSD")
  })

  it("finds similar names when nothing else matches", () => {
    assert.strictEqual(searchPorts(table, "Roterdam", 1)[0]?.name, "Rotterdam")
    assert.deepStrictEqual(searchPorts(table, "qqqqqqqqqqqqqqq", 5), [])
    assert.deepStrictEqual(searchPorts(table, "?!", 5), [])
  })

  it("finds every port in order of code for blank text, up to the limit", () => {
    const all = searchPorts(table, "  ", Number.POSITIVE_INFINITY).map(({ code }): string => code)
    assert.deepStrictEqual(all, [...table.ports.keys()].sort())
    assert.lengthOf(searchPorts(table, "a", 7), 7)
  })
})

describe("a gazetteer", () => {
  it.effect("suggests similar codes for an unknown code", () =>
    Effect.gen(function* () {
      const gazetteer = yield* Gazetteer
      const error = yield* Effect.flip(gazetteer.get(Unlocode.make("NLRTN")))
      assert.include([...error.suggestions] as ReadonlyArray<string>, "NLRTM")
      assert.match(error.message, /no port has the code NLRTN: did you mean/)
    }).pipe(Effect.provide(layer))
  )

  it.effect("suggests no inland port", () =>
    Effect.gen(function* () {
      const gazetteer = yield* Gazetteer
      for (const { code, inland } of yield* gazetteer.search("", Number.POSITIVE_INFINITY)) {
        if (!inland) continue
        const near = yield* gazetteer.suggestCodes(code)
        assert.isTrue(near.every((other) => table.accessPoints.has(other)))
      }
    }).pipe(Effect.provide(layer))
  )

  it.effect("returns the port of a retired code", () =>
    Effect.gen(function* () {
      const gazetteer = yield* Gazetteer
      const port = yield* gazetteer.get(Unlocode.make("BRSTS"))
      assert.strictEqual(port.code, "BRSSZ")
    }).pipe(Effect.provide(layer))
  )
})
