import { type VesselClassRow, wikipedia } from "./VesselClass.ts"

/** Classes of container vessels of carriers of Europe and of owners that charter to them. */
export const europeanCarrierClasses: ReadonlyArray<VesselClassRow> = [
  {
    source: wikipedia("Jacques_Saadé-class_container_ship"),
    hasVesselTable: true,
    teu: 23_000,
    vessels: `
9839179 2020 CMA CGM JACQUES SAADE
9839131 2020 CMA CGM CHAMPS ELYSEES
9839181 2020 CMA CGM PALAIS ROYAL
9839143 2020 CMA CGM LOUVRE
9839193 2021 CMA CGM RIVOLI
9839155 2021 CMA CGM MONTMARTRE
9839208 2021 CMA CGM CONCORDE
9839167 2021 CMA CGM TROCADERO
9839210 2021 CMA CGM SORBONNE`
  },
  {
    source: wikipedia("Explorer-class_container_ship"),
    hasVesselTable: true,
    teu: 13_830,
    lengthM: 365,
    beamM: 51,
    vessels: `
9453559 2009 CMA CGM CHRISTOPHE COLOMB
9454395 2010 CMA CGM AMERIGO VESPUCCI
9454400 2010 CMA CGM CORTE REAL
9454412 2010 CMA CGM LAPEROUSE
9454424 2010 CMA CGM MAGELLAN`
  },
  {
    source: wikipedia("Explorer-class_container_ship"),
    hasVesselTable: true,
    teu: 16_020,
    lengthM: 396,
    vessels: `
9454448 2013 CMA CGM ALEXANDER VON HUMBOLDT`
  },
  {
    source: wikipedia("H-class_container_ship"),
    hasVesselTable: true,
    teu: 15_226,
    grossTonnage: 153_744,
    lengthM: 353,
    beamM: 53.5,
    vessels: `
9784257 2017 MAERSK HONG KONG
9784269 2017 MAERSK HORSBURGH`
  },
  {
    source: wikipedia("Emma_Mærsk"),
    teu: 14_770,
    grossTonnage: 171_542,
    lengthM: 397,
    beamM: 56,
    vessels: `
9321495 2006 ESTELLE MAERSK
9321500 2007 ELEONORA MAERSK
9321512 2007 EVELYN MAERSK
9321524 2007 EBBA MAERSK
9321536 2007 ELLY MAERSK
9321548 2007 EDITH MAERSK
9321550 2008 EUGEN MAERSK`
  },
  {
    source: wikipedia("Triple_E-class_container_ship"),
    teu: 18_270,
    grossTonnage: 194_849,
    lengthM: 399.2,
    beamM: 59,
    vessels: `
9619919 2013 MAJESTIC MAERSK
9619921 2013 MARY MAERSK
9619933 2013 MARIE MAERSK
9619945 2014 MADISON MAERSK
9619957 2014 MAGLEBY MAERSK
9619969 2014 MARIBO MAERSK
9619971 2014 MARSTAL MAERSK
9619983 2014 MATZ MAERSK
9619995 2014 MAYVIEW MAERSK
9632090 2014 MOGENS MAERSK
9632105 2014 MORTEN MAERSK
9632117 2014 MUNKEBO MAERSK
9632129 2014 MAREN MAERSK
9632131 2015 MARGRETHE MAERSK
9632143 2015 MARCHEN MAERSK
9632155 2015 METTE MAERSK
9632167 2015 MARIT MAERSK
9632179 2015 MATHILDE MAERSK`
  },
  {
    source: wikipedia("Triple_E-class_container_ship"),
    teu: 20_568,
    grossTonnage: 214_286,
    lengthM: 399,
    beamM: 58.6,
    vessels: `
9778806 2017 MUNICH MAERSK
9778818 2017 MOSCOW MAERSK
9778820 2017 MILAN MAERSK
9778832 2017 MONACO MAERSK
9778844 2018 MARSEILLE MAERSK
9780445 2018 MANCHESTER MAERSK
9780457 2018 MURCIA MAERSK
9780469 2018 MANILA MAERSK
9780471 2018 MUMBAI MAERSK`
  },
  {
    source: wikipedia("H-class_container_ship"),
    teu: 15_226,
    grossTonnage: 153_744,
    lengthM: 353,
    beamM: 53.5,
    vessels: `
9784271 2017 MAERSK HALIFAX
9784283 2017 MAERSK HIDALGO
9784295 2018 MAERSK HANOI
9784300 2018 MAERSK HANGZHOU
9784312 2018 MAERSK HAMBURG
9784324 2018 MAERSK HERRERA
9784336 2019 MAERSK HAVANA
9848948 2019 MAERSK HUACHO
9848950 2019 MAERSK HOUSTON`
  },
  {
    source: "https://www.shippingtandy.com/features/madrid-maersk/",
    teu: 16_020,
    grossTonnage: 176_435,
    vessels: `
9454450 2013 CMA CGM JULES VERNE`
  },
  {
    source: "https://www.shippingtandy.com/features/madrid-maersk/",
    teu: 18_000,
    grossTonnage: 177_381,
    vessels: `
9702144 2015 CMA CGM GEORG FORSTER`
  },
  {
    source: "https://www.thb.info/rubriken/haefen/detail/news/uasc-flaggschiff-erstmals-in-hamburg.html",
    teu: 17_722,
    vessels: `
9702156 2015 CMA CGM BOUGAINVILLE`
  },
  {
    source: "https://www.shippingtandy.com/features/madrid-maersk/",
    teu: 17_859,
    grossTonnage: 178_228,
    vessels: `
9706889 2015 CMA CGM VASCO DE GAMA`
  },
  {
    source: "http://vietnamshipper.com/en/default.asp?action=news_detail&atcid=6314&chnlid=2",
    teu: 11_388,
    grossTonnage: 131_332,
    vessels: `
9399193 2009 CMA CGM LIBRA
9399208 2010 CMA CGM LEO
9399210 2010 CMA CGM PEGASUS
9399222 2011 CMA CGM TITAN
9410791 2011 CMA CGM GEMINI
9410806 2011 CMA CGM LYRA`
  },
  {
    source: "https://www.sec.gov/Archives/edgar/data/1430725/000119312521087502/R9.htm",
    teu: 11_040,
    grossTonnage: 128_600,
    vessels: `
9356294 2008 CMA CGM THALASSA
9356309 2009 CMA CGM HYDRA
9356311 2009 CMA CGM MUSCA
9354923 2008 CMA CGM VELA`
  },
  {
    source: "https://www.sec.gov/Archives/edgar/data/1430725/000119312521087502/R9.htm",
    teu: 9115,
    grossTonnage: 94_416,
    vessels: `
9710232 2015 MAIRA XL
9710244 2015 ANTHEA Y`
  },
  {
    source: "https://www.sec.gov/Archives/edgar/data/1430725/000119312521087502/R9.htm",
    teu: 8603,
    grossTonnage: 89_097,
    vessels: `
9256470 2004 MSC QINGDAO
9285471 2005 MSC TIANJIN`
  },
  {
    source: "https://www.seatrade-maritime.com/asia/final-hamburg-s-d-monte-class-ship-christened",
    teu: 5552,
    grossTonnage: 69_132,
    lengthM: 272,
    beamM: 40,
    vessels: `
9283186 2004 MONTE CERVANTES
9283198 2004 MONTE OLIVIA
9283203 2005 MONTE PASCOAL
9283215 2005 MONTE ROSA
9283227 2005 MONTE SARMIENTO
9283239 2005 MONTE VERDE
9357949 2007 MONTE TAMARO
9348053 2008 MONTE AZUL
9348065 2008 MONTE ALEGRE
9348077 2009 MONTE ACONCAGUA`
  },
  {
    source: wikipedia("Hong_Kong_Express_(ship)"),
    teu: 13_092,
    grossTonnage: 142_295,
    vessels: `
9461051 2012 HAMBURG EXPRESS
9501356 2013 HONG KONG EXPRESS
9501370 2013 ESSEN EXPRESS
9612997 2013 ANTWERPEN EXPRESS`
  },
  {
    source: "https://shipfax.blogspot.com/2020/04/big-but-not-biggest.html",
    teu: 14_414,
    grossTonnage: 140_872,
    vessels: `
9780847 2017 CMA CGM G. WASHINGTON
9780861 2017 CMA CGM T. JEFFERSON
9780873 2017 CMA CGM T. ROOSEVELT
9780885 2017 CMA CGM J. ADAMS
9780897 2018 CMA CGM J. MADISON`
  },
  {
    source: "https://shipfax.blogspot.com/2018/03/teu-record-goes-to-apl.html",
    teu: 20_776,
    grossTonnage: 219_277,
    vessels: `
9776420 2018 CMA CGM JEAN MERMOZ
9776432 2018 CMA CGM LOUIS BLERIOT`
  },
  {
    source: wikipedia("MV_Colombo_Express"),
    teu: 8749,
    grossTonnage: 93_750,
    vessels: `
9295244 2005 COLOMBO EXPRESS
9343716 2007 HANOVER EXPRESS`
  }
]
