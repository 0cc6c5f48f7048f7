/** Ports of Europe and the Mediterranean. `PortAreaTable.ts` describes the form of the table. */
export const EUROPE_AREAS = `
# Rotterdam; NLRTM, NLMSV, NLEUR, NLBOT, NLVLA, NLHVH; Port of Rotterdam harbour map and admiralty chart 132; 2026-11; high
T NLMSV Maasvlakte I: 51.955 4.03 2.2
T NLMSV Maasvlakte II: 51.955 3.985 2.8; 51.975 4.0 1.5
T NLEUR Europoort: 51.945 4.11 2.5; 51.94 4.16 2.5
T NLBOT Botlek and Pernis: 51.885 4.3 3; 51.885 4.37 2.2
T NLVLA Vlaardingen and Schiedam: 51.9 4.35 1.5
T NLRTM Waalhaven and Eemhaven: 51.89 4.42 2.5
T NLRTM Merwehaven and city: 51.905 4.445 1.5; 51.905 4.5 2
T NLHVH Hook of Holland: 51.98 4.13 2
L NLRTM Nieuwe Waterweg; 1.2: 51.99 4.08, 51.955 4.18, 51.92 4.25, 51.895 4.32, 51.905 4.42
A NLRTM+NLMSV+NLEUR+NLBOT+NLVLA+NLHVH Maas North anchorages: 52.13 3.95 10; 52.18 3.75 11.2; 52.05 3.73 8.8
A NLRTM+NLMSV+NLEUR+NLBOT+NLVLA+NLHVH Maas West anchorages: 51.92 3.65 11.2; 52.02 3.4 13.8
T NLDOR Dordrecht: 51.81 4.65 3
T NLMOE Moerdijk: 51.69 4.6 3.5
# Amsterdam and IJmuiden; NLAMS, NLIJM, NLVEL, NLZAA; Port of Amsterdam map and admiralty chart 124; 2026-11; high
T NLIJM IJmuiden: 52.465 4.58 3
T NLVEL Velsen: 52.46 4.63 1.5
T NLAMS Westpoort: 52.415 4.78 4; 52.41 4.85 3
T NLZAA Zaandam: 52.435 4.83 1.5
A NLAMS+NLIJM+NLVEL+NLZAA IJmuiden anchorages: 52.5 4.3 11.2; 52.6 4.35 11.2
# Scheldt; BEANR, BEDEL, NLVLI, NLTNZ, BEGNE; Port of Antwerp-Bruges harbour map and admiralty chart 128; 2026-11; high
T BEANR Deurganckdok: 51.295 4.265 2
T BEANR Noordzee and Europa terminals: 51.325 4.285 1.6; 51.345 4.275 1.3
T BEANR Delwaidedok and Kanaaldok: 51.34 4.31 2; 51.31 4.315 2; 51.275 4.32 2
T BEANR Waasland docks: 51.27 4.25 2.5; 51.25 4.27 2
T BEANR Right bank docks: 51.255 4.36 3; 51.24 4.39 2
T BEDEL Doel: 51.313 4.262 0.6
L BEANR Scheldt above Zandvliet; 1.2: 51.36 4.25, 51.3 4.28, 51.25 4.32, 51.24 4.39, 51.19 4.37
T NLVLI Flushing: 51.455 3.65 4; 51.44 3.59 2
T NLTNZ Terneuzen: 51.335 3.82 4
L BEGNE Ghent and Terneuzen Canal; 1.8: 51.3 3.83, 51.2 3.8, 51.12 3.75, 51.07 3.73
A BEANR+NLVLI+NLTNZ+BEGNE Flushing Roads and Everingen: 51.42 3.6 3.3; 51.41 3.75 4.4; 51.4 3.85 3.3; 51.4 3.68 3.3
A BEANR+NLVLI+NLTNZ+BEGNE+BEZEE Steenbank and Schouwenbank: 51.68 3.35 11.2; 51.75 3.3 12.5
A BEANR+NLVLI+NLTNZ+BEGNE+BEZEE Westhinder: 51.42 2.5 13.8; 51.45 2.3 12.5
T BEZEE Zeebrugge: 51.345 3.2 4
# German Bight; DEHAM, DEHBU, DEBRV, DEWVN, DECUX, DEBRB; BSH charts 2, 44 and 48, Hamburg Port Authority map; 2026-11; high
T DEHAM Waltershof and Burchardkai: 53.53 9.92 2.2
T DEHAM Altenwerder: 53.505 9.935 1.6
T DEHAM Tollerort, Steinwerder and Kleiner Grasbrook: 53.535 9.965 1.8; 53.52 9.995 2
T DEHBU Harburg and Hohe Schaar: 53.485 9.97 2
T DEHAM Hansaport and Dradenau: 53.525 9.885 2
T DEBRB Brunsbuttel: 53.895 9.14 4
L DEHAM Lower Elbe; 1.6: 53.65 9.5, 53.58 9.62, 53.56 9.75, 53.545 9.85
T DEBRB Stade and Butzfleth: 53.645 9.51 3
T DECUX Cuxhaven: 53.875 8.71 4
T DEBRV Container terminal Wilhelm Kaisen: 53.595 8.52 3
T DEBRV Kaiserhafen and Fischereihafen: 53.565 8.555 2.5
T DENHA Nordenham: 53.49 8.485 3
T DEBKE Brake: 53.335 8.48 3
T DEBRE Bremen: 53.13 8.7 4; 53.1 8.76 3
T DEWVN JadeWeserPort and Wilhelmshaven: 53.6 8.155 3; 53.53 8.15 4
A DEHAM+DEHBU+DEBRB+DECUX Elbe anchorages: 53.99 8.2 7.5; 54.05 7.8 11.2; 53.86 9.0 4.4; 54.02 8.0 6.2
A DEBRV+DEWVN+DENHA+DEBRE Deep water and Weser anchorages: 54.0 7.65 11.2; 53.85 7.9 7.5; 54.09 7.58 8.8; 53.82 8.02 5
T DEEME Emden: 53.345 7.19 3
T NLEEM Eemshaven: 53.445 6.835 3
A DEEME+NLEEM Ems anchorage: 53.6 6.4 8.8; 53.48 6.65 6.2
# Baltic; DKAAR, SEGOT, PLGDN, PLGDY, RULED, RUULU, RUPRI, DERSK, DEKEL, FIHEL, EEMUG, LTKLJ, LVRIX, LVVNT; admiralty charts 2688, 2342 and 2215; 2026-11; medium
T DKAAR Aarhus: 56.155 10.24 4
A DKAAR Aarhus Bay: 56.13 10.35 7.5
A DKCPH Copenhagen roads: 55.75 12.69 5.5
T SEGOT Gothenburg: 57.69 11.84 4; 57.7 11.92 3
A SEGOT Gothenburg approach: 57.6 11.65 10
A SEGOT+DKAAR Skagen anchorage: 57.75 10.75 13.8
T DERSK Rostock: 54.155 12.11 5
A DERSK Rostock anchorage: 54.25 12.1 8.8
T DEKEL Kiel and Holtenau: 54.345 10.155 5
A DEKEL Kiel Fjord and lighthouse: 54.47 10.25 10
T PLGDN Gdansk Northern Port and Baltic Hub: 54.385 18.7 4; 54.4 18.66 3
A PLGDN+PLGDY Gulf of Gdansk: 54.48 18.75 12.5
T PLGDY Gdynia: 54.535 18.535 4
T PLSWI Swinoujscie: 53.905 14.26 4
T PLSZZ Szczecin and Police: 53.44 14.59 4; 53.56 14.58 4
A PLSWI+PLSZZ Swinoujscie approach: 54.02 14.3 10
T LTKLJ Klaipeda: 55.68 21.14 6
A LTKLJ Klaipeda approach: 55.75 20.95 10
T LVRIX Riga: 57.03 24.07 6
A LVRIX Gulf of Riga: 57.12 23.93 8.8
T LVVNT Ventspils: 57.4 21.54 4
A LVVNT Ventspils approach: 57.45 21.4 8.8
T EEMUG Muuga: 59.5 24.96 4
T EETLL Tallinn: 59.455 24.76 4
A EEMUG+EETLL Tallinn Bay: 59.53 24.7 8.8; 59.57 24.95 6.2
T FIHEL Vuosaari and Helsinki: 60.215 25.19 3; 60.16 24.93 4
T FIKTK Kotka and Mussalo: 60.43 26.92 4
A FIKTK Kotka roads: 60.33 26.95 8
A FIHEL Helsinki approach: 60.05 25.1 8.8
T RULED Saint Petersburg: 59.885 30.2 6; 59.93 30.22 4
T RULED Kronshtadt and Lomonosov: 59.98 29.72 6
A RULED Kotlin anchorages: 60.0 29.45 10; 60.05 29.15 10
T RUULU Ust-Luga: 59.68 28.41 6
A RUULU Luga Bay: 59.75 28.25 10
T RUPRI Primorsk: 60.34 28.7 5
A RUPRI+RUULU+RULED Gogland anchorages: 60.05 27.3 15
A RUPRI Primorsk anchorage: 60.25 28.68 6.2
# British Isles; GBFXT, GBHRW, GBLGP, GBTIL, GBLON, GBSOU, GBFAW, GBIMM, GBTEE, GBLIV, GBBRS, GBMLF, GBGRK, GBBEL; admiralty charts 2693, 1183, 2036, 109 and 1978; 2026-11; high
T GBFXT Felixstowe: 51.955 1.315 2.5
T GBHRW Harwich and Parkeston: 51.945 1.27 2
A GBFXT+GBHRW Cork and Sunk anchorages: 51.93 1.45 4.4; 51.87 1.6 10; 51.8 1.75 10
T GBLGP London Gateway and Thames Haven: 51.505 .49 3
T GBTIL Tilbury: 51.455 .35 2
T GBLON Thames, Dartford to Dagenham: 51.48 .24 3; 51.51 .15 3
T GBTHP Thamesport and Isle of Grain: 51.435 .71 3
T GBSHS Sheerness: 51.445 .745 1.5
A GBLGP+GBTIL+GBLON+GBTHP+GBSHS Southend, Nore and Warp: 51.51 .75 4.4; 51.53 .95 7.5
A GBLGP+GBTIL+GBLON+GBTHP+GBFXT Margate Roads and Black Deep: 51.45 1.35 10; 51.65 1.45 11.2; 51.37 1.47 6.2
T GBSOU Southampton Western Docks: 50.905 -1.435 2.5; 50.895 -1.395 2
T GBFAW Fawley: 50.84 -1.34 3
T GBPME Portsmouth: 50.81 -1.1 3
A GBSOU+GBFAW+GBPME Saint Helens Road and Nab: 50.72 -1.05 6.2; 50.66 -.92 11.2; 50.78 -1.2 3.3
T GBIMM Immingham: 53.635 -.19 3
T GBHUL Hull: 53.74 -.29 4
T GBGSY Grimsby: 53.585 -.065 2
T GBIMM Tetney: 53.54 .1 3
A GBIMM+GBHUL+GBGSY Humber anchorages: 53.58 .25 10; 53.62 .05 4.4
T GBTEE Teesport: 54.61 -1.165 4
A GBTEE Tees Bay: 54.68 -1.05 7.5
T GBTYN Tyne: 55.0 -1.44 4
A GBTYN Tyne approach: 55.02 -1.33 6.2
T GBGRG Grangemouth: 56.035 -3.69 3
T GBEDI Hound Point and Braefoot Bay: 56.01 -3.36 4
T GBLEI Leith: 55.985 -3.175 2.5
A GBGRG+GBEDI+GBLEI Firth of Forth anchorages: 56.03 -3.15 6.2; 56.07 -3.0 8.8
T GBABD Aberdeen: 57.14 -2.08 3
A GBABD Aberdeen anchorage: 57.16 -2.0 6.2
T GBLIV Seaforth, Gladstone and Liverpool2: 53.455 -3.025 2.5; 53.43 -3.0 2
T GBBRK Birkenhead and Tranmere: 53.385 -3.01 3
A GBLIV+GBBRK Bar and Mersey anchorages: 53.53 -3.35 8.8; 53.38 -3.0 1.7; 53.4 -4.22 7.5
T GBBRS Avonmouth and Portbury: 51.5 -2.72 3
A GBBRS Walton Bay and Kings Road: 51.45 -2.83 6.2
T GBMLF Milford Haven: 51.695 -5.05 6
A GBMLF Saint Brides Bay: 51.8 -5.22 10; 51.66 -5.19 4.4
T GBBEL Belfast: 54.625 -5.88 5
A GBBEL Belfast Lough: 54.69 -5.72 6.2
T IEDUB Dublin: 53.345 -6.2 3
A IEDUB Dublin Bay: 53.33 -6.07 6.2
A IEORK Cork anchorage: 51.77 -8.23 6.2
T GBGRK Greenock and Hunterston: 55.955 -4.76 3; 55.735 -4.9 3
T GBGLW Glasgow: 55.87 -4.34 3
# Northern and western France; FRLEH, FRRAD, FRURO, FRDKK, FRMTX, FRSNR, FRBOD; SHOM charts 6683, 7057 and 6797; 2026-11; high
T FRLEH Port 2000 and Bassin Rene Coty: 49.47 .16 4; 49.475 .23 4
T FRLEH Antifer: 49.665 .145 4
T FRHON Honfleur: 49.43 .24 1.5
L FRURO Seine; 1.4: 49.44 .3, 49.473 .46, 49.48 .57, 49.47 .66, 49.523 .73, 49.486 .77, 49.45 .825, 49.44 .86, 49.45 .94, 49.35 .96, 49.44 1.04
T FRRAD Radicatel: 49.475 .49 2.5
A FRLEH+FRHON+FRRAD+FRURO Le Havre and Seine Bay: 49.5 -.05 6.2; 49.55 -.25 11.2
T FRDKK Dunkirk: 51.04 2.33 4; 51.025 2.18 4
A FRDKK Dunkirk roads: 51.09 2.1 7.5; 51.07 1.97 6.2
T FRMTX Montoir and Donges: 47.31 -2.1 5
T FRSNR Saint-Nazaire: 47.275 -2.2 2.5
A FRMTX+FRSNR+FRNTE Loire approach: 47.13 -2.45 11.2
T FRLPE La Pallice: 46.16 -1.23 3
L FRBOD Gironde; 1.8: 45.55 -1.05, 45.2 -.73, 45.05 -.62, 44.98 -.54, 44.88 -.54
A FRBOD Le Verdon: 45.58 -1.1 6.2
# Iberia; ESALG, ESVLC, ESBCN, ESTAR, ESBIO, ESHUV, ESCAR, PTSIE, PTLIS, PTLEI; Puertos del Estado plans and IHM charts; 2026-11; high
T ESALG Algeciras: 36.135 -5.435 3
T ESALG La Linea and San Roque: 36.175 -5.395 3
T GIGIB Gibraltar: 36.14 -5.36 1.8
A ESALG+GIGIB Bay of Gibraltar and La Linea roads: 36.15 -5.4 3.3; 36.17 -5.3 4.4; 36.1 -5.33 4.4
T ESCEU Ceuta: 35.895 -5.315 3
A ESCEU Ceuta anchorage: 35.92 -5.27 4.4
T ESVLC Valencia: 39.44 -.31 3.5
A ESVLC+ESSAG Valencia anchorage: 39.41 -.24 6.2
T ESSAG Sagunto: 39.645 -.215 3
T ESCAS Castellon: 39.97 .01 4
T ESBCN Barcelona: 41.345 2.16 4
A ESBCN Barcelona anchorage: 41.3 2.2 6.2
T ESTAR Tarragona: 41.095 1.22 4
A ESTAR Tarragona anchorage: 41.06 1.24 6.2
T ESCAR Cartagena and Escombreras: 37.58 -.97 4
A ESCAR Cartagena approach: 37.54 -.95 4.4
T ESAGP Malaga: 36.71 -4.415 3
T ESBIO Bilbao: 43.355 -3.06 4
A ESBIO Bilbao approach: 43.41 -3.08 6.2
T ESHUV Huelva: 37.17 -6.9 6; 37.25 -6.95 4
A ESHUV Huelva approach: 37.05 -6.85 10
T ESLPA Las Palmas: 28.14 -15.41 4
A ESLPA Las Palmas anchorages: 28.12 -15.38 7.5
T ESSCT Santa Cruz de Tenerife: 28.475 -16.235 4
A ESSCT Tenerife anchorage: 28.47 -16.2 6.2
T PTSIE Sines: 37.94 -8.87 4
A PTSIE Sines anchorage: 37.92 -8.93 6.2
T PTLIS Lisbon: 38.7 -9.15 4; 38.68 -9.05 4; 38.75 -9.09 4
A PTLIS Cascais and Mar da Palha: 38.67 -9.42 6.2; 38.71 -9.08 3.3; 38.64 -9.34 4.4
T PTSET Setubal: 38.49 -8.83 5
T PTLEI Leixoes: 41.19 -8.7 3
A PTLEI Leixoes anchorage: 41.17 -8.76 4.4
# Western and central Mediterranean; FRMRS, FRFOS, FRLAV, ITGOA, ITSPE, ITLIV, ITGIT, ITTRS, ITRAN, MTMAR, TNRDS, DZALG; SHOM 6684, IIM port plans; 2026-11; high
T FRFOS Fos container terminals: 43.41 4.86 5
T FRLAV Lavera and Martigues: 43.39 4.99 4
T FRMRS Marseille: 43.33 5.345 5
A FRFOS+FRLAV+FRMRS Gulf of Fos: 43.35 4.95 6.2; 43.3 4.9 7.5; 43.3 5.25 6.2
T ITGOA Sampierdarena and Porto Antico: 44.405 8.9 3
T ITGOA Pra and Multedo: 44.42 8.79 3.5
A ITGOA Genoa roads: 44.36 8.87 7.5
T ITSVN Savona and Vado: 44.27 8.45 5
T ITSPE La Spezia: 44.1 9.85 4
A ITSPE La Spezia approach: 44.02 9.83 6.2
T ITLIV Livorno: 43.565 10.3 4
A ITLIV Livorno roads: 43.54 10.2 6.2
T ITNAP Naples: 40.84 14.28 4
A ITNAP Naples roads: 40.81 14.25 4.4
T ITSAL Salerno: 40.67 14.74 3
T ITGIT Gioia Tauro: 38.455 15.9 4
A ITGIT Gioia Tauro roads: 38.47 15.85 6.2
A ITAUG Augusta roads: 37.2 15.27 5.5
T ITAUG Augusta: 37.2 15.2 6
T ITTAR Taranto: 40.485 17.18 6
T ITTRS Trieste: 45.62 13.77 4; 45.61 13.79 3
A ITTRS Gulf of Trieste: 45.6 13.65 6.2
T SIKOP Koper: 45.555 13.735 2.5
A SIKOP Koper roads: 45.57 13.68 3.3
T HRRJK Rijeka: 45.323 14.44 3.3
A HRRJK Rijeka roads: 45.27 14.42 6
T ITVCE Venice and Marghera: 45.44 12.28 6
A ITVCE Venice approach: 45.35 12.5 11.2
T ITRAN Ravenna: 44.47 12.26 5
A ITRAN Ravenna approach: 44.5 12.4 8.8
T MTMAR Marsaxlokk: 35.82 14.545 3
A MTMAR Hurds Bank: 35.85 14.75 16.2; 35.83 14.6 4.4
T MAPTM Tanger Med: 35.885 -5.5 4
A MAPTM Tanger Med roads: 35.9 -5.42 4.4; 35.91 -5.53 4.4
T MACAS Casablanca: 33.61 -7.6 4
A MACAS Casablanca roads: 33.67 -7.6 7.5
T TNRDS Rades: 36.805 10.28 4
A TNRDS Gulf of Tunis: 36.85 10.4 8.8
T DZALG Algiers: 36.765 3.08 4
A DZALG Bay of Algiers: 36.8 3.15 7.5
T DZSKI Skikda: 36.885 6.93 4
T DZAZW Arzew and Bethioua: 35.83 -.28 6
T LYMRA Misurata: 32.365 15.225 4
T LYBEN Benghazi: 32.11 20.05 4
# Eastern Mediterranean and Black Sea; GRPIR, GRSKG, TRAMB, TRIZT, TRALI, TRMER, TRISK, ROCND, UAODS, UAPIV, UAILK, RUNVS, BGVAR, ILHFA, ILASH, LBBEY, EGALY, EGPSD, EGPSE, EGDAM, EGSUZ; admiralty charts 1596, 1005, 2681 and 233; 2026-11; high
T GRPIR Piraeus and Perama: 37.945 23.62 4; 37.96 23.57 3
T GRPIR Elefsis: 38.02 23.52 5
A GRPIR Piraeus anchorages: 37.9 23.57 6.2; 37.85 23.6 7.5
T GRSKG Thessaloniki: 40.635 22.915 4
A GRSKG Thermaikos Gulf: 40.58 22.85 7.5
T TRAMB Ambarli: 40.965 28.685 3
A TRAMB+TRIST+TRHAY Ambarli and Istanbul anchorages: 40.93 28.73 4.4; 40.97 28.92 4.4; 40.95 29.0 4.4; 40.94 28.65 3.3
T TRHAY Haydarpasa: 41.005 29.01 1.5
A TRAMB+TRIST+TRHAY Tuzla and Princes Islands: 40.8 29.2 7.5
T TRIZT Gulf of Izmit: 40.745 29.8 6; 40.77 29.6 6; 40.72 29.9 5
T TRGEB Gebze and Diliskelesi: 40.77 29.45 5
A TRIZT+TRGEB Gulf of Izmit anchorages: 40.73 29.5 4.4; 40.72 29.7 4.4
T TRTEX Asyaport and Tekirdag: 40.93 27.47 5
T TRGEM Gemlik: 40.425 29.1 5
T TRALI Aliaga and Nemrut: 38.8 26.93 6
A TRALI Candarli Gulf: 38.8 26.83 7.5
T TRIZM Izmir: 38.445 27.145 3
T TRMER Mersin: 36.795 34.645 3
A TRMER Mersin roads: 36.74 34.68 7.5
T TRISK Iskenderun Bay: 36.61 36.17 4; 36.75 36.2 6
T TRCEY Ceyhan and Botas: 36.87 35.93 5
A TRISK+TRCEY Iskenderun Gulf: 36.72 36.0 10
T ROCND Constanta: 44.12 28.67 5
A ROCND Constanta roads: 44.12 28.78 6.2
T BGVAR Varna: 43.195 27.88 6
A BGVAR Varna Bay: 43.18 27.97 6.2
T BGBOJ Burgas: 42.48 27.48 4
T UAODS Odesa: 46.5 30.745 4
T UAPIV Pivdennyi: 46.62 31.01 4
T UAILK Chornomorsk: 46.335 30.665 4
A UAODS+UAPIV+UAILK Odesa anchorages: 46.43 30.85 10
T RUNVS Novorossiysk and Sheskharis: 44.72 37.81 5
A RUNVS Novorossiysk roads: 44.62 37.87 8.8
A GEPTI Poti roads: 42.15 41.57 7.5
A RUROV+RUAZO+RUTAG+RUTEM Kerch and Taman roads: 45.1 36.6 12.5; 45.5 36.7 7.5
T GEPTI Poti: 42.155 41.65 4
T CYLMS Limassol: 34.65 33.015 3
A CYLMS Limassol roads: 34.63 33.05 6.2
T LBBEY Beirut: 33.905 35.52 3
A LBBEY Beirut roads: 33.94 35.5 6.2
T SYLTK Latakia: 35.53 35.765 4
T ILHFA Haifa and Bay Port: 32.82 35.01 3.5
A ILHFA Haifa Bay: 32.87 34.97 6.2
T ILASH Ashdod: 31.83 34.64 3
A ILASH Ashdod roads: 31.87 34.57 7.5
T EGALY Alexandria: 31.185 29.87 3.5
T EGEDK Dekheila: 31.145 29.81 3
A EGALY+EGEDK Alexandria roads: 31.2 29.78 7.5
T EGDAM Damietta: 31.47 31.76 3.5
A EGDAM Damietta roads: 31.56 31.75 10; 31.6 31.87 6.2
T EGPSD Port Said: 31.25 32.31 2
T EGPSE Port Said East: 31.225 32.36 3.5
A EGPSD+EGPSE Port Said anchorages: 31.38 32.35 12.5; 31.42 32.55 10
T EGSUZ Port Tewfik and Suez: 29.94 32.55 3
T EGADA Adabiya: 29.87 32.475 3
A EGSUZ+EGADA Suez Bay anchorages: 29.87 32.55 6.2; 29.78 32.57 7.5
A EGSUZ+EGPSD Great Bitter Lake: 30.32 32.4 11.2
T EGSOK Sokhna: 29.66 32.36 3.5
`
