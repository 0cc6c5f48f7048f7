/**
 * Data of others that a package contains: `files` of its build, what they are, and the npm packages whose licence applies,
 * as installed for the build of the data. Ports and facts from general knowledge have no source and are not listed.
 */
export const DATA_SOURCES = {
  core: [
    {
      title: "EU MRV reports of vessels, 2018 to 2020",
      files: ["co2/vessels/EmissionModel.js", "co2/vessels/SizeClass.js", "co2/vessels/VesselSeries.js"],
      text: "The coefficients of the vessel model are fitted to the reports that the European Maritime Safety Agency (EMSA) publishes in THETIS-MRV under Regulation (EU) 2015/757. The reports themselves are not included.",
      packages: []
    },
    {
      title: "GLEC Framework v2.0 (2019), Clean Cargo averages; ADEME Base Carbone 2020",
      files: ["co2/lanes/PublishedFactors.js"],
      text: "Single emission factors as these publications print them, each with its edition. The full licensed table is not included.",
      packages: []
    }
  ],
  feeds: [
    {
      title: "Container vessels of listed classes, from Wikipedia (CC BY-SA 4.0) and public pages",
      files: [
        "vessels/register/AsianCarrierClasses.js",
        "vessels/register/EuropeanCarrierClasses.js",
        "vessels/register/EvergreenClasses.js",
        "vessels/register/MscClasses.js"
      ],
      text: "IMO number, year of delivery and name of vessels, and the capacity, tonnage and dimensions of their class. The page and its terms of use stand beside each class: articles of Wikipedia (https://en.wikipedia.org, contributors of Wikipedia, CC BY-SA 4.0), or single facts of a public page. Where that page has no table of vessels, IMO numbers and names are facts of a public list of vessels (https://github.com/interreg-speed/IMO-VESSEL-NAMES).",
      packages: []
    }
  ],
  sea: [
    {
      title: "Natural Earth, land at 1:10 million",
      files: ["network/internal/network.js", "areas/internal/waterAreas.js"],
      text: "The sea network and the water within reach of each port are computed from this coastline. Natural Earth is in the public domain (https://www.naturalearthdata.com). The build reads it from the package world-atlas.",
      packages: ["world-atlas"]
    },
    {
      title: "sea-ports, names and positions of ports",
      files: ["ports/internal/ports.js", "network/internal/network.js"],
      text: "The port table starts from this list, with corrections and additions.",
      packages: ["sea-ports"]
    },
    {
      title: "Time zones of ports, from timezone-boundary-builder (ODbL) and CLDR",
      files: ["ports/internal/timeZones.js"],
      text: "The time zone at the position of each port of a country with several zones, by tz-lookup, whose shapes are those of timezone-boundary-builder (https://github.com/evansiroky/timezone-boundary-builder), made of data by the contributors of OpenStreetMap under the Open Database License.",
      packages: ["@photostructure/tz-lookup"]
    }
  ]
}
