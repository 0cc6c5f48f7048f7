import { type VesselClassRow, wikipedia } from "./VesselClass.ts"

/** Classes of container vessels of carriers of Asia and the Middle East. */
export const asianCarrierClasses: ReadonlyArray<VesselClassRow> = [
  {
    source: wikipedia("OOCL_G-class_container_ship"),
    hasVesselTable: true,
    teu: 21_413,
    grossTonnage: 210_890,
    lengthM: 399.87,
    beamM: 58.8,
    vessels: `
9776183 2017 OOCL GERMANY
9776195 2017 OOCL JAPAN
9776200 2017 OOCL UNITED KINGDOM
9776212 2017 OOCL SCANDINAVIA
9776224 2018 OOCL INDONESIA`
  },
  {
    source: wikipedia("HMM_Algeciras-class_container_ship"),
    hasVesselTable: true,
    teu: 23_964,
    grossTonnage: 228_283,
    lengthM: 399.9,
    beamM: 61,
    vessels: `
9863302 2020 HMM COPENHAGEN
9863314 2020 HMM DUBLIN
9863326 2020 HMM GDANSK
9863338 2020 HMM HAMBURG
9863340 2020 HMM HELSINKI
9868314 2020 HMM LE HAVRE`
  },
  {
    source: wikipedia("HMM_Algeciras-class_container_ship"),
    hasVesselTable: true,
    teu: 23_820,
    grossTonnage: 232_311,
    lengthM: 399.9,
    beamM: 61.5,
    vessels: `
9868326 2020 HMM OSLO
9868338 2020 HMM ROTTERDAM
9868340 2020 HMM SOUTHAMPTON
9868352 2020 HMM STOCKHOLM
9868364 2020 HMM ST PETERSBURG`
  },
  {
    source: wikipedia("Globe-class_container_ship"),
    hasVesselTable: true,
    teu: 18_982,
    vessels: `
9695121 2014 CSCL GLOBE
9695133 2014 CSCL PACIFIC OCEAN
9695145 2015 CSCL ATLANTIC OCEAN
9695157 2015 CSCL INDIAN OCEAN
9695169 2015 CSCL ARCTIC OCEAN`
  },
  {
    source: wikipedia("List_of_largest_container_ships"),
    teu: 20_170,
    grossTonnage: 210_678,
    vessels: `
9769283 2017 MOL TRUST
9769295 2017 MOL TRIBUTE
9769300 2017 MOL TRADITION`
  },
  {
    source: "https://www.freightwaves.com/news/hmm-nuri-slated-to-transit-suez-canal-on-maiden-voyage",
    teu: 16_000,
    grossTonnage: 153_150,
    vessels: `
9869162 2020 HMM NURI
9869174 2020 HMM GAON
9869186 2020 HMM GARAM
9869198 2021 HMM MIR
9869203 2021 HMM HANBADA
9869215 2021 HMM RAON
9869227 2021 HMM DAON
9869239 2021 HMM HANUL`
  },
  {
    source: "http://www.gulfindustryonline.com/Article/6912/Samsung_to_build_9_ships_for_UASC",
    teu: 6919,
    grossTonnage: 75_579,
    vessels: `
9349514 2008 AL BAHIA
9349552 2008 AL HILAL
9349502 2008 AL KHARJ
9349538 2008 AL MANAMAH
9349564 2008 AL RAWDAH
9349497 2008 AL SAFAT
9349526 2008 MAYSSAN`
  },
  {
    source:
      "https://brostromtanker.com/it/news-blog/una-nuova-nave-uasc-fa-il-suo-debutto-al-la-spezia-container-terminal-%e2%80%93-un-triplice-record.html",
    teu: 13_296,
    grossTonnage: 141_077,
    vessels: `
9525869 2012 AIN SNAN
9525883 2012 ALULA
9525900 2012 MALIK AL ASHTAR
9525912 2012 AL RIFFA
9525924 2012 AL QIBLA`
  },
  {
    source: "https://www.felixstowedocker.com/2015/12/record-breaker-al-muraykh-stacks-18601.html",
    teu: 15_000,
    grossTonnage: 153_148,
    vessels: `
9708837 2015 AL MURABBA
9708849 2015 AL NASRIYAH
9732307 2016 AL DHAIL
9732319 2016 AL MASHRAB
9732321 2016 AL JASRAH
9732345 2017 AFIF
9732357 2017 AL JMELIYAH`
  },
  {
    source: "https://www.felixstowedocker.com/2015/12/record-breaker-al-muraykh-stacks-18601.html",
    teu: 18_800,
    grossTonnage: 195_636,
    vessels: `
9708813 2015 AL NEFUD
9708825 2016 AL DAHNA
9708851 2015 BARZAN
9708863 2015 AL MURAYKH
9708875 2015 AL ZUBARA`
  },
  {
    source: "https://shipfax.blogspot.com/2018/03/teu-record-goes-to-apl.html",
    teu: 10_960,
    grossTonnage: 128_929,
    vessels: `
9462017 2012 APL SOUTHAMPTON
9462029 2012 APL SALALAH
9462031 2012 APL YANGSHAN
9462043 2012 APL BARCELONA
9601302 2012 APL PARIS
9601314 2012 APL DUBLIN`
  },
  {
    source: "https://shipfax.blogspot.com/2020/04/big-but-not-biggest.html",
    teu: 13_892,
    grossTonnage: 151_015,
    vessels: `
9632038 2014 APL ESPLANADE
9632040 2014 APL SENTOSA`
  },
  {
    source:
      "https://saigonnewport.com.vn/en/article/pdf/operation-news/singapores-apl-switches-2-wax-vessels-with-bigger-9200-teu-ships-1.html",
    teu: 9200,
    grossTonnage: 109_712,
    vessels: `
9597472 2013 APL VANCOUVER
9597484 2013 APL NEW YORK
9597496 2013 APL BOSTON
9597501 2013 APL PHOENIX
9597513 2013 APL SAVANNAH
9597525 2014 APL COLUMBUS
9597537 2014 APL HOUSTON
9597549 2014 APL MIAMI
9597551 2013 APL CHARLESTON
9597563 2014 APL SANTIAGO
9632208 2014 APL DETROIT
9632210 2014 APL MEXICO CITY`
  },
  {
    source: "https://ciscoconsultant.it/2013/03/26/prima-portacontainer-da-14-000-teu-per-apl/",
    teu: 14_000,
    vessels: `
9631955 2013 APL TEMASEK
9631967 2013 APL LION CITY
9631979 2013 APL RAFFLES
9631981 2013 APL CHANGI
9631993 2013 APL VANDA
9632002 2013 APL SINGAPURA`
  },
  {
    source: "https://oevz.com/?p=33562",
    teu: 13_100,
    grossTonnage: 142_620,
    vessels: `
9637222 2014 HYUNDAI DREAM
9637234 2014 HYUNDAI HOPE
9637246 2014 HYUNDAI DRIVE
9637260 2014 HYUNDAI PRIDE`
  },
  {
    source: "http://en.sofreight.com/news/1900154.html",
    teu: 10_000,
    grossTonnage: 110_632,
    vessels: `
9725110 2016 HYUNDAI EARTH
9725122 2016 HYUNDAI MARS
9725134 2016 HYUNDAI JUPITER
9725146 2016 HYUNDAI SATURN
9725158 2016 HYUNDAI NEPTUNE
9725160 2016 HYUNDAI PLUTO`
  }
]
