import { type VesselClassRow, wikipedia } from "./VesselClass.ts"

/** Classes of container vessels of MSC. */
export const mscClasses: ReadonlyArray<VesselClassRow> = [
  {
    source: wikipedia("List_of_largest_container_ships"),
    teu: 19_224,
    grossTonnage: 192_237,
    lengthM: 395.4,
    beamM: 59,
    vessels: `
9703306 2015 MSC OLIVER
9703318 2015 MSC ZOE
9708679 2015 MSC MAYA
9708681 2015 MSC SVEVA
9708693 2015 MSC CLARA`
  },
  {
    source: wikipedia("List_of_largest_container_ships"),
    teu: 19_224,
    grossTonnage: 193_489,
    vessels: `
9755933 2016 MSC DIANA
9755945 2016 MSC INGY
9755957 2016 MSC ELOANE
9767376 2016 MSC MIRJAM
9767388 2017 MSC RIFAYA
9767390 2017 MSC LEANNE`
  },
  {
    source: wikipedia("List_of_largest_container_ships"),
    teu: 19_224,
    grossTonnage: 194_308,
    vessels: `
9754953 2016 MSC DITTE
9754965 2016 MSC REEF
9755191 2016 MSC ERICA
9762326 2016 MSC JADE
9762338 2016 MSC MIRJA
9762340 2017 MSC TINA`
  },
  {
    source: wikipedia("Gülsün-class_container_ship"),
    teu: 23_756,
    grossTonnage: 232_618,
    lengthM: 399.9,
    beamM: 61.5,
    vessels: `
9839442 2019 MSC SAMAR
9839454 2019 MSC LENI
9839466 2019 MSC MIA
9839478 2019 MSC FEBE
9839480 2020 MSC AMBRA`
  },
  {
    source: wikipedia("Gülsün-class_container_ship"),
    teu: 23_656,
    grossTonnage: 228_741,
    lengthM: 399.9,
    beamM: 61,
    vessels: `
9839260 2019 MSC MINA
9839272 2019 MSC ISABELLA
9839284 2019 MSC ARINA
9839296 2019 MSC NELA
9839301 2019 MSC SIXIN`
  },
  {
    source: wikipedia("MSC_Beatrice"),
    teu: 13_798,
    grossTonnage: 151_559,
    lengthM: 366.1,
    beamM: 51,
    vessels: `
9399002 2008 MSC DANIELA
9399014 2009 MSC BEATRICE
9399026 2009 MSC KALINA
9399038 2010 MSC BETTINA
9399040 2010 MSC IRENE
9399052 2010 MSC EMANUELA
9401130 2010 MSC EVA
9401142 2010 MSC GAIA`
  }
]
