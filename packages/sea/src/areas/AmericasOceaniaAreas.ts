/** Ports of Canada, Latin America and Oceania. `PortAreaTable.ts` describes the form of the table. */
export const AMERICAS_OCEANIA_AREAS = `
# Vancouver; CAVAN, CANWE, CANNO; Vancouver Fraser Port Authority's terminal and anchorage lists, CHS chart 3463; 2026-11; high
T CAVAN Deltaport and Westshore: 49.015 -123.155 3
T CAVAN Centerm, Vanterm and Lynnterm: 49.285 -123.08 2; 49.3 -123.03 2.5
T CAVAN Neptune and North Vancouver: 49.305 -123.085 2.5
T CAVAN Burrard Inlet, eastern quays: 49.29 -122.95 4; 49.285 -122.88 3
L CANWE Fraser River; 1.2: 49.12 -123.2, 49.16 -123.02, 49.19 -122.93, 49.21 -122.89
A CAVAN+CANWE English Bay: 49.3 -123.2 4.4
A CAVAN Vancouver Harbour: 49.3 -123.08 1.7; 49.3 -122.94 1.7
A CAVAN+CANNO Gulf Islands and Nanaimo anchorages: 49.17 -123.9 3.3; 49.14 -123.82 4.4; 48.85 -123.43 6.2; 48.75 -123.58 4.4; 49.0 -123.6 6.2; 48.99 -123.75 4.4; 48.93 -123.52 4.4; 48.78 -123.21 4.8
A CAVAN+CANWE Constance Bank and Royal Roads: 48.41 -123.45 4.4; 48.35 -123.35 6.2
# Prince Rupert and Kitimat; CAPRR, CAKTM; CHS charts 3958 and 3736; 2026-11; high
T CAPRR Fairview: 54.29 -130.355 2.5
T CAPRR Ridley Island: 54.22 -130.33 4
A CAPRR Prince Rupert anchorages: 54.26 -130.4 6.2; 54.2 -130.42 7.5
T CAKTM Kitimat: 53.99 -128.68 5
# Eastern Canada; CAHAL, CASJB, CAMTR, CAQUE, CATRR, CASOR, CASEI, CAPCA, CASJF, CAPHW, CABEC; CHS charts 4202, 1310 and 1316; 2026-11; high
T CAHAL Fairview Cove and Bedford: 44.665 -63.61 3
T CAHAL South End: 44.63 -63.56 2
T CAHAL Eastern Passage: 44.62 -63.53 2.5
A CAHAL Halifax approaches: 44.55 -63.5 7.5
T CASJB Saint John: 45.26 -66.065 4
T CASJB Canaport: 45.2 -65.98 4
A CASJB Saint John anchorages: 45.17 -66.05 8.8
L CAMTR Montreal; 2.4: 45.47 -73.54, 45.55 -73.53, 45.63 -73.49, 45.72 -73.44, 45.82 -73.28
A CAMTR Montreal and Lanoraie anchorages: 45.96 -73.2 4.4; 45.65 -73.47 2.2
T CASOR Sorel: 46.05 -73.11 4
T CATRR Trois-Rivieres: 46.34 -72.54 4
T CABEC Becancour: 46.41 -72.38 4
T CAQUE Quebec and Beauport: 46.83 -71.2 4; 46.82 -71.16 4
A CAQUE+CAMTR+CATRR+CASOR Quebec anchorages: 46.83 -71.15 3.3; 47.0 -70.8 7.5
T CASEI Sept-Iles: 50.18 -66.42 6
A CASEI Sept-Iles anchorage: 50.1 -66.35 8.8
T CAPCA Port-Cartier: 50.03 -66.79 4
A CAPCA Port-Cartier anchorage: 49.98 -66.75 7.5
T CASJF Saint Johns: 47.565 -52.7 3
T CAPHW Port Hawkesbury: 45.6 -61.36 5
# Mexico; MXZLO, MXLZC, MXESE, MXMZT, MXVER, MXATM, MXTAM, MXCOA, MXTUX, MXPGO; SEMAR charts and ASIPONA port plans; 2026-11; high
T MXZLO Manzanillo: 19.07 -104.3 3.5
A MXZLO Manzanillo Bay: 19.05 -104.36 6.2
A MXESE Ensenada anchorage: 31.82 -116.65 5.5
T MXLZC Lazaro Cardenas: 17.94 -102.175 5
A MXLZC Lazaro Cardenas anchorage: 17.88 -102.17 8.8
T MXESE Ensenada: 31.85 -116.63 3
T MXVER Veracruz: 19.22 -96.14 4
A MXVER Veracruz anchorages: 19.22 -96.07 7.5
T MXATM Altamira: 22.485 -97.87 5
T MXTAM Tampico: 22.24 -97.82 5
A MXATM+MXTAM Altamira and Tampico anchorages: 22.45 -97.75 10; 22.25 -97.7 10
T MXCOA Coatzacoalcos and Pajaritos: 18.13 -94.41 5
A MXCOA Coatzacoalcos anchorage: 18.22 -94.42 10
T MXTUX Tuxpan: 20.97 -97.31 5
T MXPGO Progreso: 21.33 -89.68 4
# Panama; PABLB, PAPTY, PARTM, PAPSA, PACTB, PAMIT, PACSO, PAONX; Panama Canal Authority anchorage list and chart 1400; 2026-11; high
T PABLB Balboa: 8.96 -79.57 2
T PARTM Rodman and PSA: 8.95 -79.58 1.2
T PACTB Cristobal: 9.35 -79.905 1.6
T PAMIT Manzanillo: 9.365 -79.88 1.5
T PACSO Colon Container Terminal, Coco Solo: 9.37 -79.875 0.8
A PABLB+PAPTY+PARTM Panama Bay anchorages: 8.88 -79.53 8.8; 8.82 -79.45 10
A PACTB+PAMIT+PACSO Colon anchorages: 9.39 -79.92 4.4; 9.45 -79.92 10
# Caribbean; JMKIN, BSFPO, DOCAU, DOHAI, DOSDQ, TTPTS, TTPOS, CWWIL, CUMAR, CUHAV, HTPAP, GPPTP, MQFDF; charts 454 and 390; 2026-11; high
T JMKIN Kingston: 17.97 -76.82 4
A JMKIN Kingston anchorage: 17.93 -76.82 4.4
T BSFPO Freeport: 26.52 -78.77 4
A BSFPO Freeport anchorage: 26.48 -78.8 7.5
A DOCAU Caucedo anchorage: 18.4 -69.65 5.5
T DOCAU Caucedo: 18.425 -69.63 3
T DOHAI Haina: 18.42 -70.02 3
T DOSDQ Santo Domingo: 18.47 -69.88 3
T TTPTS Point Lisas: 10.4 -61.49 4
T TTPOS Port of Spain: 10.65 -61.52 4
A TTPTS+TTPOS Gulf of Paria: 10.6 -61.6 10; 10.38 -61.58 7.5; 10.22 -61.68 8.8
T CWWIL Willemstad and Bullen Bay: 12.12 -68.93 4; 12.19 -69.02 4
T CUMAR Mariel: 23.01 -82.76 4
T CUHAV Havana: 23.14 -82.34 3
# Central America; GTPRQ, GTSTC, GTPBR, HNPCR, CRLIO, CRMOB, CRCAL, SVAQJ, NICIO; port authorities' plans; 2026-11; medium
T GTPRQ Puerto Quetzal: 13.92 -90.79 3
A GTPRQ Puerto Quetzal anchorage: 13.87 -90.8 7.5
T GTSTC Santo Tomas de Castilla: 15.695 -88.615 3
T GTPBR Puerto Barrios: 15.735 -88.605 2
T HNPCR Puerto Cortes: 15.84 -87.95 4
A HNPCR Puerto Cortes anchorage: 15.87 -87.98 4.4
T CRLIO Limon: 9.99 -83.02 2
T CRMOB Moin: 10.01 -83.08 3
A CRLIO+CRMOB Limon anchorage: 10.05 -83.05 6.2
T CRCAL Caldera: 9.91 -84.72 4
T SVAQJ Acajutla: 13.57 -89.84 4
# Colombia and Venezuela; COCTG, COBUN, COSMR, COBAQ, COPBO, VEPBL, VELAG, VEMAR, VEPCZ; DIMAR charts; 2026-11; high
T COCTG Cartagena: 10.4 -75.53 4
T COCTG Mamonal: 10.33 -75.5 5
A COCTG Cartagena anchorages: 10.36 -75.55 3.3; 10.42 -75.6 4.4; 10.33 -75.61 4.4
T COBUN Buenaventura: 3.885 -77.06 4
A COBUN Buenaventura approach: 3.8 -77.3 10
T COSMR Santa Marta: 11.25 -74.215 3
A COSMR Santa Marta and Puerto Drummond: 11.24 -74.27 4.4; 11.08 -74.25 7.5
A COBAQ Barranquilla approach: 11.12 -74.88 8.8
A VEMAR Maracaibo anchorage: 10.65 -71.57 5
L COBAQ Barranquilla; 1.8: 11.1 -74.85, 11.04 -74.81, 10.97 -74.76
T VEPBL Puerto Cabello: 10.48 -68.01 4
T VELAG La Guaira: 10.6 -66.94 4
# Western South America; ECGYE, ECPSJ, ECMEC, PECLL, PECHY, PEPAI, PEMRI, CLSAI, CLVAP, CLIQQ, CLARI, CLANF, CLMJS, CLLQN, CLCNL, CLSVE; national hydrographic charts and port plans; 2026-11; high
T ECGYE Guayaquil Contecon and Trinitaria: -2.28 -79.91 4; -2.24 -79.92 3
A ECGYE+ECPSJ Posorja and data buoy: -2.75 -80.35 11.2; -2.75 -80.15 6.2
T ECPSJ Posorja: -2.69 -80.25 3
T ECMEC Manta: -.935 -80.72 4
T PECLL Callao: -12.05 -77.15 4
A PECLL Callao Bay: -12.03 -77.2 6.2; -12.0 -77.18 6.2
T PECHY Chancay: -11.59 -77.28 4
T PEPAI Paita: -5.08 -81.11 4
T PEMRI Matarani: -17.0 -72.11 3
T CLSAI San Antonio: -33.59 -71.62 3
A CLSAI San Antonio anchorage: -33.57 -71.65 6.2
T CLVAP Valparaiso: -33.035 -71.62 3
A CLVAP Valparaiso Bay: -33.0 -71.6 6.2
A CLANF Antofagasta anchorage: -23.6 -70.44 6.2
T CLQTV Quintero: -32.77 -71.52 5
T CLIQQ Iquique: -20.2 -70.155 4
T CLARI Arica: -18.475 -70.33 4
T CLANF Antofagasta: -23.645 -70.405 4
T CLMJS Mejillones and Angamos: -23.08 -70.42 6
T CLLQN Lirquen: -36.71 -72.985 2.5
T CLTAL Talcahuano: -36.71 -73.11 4
T CLSVE San Vicente: -36.74 -73.13 2.5
T CLCNL Coronel: -37.03 -73.16 4
A CLLQN+CLTAL Concepcion Bay: -36.67 -73.03 6.2
# Brazil; BRSSZ, BRPNG, BRITJ, BRNVT, BRIOA, BRSFS, BRRIG, BRRIO, BRIGI, BRVIX, BRTUB, BRSSA, BRARB, BRSUA, BRREC, BRFOR, BRPEC, BRITQ, BRPDM, BRVLC, BRBEL, BRMAO, BRSTM, BRITA; Brazilian Navy charts 1711, 1821 and 413; 2026-11; high
T BRSSZ Santos, right bank: -23.95 -46.305 3; -23.98 -46.295 2
T BRSSZ Santos, left bank and Alemoa: -23.93 -46.36 4; -23.92 -46.32 3
A BRSSZ Santos anchorages: -24.05 -46.33 7.5; -24.12 -46.3 11.2; -24.2 -46.35 11.2
T BRPNG Paranagua: -25.5 -48.52 4
T BRANT Antonina: -25.45 -48.68 3
A BRPNG+BRANT Paranagua anchorages: -25.5 -48.4 6.2; -25.65 -48.15 16.2
T BRITJ Itajai: -26.9 -48.665 1.3
T BRNVT Navegantes: -26.885 -48.655 1.1
A BRITJ+BRNVT Itajai anchorage: -26.9 -48.55 10
T BRIOA Itapoa: -26.18 -48.6 2.5
T BRSFS Sao Francisco do Sul: -26.235 -48.64 2.5
A BRIOA+BRSFS Babitonga anchorages: -26.13 -48.5 10
T BRIBB Imbituba: -28.235 -48.65 3
T BRRIG Rio Grande: -32.07 -52.09 4; -32.13 -52.1 4
A BRRIG Rio Grande anchorage: -32.22 -51.98 11.2
T BRRIO Rio de Janeiro: -22.89 -43.2 4; -22.82 -43.15 4
A BRRIO Guanabara Bay: -22.87 -43.14 4.4; -23.03 -43.15 8.8; -22.95 -43.13 4.4
T BRIGI Itaguai and Guaiba: -22.93 -43.83 4; -23.01 -44.03 4
A BRIGI Sepetiba and Ilha Grande: -23.03 -43.95 6.2; -23.1 -44.1 11.2; -23.07 -44.22 6.2
T BRSSO Sao Sebastiao: -23.81 -45.4 4
A BRSSO Sao Sebastiao anchorage: -23.7 -45.35 10
T BRVIX Vitoria: -20.32 -40.33 3
T BRTUB Tubarao and Praia Mole: -20.285 -40.24 3
A BRVIX+BRTUB Espirito Santo Bay: -20.33 -40.22 4.4; -20.4 -40.15 10
T BRPCL Portocel: -19.85 -40.06 4
T BRSSA Salvador: -12.96 -38.505 3
T BRARB Aratu and Madre de Deus: -12.785 -38.495 3; -12.75 -38.62 4
A BRSSA+BRARB Todos os Santos Bay: -12.93 -38.57 6.2; -13.03 -38.5 6.2
T BRSUA Suape: -8.395 -34.96 4
T BRREC Recife: -8.055 -34.87 3
A BRSUA+BRREC Recife and Suape anchorages: -8.37 -34.88 7.5; -8.03 -34.82 6.2
T BRFOR Mucuripe: -3.71 -38.48 3
T BRPEC Pecem: -3.535 -38.8 4
A BRFOR+BRPEC Fortaleza and Pecem anchorages: -3.67 -38.47 6.2; -3.47 -38.78 8.8
T BRITQ Itaqui: -2.575 -44.37 1.8
T BRPDM Ponta da Madeira: -2.56 -44.38 1.6
A BRITQ+BRPDM Sao Marcos Bay: -2.5 -44.4 6.2; -2.35 -44.25 12.5; -1.9 -44.05 16.2; -2.33 -44.07 10
T BRVLC Vila do Conde: -1.545 -48.75 4
T BRBEL Belem: -1.45 -48.49 3
A BRVLC+BRBEL Mosqueiro and Espadarte: -1.15 -48.5 7.5; -.5 -48.0 15
T BRSTM Santarem: -2.42 -54.72 4
T BRITA Itacoatiara: -3.15 -58.44 4
T BRMAO Manaus: -3.14 -60.0 5
A BRMCP+BRSTM+BRITA+BRMAO Fazendinha: -.07 -51.12 7.5
# River Plate and Parana; UYMVD, UYNVP, ARBUE, ARLPG, ARZAE, ARCMP, ARROS, ARSLO, ARSNS, ARSFN, ARBHI, ARNEC, ARMDQ; Argentine charts H-113 and H-1031; 2026-11; high
T UYMVD Montevideo: -34.9 -56.215 3
A UYMVD+ARBUE Montevideo and Recalada anchorages: -35.02 -56.2 11.2; -35.08 -56.0 11.2
T ARBUE Puerto Nuevo and Dock Sud: -34.58 -58.365 2.5; -34.65 -58.34 2
T ARLPG La Plata: -34.85 -57.88 4
A ARBUE+ARLPG+ARZAE+ARCMP+ARROS+ARSLO Buenos Aires Roads and Zona Comun: -34.6 -58.2 7.5; -34.8 -57.6 12.5; -35.0 -57.2 12.5; -34.72 -57.87 10
T ARZAE Zarate: -34.09 -59.02 3
T ARCMP Campana: -34.15 -58.95 3
T UYNVP Nueva Palmira: -33.88 -58.42 4
L ARSNS San Nicolas and Villa Constitucion; 2.4: -33.35 -60.18, -33.32 -60.23, -33.23 -60.32
L ARROS Rosario; 2.4: -33.15 -60.5, -33.02 -60.6, -32.94 -60.63
L ARSLO San Lorenzo and San Martin; 2.4: -32.87 -60.68, -32.75 -60.72, -32.65 -60.73, -32.52 -60.78
A ARROS+ARSLO Rosario and San Pedro roads: -33.0 -60.6 2.8; -33.65 -59.63 4.4; -33.9 -59.3 6.2
T ARBHI Bahia Blanca and Ingeniero White: -38.79 -62.27 4; -38.88 -62.1 5
A ARBHI Bahia Blanca approach: -39.05 -61.7 15; -39.2 -61.3 16.2
T ARNEC Quequen: -38.58 -58.7 4
A ARNEC Quequen anchorage: -38.65 -58.68 8.8
# Australia; AUMEL, AUGEX, AUSYD, AUPBT, AUBNE, AUFRE, AUKWI, AUADL, AUPAE, AUNTL, AUPKL, AUGLT, AUHPT, AUTSV, AUPHE, AUDAM, AUPWL, AUDRW, AUBEL, AUABP; Australian charts and port authorities' anchorage lists; 2026-11; high
T AUMEL Swanson Dock and Webb Dock: -37.815 144.92 2.5; -37.845 144.91 2.5
T AUMEL Gellibrand and Station Pier: -37.855 144.92 2
A AUMEL+AUGEX Port Phillip anchorages: -37.93 144.9 6.2; -38.05 144.85 10
A AUMEL+AUGEX Port Phillip Heads: -38.38 144.6 8.8
T AUGEX Geelong: -38.11 144.38 6
T AUSYD Sydney Harbour: -33.855 151.19 4
T AUPBT Port Botany: -33.97 151.22 3.5
A AUSYD+AUPBT Sydney offshore anchorages: -33.95 151.35 11.2
T AUNTL Newcastle: -32.91 151.775 4
A AUNTL Newcastle offshore anchorages: -32.98 151.87 15; -32.85 151.98 12.5
T AUPKL Port Kembla: -34.475 150.9 4
A AUPKL Port Kembla offshore anchorages: -34.45 151.02 11.2
T AUBNE Fisherman Islands: -27.38 153.17 4
T AUBNE Brisbane River: -27.44 153.1 4
A AUBNE Moreton Bay and Caloundra: -27.3 153.25 7.5; -26.75 153.25 11.2; -27.0 153.28 8.8
T AUGLT Gladstone: -23.84 151.27 7
A AUGLT Gladstone anchorages: -23.93 151.55 16.2
T AUHPT Hay Point and Dalrymple Bay: -21.26 149.31 5
A AUHPT Hay Point anchorages: -21.2 149.45 16.2; -21.15 149.65 16.2
T AUABP Abbot Point: -19.88 148.08 4
A AUABP Abbot Point anchorage: -19.8 148.1 10
T AUMKY Mackay: -21.11 149.225 3
T AUTSV Townsville: -19.25 146.83 3
A AUTSV Townsville anchorages: -19.1 146.87 11.2
T AUFRE Fremantle: -32.05 115.74 3
T AUKWI Kwinana: -32.22 115.755 5
A AUFRE+AUKWI Gage Roads: -32.0 115.63 8.8; -31.9 115.6 8.8
T AUPAE Outer Harbor and Port Adelaide: -34.79 138.49 4; -34.84 138.5 3
A AUPAE+AUADL Adelaide anchorages: -34.82 138.38 8.8; -34.75 138.33 6.2
T AUPHE Port Hedland: -20.315 118.58 4
A AUPHE Port Hedland anchorages: -20.1 118.55 16.2; -19.95 118.45 16.2
T AUDAM Dampier: -20.63 116.73 8
A AUDAM Dampier anchorages: -20.5 116.75 12.5
T AUPWL Port Walcott and Cape Lambert: -20.59 117.19 4
A AUPWL Port Walcott anchorage: -20.5 117.25 11.2
T AUDRW Darwin: -12.47 130.87 6
T AUBEL Bell Bay: -41.13 146.86 4
T AUBUY Bunbury: -33.31 115.65 4
T AUGET Geraldton: -28.775 114.6 4
T AUEPR Esperance: -33.87 121.9 4
T AUWEI Weipa: -12.67 141.85 5
# New Zealand and Pacific; NZTRG, NZAKL, NZLYT, NZNPE, NZWLG, NZPOE, NZNSN, PGLAE, PGPOM, FJSUV, FJLTK, NCNOU, PFPPT, MPSPN; LINZ charts; 2026-11; high
T NZTRG Tauranga: -37.655 176.18 4
A NZTRG Tauranga anchorage: -37.58 176.22 7.5
T NZAKL Auckland: -36.84 174.79 3
A NZAKL Auckland anchorages: -36.82 174.88 6.2; -36.72 174.88 7.5
A NZLYT Lyttelton anchorage: -43.6 172.84 6.2
T NZLYT Lyttelton: -43.61 172.72 4
T NZNPE Napier: -39.47 176.92 4
T NZWLG Wellington: -41.28 174.8 4
T NZPOE Port Chalmers: -45.81 170.63 4
T NZNSN Nelson: -41.25 173.27 4
T NZWRE Marsden Point: -35.835 174.49 4
T PGLAE Lae: -6.74 146.98 4
T PGPOM Port Moresby: -9.47 147.14 5
T FJSUV Suva: -18.13 178.42 4
T FJLTK Lautoka: -17.6 177.44 4
T NCNOU Noumea: -22.265 166.43 4
T PFPPT Papeete: -17.53 -149.57 4
`
