import { type VesselClassRow, wikipedia } from "./VesselClass.ts"

/** Classes of container vessels of Evergreen. */
export const evergreenClasses: ReadonlyArray<VesselClassRow> = [
  {
    source: wikipedia("Evergreen_A-class_container_ship"),
    hasVesselTable: true,
    teu: 23_992,
    grossTonnage: 235_579,
    lengthM: 400,
    beamM: 61.5,
    vessels: `
9893890 2021 EVER ACE
9893905 2021 EVER ACT
9893917 2021 EVER AIM
9893929 2021 EVER ALP
9893931 2022 EVER ARM
9893943 2022 EVER ART`
  },
  {
    source: wikipedia("Evergreen_A-class_container_ship"),
    hasVesselTable: true,
    teu: 24_004,
    grossTonnage: 235_579,
    lengthM: 400,
    beamM: 61.5,
    vessels: `
9893955 2022 EVER ALOT
9893979 2022 EVER APEX
9893993 2022 EVER ATOP`
  },
  {
    source: wikipedia("Evergreen_S-class_container_ship"),
    hasVesselTable: true,
    teu: 6944,
    grossTonnage: 76_185,
    lengthM: 300,
    beamM: 42.8,
    vessels: `
9300386 2005 EVER SHINE
9300398 2005 EVER SIGMA
9300403 2006 EVER SMART
9300415 2006 EVER SMILE
9300427 2006 EVER SUPERB
9300439 2006 EVER STEADY
9300441 2007 EVER STRONG
9300453 2007 EVER SUMMIT
9300465 2007 EVER SAFETY
9300477 2008 EVER SALUTE`
  },
  {
    source: "https://marinelink.com/news/koreabuilt-container347155",
    teu: 8452,
    grossTonnage: 98_882,
    vessels: `
9595436 2012 EVER LAMBENT
9595462 2012 EVER LEADING
9604108 2013 EVER LEARNED
9595486 2012 EVER LIBRA
9595527 2013 EVER LIVEN
9604081 2013 EVER LOGIC`
  },
  {
    source: "https://marinelink.com/news/koreabuilt-container347155",
    teu: 8452,
    grossTonnage: 98_830,
    vessels: `
9595474 2012 EVER LAUREL
9595498 2012 EVER LAWFUL
9595503 2013 EVER LEADER
9595515 2013 EVER LEGACY
9604093 2013 EVER LEGEND
9604110 2013 EVER LEGION
9604122 2013 EVER LOTUS`
  },
  {
    source: "https://marinelink.com/news/koreabuilt-container347155",
    teu: 8452,
    grossTonnage: 99_995,
    vessels: `
9595448 2012 EVER LADEN
9595450 2012 EVER LASTING
9604146 2014 EVER LENIENT
9604160 2014 EVER LIBERAL
9604134 2014 EVER LIVELY
9604158 2014 EVER LOYAL
9604172 2014 EVER LUCKY
9629055 2014 EVER LUCID`
  },
  {
    source: "https://marinelink.com/news/koreabuilt-container347155",
    teu: 8452,
    grossTonnage: 99_946,
    vessels: `
9629122 2015 EVER LIFTING
9629043 2013 EVER LINKING
9629079 2014 EVER LISSOME
9629031 2013 EVER LIVING
9629081 2014 EVER LOADING
9629110 2015 EVER LOVELY
9629067 2014 EVER LUCENT
9629093 2015 EVER LUNAR
9629108 2015 EVER LYRIC`
  },
  {
    source: wikipedia("Evergreen_G-class_container_ship"),
    teu: 20_124,
    grossTonnage: 219_400,
    vessels: `
9786815 2018 EVER GENIUS
9786827 2018 EVER GIFTED
9820855 2019 EVER GRADE`
  },
  {
    source: wikipedia("Evergreen_G-class_container_ship"),
    teu: 20_124,
    grossTonnage: 217_612,
    vessels: `
9811012 2018 EVER GOLDEN
9810991 2018 EVER GOODS
9820922 2019 EVER GENTLE`
  },
  {
    source: wikipedia("Evergreen_G-class_container_ship"),
    teu: 20_160,
    grossTonnage: 219_775,
    vessels: `
9786839 2019 EVER GLORY
9786841 2019 EVER GLOBE
9832717 2019 EVER GOVERN
9832729 2019 EVER GREET`
  },
  {
    source: wikipedia("Evergreen_E-class_container_ship"),
    teu: 6332,
    grossTonnage: 76_067,
    vessels: `
9241310 2001 EVER EAGLE
9241281 2002 EVER ELITE
9241308 2002 EVER ENVOY
9241293 2003 EVER ETHIC
9241322 2002 EVER EXCEL`
  }
]
