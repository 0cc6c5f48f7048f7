/** Ports of China, Korea, Japan and eastern Russia. `PortAreaTable.ts` describes the form of the table. */
export const EAST_ASIA_AREAS = `
# Shanghai and Yangshan; CNSHA, CNWGQ, CNYSN; Shanghai International Port Group's list of terminals and admiralty chart 1602; 2026-11; high
T CNWGQ Waigaoqiao 1 to 4: 31.36 121.6 3
T CNWGQ Waigaoqiao 5 and 6: 31.31 121.68 3
T CNSHA Huangpu, Zhanghuabang and Jungong Road: 31.38 121.505 2.5; 31.33 121.535 2.5; 31.27 121.55 2.5
T CNSHA Luojing and Baoshan: 31.49 121.4 4; 31.43 121.46 4
T CNYSN Yangshan phases 1 to 3: 30.63 122.06 4
T CNYSN Yangshan phase 4: 30.61 122.01 3
A CNSHA+CNWGQ+CNTAG+CNNTG+CNZJG+CNJIA Changjiang Kou anchorages: 31.05 122.5 16.2; 31.1 122.25 10; 31.35 121.75 3.3; 31.36 121.66 3.3
A CNSHA+CNWGQ Wusong and Baoshan anchorages: 31.42 121.53 2.8; 31.47 121.48 2.8
A CNYSN+CNSHA+CNWGQ Lvhuashan: 30.82 122.65 11.2
A CNYSN Yangshan anchorage: 30.5 122.15 7.5; 30.72 122.1 6.2
# Lower Yangtze; CNTAG, CNCGU, CNNTG, CNZJG, CNJIA, CNCZX, CNZHE, CNYZH, CNNJG, CNNKG; Changjiang waterway administration charts; 2026-11; medium
T CNTAG Taicang: 31.64 121.2 5
T CNCGU Changshu: 31.77 120.95 5
T CNNTG Nantong and Langshan: 31.97 120.85 5; 32.0 120.77 4
T CNZJG Zhangjiagang: 31.97 120.42 5; 31.95 120.5 3
T CNJIA Jiangyin: 31.93 120.22 5; 31.92 120.3 3
T CNTZO Taizhou and Gaogang: 32.26 119.87 5
T CNCZX Changzhou: 31.98 119.97 4
T CNYZH Yangzhou: 32.26 119.43 4
T CNZHE Zhenjiang: 32.2 119.65 5; 32.21 119.5 4
T CNNJG Nanjing and Longtan: 32.2 119.05 5; 32.15 118.8 4
A CNTAG+CNCGU+CNNTG+CNZJG+CNJIA Yangtze anchorages below Jiangyin: 31.75 121.0 3.3; 31.93 120.68 3.3; 31.53 121.3 3.3
# Ningbo and Zhoushan; CNNGB, CNNBO, CNZOS; Ningbo Zhoushan Port's list of terminals and admiralty chart 1199; 2026-11; high
T CNNGB Beilun container terminals 2 and 3: 29.935 121.875 3
T CNNGB Beilun ore and Suanshan: 29.945 121.835 2; 29.97 121.77 3
T CNNGB Chuanshan and Daxie: 29.885 122.03 5; 29.925 121.97 3
T CNNGB Meishan: 29.77 121.98 5
T CNNGB Zhenhai: 29.965 121.72 3
T CNZOS Jintang Dapukou: 30.02 121.86 3
T CNZOS Dinghai and Laotangshan: 30.0 122.05 4; 30.04 121.97 4
T CNZOS Shulanghu, Majishan and Aoshan: 30.68 122.43 6; 30.66 122.46 4; 29.96 122.17 4
T CNZOS Cezi, Yushan and Xiushan: 30.1 121.92 4; 30.3 121.97 6; 30.17 122.17 5
A CNNGB+CNZOS Xiazhimen and Tiaozhoumen: 29.75 122.3 8.8; 29.7 122.5 11.2; 29.85 122.42 8.8
A CNNGB+CNZOS Jintang, Qili and Mazhi anchorages: 30.0 121.75 3.3; 29.97 121.97 2.8; 30.0 122.12 2.8
A CNNGB+CNZOS Xiushan and Majishan anchorages: 30.25 122.25 7.5; 30.55 122.45 10
# Shenzhen; CNYTN, CNSZX, CNSHK, CNCWN, CNMWN, CNDCB, CNFNG; Shenzhen transport bureau's list of terminals and Hong Kong charts 3001 and 3002; 2026-11; high
T CNYTN Yantian: 22.57 114.275 3
T CNSHK Shekou: 22.468 113.905 1.6
T CNCWN Chiwan: 22.465 113.875 1.5
T CNMWN Mawan: 22.492 113.868 1.6
T CNDCB Da Chan Bay: 22.535 113.86 3
T CNSZX Dongjiaotou and Nanshan: 22.485 113.92 1
T CNFNG Fuyong and airport: 22.64 113.79 2.5
A CNYTN Mirs Bay and Dapeng Bay: 22.5 114.33 6.2; 22.5 114.41 3.3
A CNSHK+CNCWN+CNMWN+CNDCB+CNSZX+CNNSA+CNCAN Tonggu and western Shenzhen anchorages: 22.42 113.85 4.4; 22.55 113.8 3.3; 22.36 113.86 3.3
# Hong Kong; HKHKG; Hong Kong Marine Department's list of anchorages and chart 0801; 2026-11; high
T HKHKG Kwai Tsing: 22.34 114.125 2.5
T HKHKG River Trade Terminal and Tuen Mun: 22.37 113.945 3
T HKHKG Victoria Harbour and Kai Tak: 22.3 114.18 4; 22.305 114.21 2
T HKHKG Tap Shek Kok and Lamma power stations: 22.375 113.92 2; 22.22 114.105 2
A HKHKG Western and South Lamma anchorages: 22.3 114.09 4.4; 22.17 114.13 6.2; 22.26 114.06 6.2
A HKHKG Kap Shui Mun, Kellett and northern anchorages: 22.35 114.08 4.4; 22.3 114.12 2.2
A HKHKG+CNSHK+CNCWN+CNNSA Dangan and Wailingding: 22.08 114.05 11.2; 22.05 114.3 11.2
# Pearl River; CNNSA, CNCAN, CNHUA, CNHMN, CNDGG, CNZUH, CNZSN; Guangzhou Port's list of terminals and admiralty chart 343; 2026-11; high
T CNNSA Nansha: 22.64 113.67 5
T CNNSA Longxue: 22.7 113.66 4
T CNHMN Humen and Shatian: 22.82 113.6 5
T CNHUA Huangpu and Xinsha: 23.08 113.45 4; 22.98 113.54 5; 23.05 113.51 4
T CNZUH Gaolan: 21.93 113.22 6
T CNZUH Zhuhai, eastern quays: 22.22 113.6 4
T CNZSN Zhongshan: 22.57 113.5 4
A CNNSA+CNCAN+CNHUA+CNHMN Guishan and Pearl River anchorages: 22.13 113.8 8.8; 22.35 113.77 7.5; 22.6 113.73 4.4; 22.85 113.57 2.8; 22.03 113.75 8.8
A CNZUH Gaolan anchorage: 21.83 113.3 10
T CNHUI Huizhou: 22.71 114.58 6
A CNHUI Daya Bay: 22.62 114.65 7.5
# Southern China; CNSWA, CNXMN, CNFOC, CNFUG, CNQZJ, CNPUT, CNZHA, CNFAN, CNQZH, CNBHY, CNYPG, CNHAK; admiralty charts 1754 and 1760; 2026-11; medium
T CNXMN Xiamen Haitian and Dongdu: 24.49 118.075 3
T CNXMN Haicang: 24.455 118.015 4
T CNXMN Songyu and Zhangzhou: 24.43 118.06 3
A CNXMN Xiamen anchorages: 24.38 118.12 6.2; 24.33 118.2 7.5
T CNQZJ Quanzhou and Shihu: 24.81 118.71 6; 24.88 118.62 4; 25.08 118.97 6
T CNPUT Meizhou Bay: 25.15 118.99 6
T CNFOC Jiangyin: 25.44 119.3 6
T CNFOC Mawei and Min River: 26.0 119.46 6
A CNFOC+CNFUG Fuzhou approach: 26.1 119.75 12.5; 25.38 119.4 8.8
T CNNDE Ningde and Sanduao: 26.68 119.65 7
T CNWNZ Wenzhou: 27.95 121.0 8
T CNSWA Shantou: 23.34 116.73 6; 23.24 116.8 4
A CNSWA Shantou approach: 23.23 116.85 8.8
T CNZHA Zhanjiang: 21.17 110.42 6; 21.08 110.43 5
A CNZHA Zhanjiang approach: 20.98 110.6 11.2
T CNFAN Fangcheng: 21.58 108.35 6
T CNQZH Qinzhou: 21.71 108.6 6
A CNFAN+CNQZH Beibu Gulf anchorages: 21.45 108.4 10; 21.5 108.65 8.8
T CNBHY Beihai and Tieshan: 21.48 109.08 5; 21.55 109.55 6
T CNYPG Yangpu: 19.73 109.18 6
T CNHAK Haikou and Macun: 20.04 110.27 4; 19.97 110.03 5
# Bohai and northern Yellow Sea; CNTXG, CNTSN, CNXGG, CNTNG, CNCFD, CNSHP, CNJNZ, CNYIK, CNBAY, CNBYQ, CNDLC, CNDAL, CNHHA, CNDDG; admiralty charts 2654 and 1250; 2026-11; high
T CNTXG Tianjin Xingang, northern quays: 39.0 117.76 4
T CNTXG Dongjiang and southern quays: 38.97 117.82 5; 38.91 117.75 5
T CNTXG Nangang: 38.75 117.7 6
A CNTXG+CNTSN+CNXGG Tianjin anchorages: 38.9 118.1 11.2; 38.8 118.3 11.2; 38.87 117.95 8.8
T CNCFD Caofeidian: 38.93 118.5 6
T CNTNG Jingtang: 39.21 119.0 5
A CNCFD+CNTNG Caofeidian and Jingtang anchorages: 38.82 118.6 10; 39.1 119.15 10; 38.78 118.85 10; 38.93 119.1 10
T CNSHP Qinhuangdao: 39.91 119.62 5
A CNSHP Qinhuangdao anchorages: 39.82 119.7 10; 39.7 119.75 10
T CNJNZ Jinzhou: 40.8 121.06 5
T CNHUD Huludao: 40.71 121.01 4
A CNJNZ+CNHUD Liaodong Bay, north: 40.65 121.1 10
T CNBAY Bayuquan: 40.29 122.09 6
A CNBAY+CNBYQ+CNYIK Bayuquan anchorages: 40.25 121.85 11.2
T CNDLC Dayaowan and Nianyu: 39.0 121.88 4; 38.97 121.92 4
T CNDAL Dalian Harbour and Xianglujiao: 38.93 121.65 4; 38.98 121.65 4
A CNDLC+CNDAL Dalian anchorages: 38.88 121.78 7.5; 38.85 121.98 8.8; 38.83 121.68 6.2
T CNHHA Huanghua: 38.32 117.9 6
A CNHHA Huanghua anchorage: 38.35 118.2 11.2
T CNDDG Dandong: 39.82 124.16 6
# Shandong and northern Jiangsu; CNQDG, CNQAW, CNTAO, CNRZH, CNLSN, CNLYG, CNYNT, CNYTG, CNWEI, CNLKU; Qingdao Port's list of terminals and admiralty chart 1316; 2026-11; high
T CNQDG Qianwan: 36.015 120.215 3
T CNQDG Dagang and Huangdao oil: 36.09 120.31 3; 36.05 120.26 3
T CNQDG Dongjiakou: 35.6 119.78 6
A CNQDG+CNQAW Qingdao anchorages: 35.98 120.38 6.2; 35.9 120.45 8.8; 35.92 120.28 4.4; 36.0 120.46 4.4; 35.88 120.65 10
A CNQDG Dongjiakou anchorage: 35.5 119.95 11.2
T CNRZH Rizhao: 35.39 119.56 4
T CNLSN Lanshan: 35.1 119.37 5
A CNRZH+CNLSN Rizhao anchorages: 35.3 119.8 11.2; 35.08 119.6 10
T CNLYG Lianyungang: 34.75 119.46 5; 34.66 119.5 5
A CNLYG Lianyungang anchorages: 34.85 119.75 11.2; 34.82 119.55 4.4
T CNYNT Yantai and Zhifu: 37.56 121.4 3; 37.58 121.18 5
A CNYNT+CNYTG Yantai anchorages: 37.62 121.45 7.5; 37.68 121.2 8.8; 37.57 121.47 4.4
T CNWEI Weihai: 37.46 122.17 5
T CNLKU Longkou: 37.66 120.3 5
# Taiwan; TWKHH, TWTXG, TWTPE, TWKEL, TWMLI; Taiwan International Ports Corporation's plans and admiralty chart 3230; 2026-11; high
T TWKHH Kaohsiung, first harbour: 22.605 120.28 2.5
T TWKHH Kaohsiung, second harbour and terminals 4 to 7: 22.56 120.315 3; 22.545 120.33 2.5; 22.53 120.32 2.5
A TWKHH Kaohsiung anchorages: 22.6 120.22 6.2; 22.5 120.27 6.2
T TWTXG Taichung: 24.27 120.51 4
A TWTXG Taichung anchorage: 24.3 120.43 7.5
T TWTPE Taipei: 25.155 121.38 3.5
T TWKEL Keelung: 25.145 121.75 3
A TWKEL+TWTPE Keelung and Taipei anchorages: 25.18 121.73 3.3; 25.2 121.32 6.2
T TWMLI Mailiao: 23.785 120.165 4
# South Korea; KRPUS, KRKAN, KRYOS, KRUSN, KRONS, KRINC, KRICH, KRPTK, KRKPO, KRMAS, KRMOK, KRKUV, KRTSN; Korea Hydrographic and Oceanographic Agency port plans; 2026-11; high
T KRPUS Busan North Port: 35.105 129.06 3
T KRPUS Gamman, Singamman and Sinseondae: 35.11 129.085 1.8; 35.105 129.1 1.5
T KRPUS Gamcheon and Dadaepo: 35.075 129.0 2.5
T KRPUS Busan New Port: 35.075 128.83 4
A KRPUS Busan North anchorages: 35.05 129.08 4.4; 35.06 129.15 4.4; 35.03 129.02 4.4
A KRPUS+KRCHF Busan New Port and Jinhae anchorages: 35.0 128.82 6.2; 34.95 128.88 6.2; 35.07 128.72 4.4
T KRKAN Gwangyang container terminal: 34.905 127.68 3
T KRKAN Gwangyang steelworks: 34.92 127.74 4
T KRYOS Yeosu and Yeocheon: 34.745 127.745 3; 34.85 127.69 4
A KRKAN+KRYOS Yeosu and Gwangyang anchorages: 34.8 127.8 4.4; 34.65 127.85 10
T KRUSN Ulsan: 35.5 129.385 4; 35.53 129.4 3
T KRONS Onsan: 35.43 129.36 3.5
A KRUSN+KRONS Ulsan anchorages: 35.45 129.45 6.2; 35.38 129.45 6.2
T KRINC Incheon North, Inner and South: 37.47 126.61 3.5
T KRINC Incheon New Port and Songdo: 37.35 126.61 4; 37.33 126.57 3
A KRINC+KRICH Incheon anchorages: 37.35 126.5 6.2; 37.2 126.35 8.8; 37.05 126.15 10; 37.3 126.39 4.4
T KRPTK Pyeongtaek and Dangjin: 36.98 126.82 6; 37.02 126.74 5
T KRTSN Daesan: 37.01 126.41 5
A KRPTK+KRTSN Asan Bay anchorages: 37.1 126.55 6.2; 37.05 126.3 6.2
A KRKUV Gunsan anchorage: 35.95 126.4 8.8
T KRKPO Pohang: 36.03 129.4 4; 36.12 129.43 3
A KRKPO Yeongil Bay: 36.08 129.45 4.4
T KRMAS Masan: 35.18 128.59 5
T KRMOK Mokpo and Daebul: 34.78 126.37 6
T KRKUV Gunsan: 35.97 126.6 6
T KRTGH Donghae: 37.49 129.14 3
# Tokyo Bay; JPTYO, JPYOK, JPKWS, JPCHB, JPKZU, JPYOS, JPSDU; Japanese charts W90 and W1061; 2026-11; high
T JPTYO Oi and Aomi: 35.605 139.765 2.5; 35.61 139.79 2.5
T JPTYO Shinagawa, Harumi and Shinkiba: 35.63 139.755 2; 35.65 139.78 2; 35.63 139.83 3
T JPTYO Central breakwater: 35.59 139.81 2.5
T JPKWS Kawasaki and Higashi-Ogishima: 35.5 139.76 4; 35.52 139.73 3
T JPYOK Honmoku: 35.43 139.68 2.5
T JPYOK Minami-Honmoku: 35.405 139.69 2
T JPYOK Daikoku and Tsurumi: 35.46 139.69 3
T JPYOK Osanbashi and Yamashita: 35.45 139.655 1.5
T JPYOK Negishi: 35.4 139.64 2.5
T JPCHB Chiba: 35.58 140.09 5; 35.66 140.03 4
T JPSDU Ichihara, Anegasaki and Sodegaura: 35.53 140.05 4; 35.48 140.0 4
T JPKZU Kisarazu and Kimitsu: 35.37 139.88 5
T JPYOS Yokosuka: 35.29 139.67 4
A JPYOK+JPKWS+JPTYO Yokohama and Nakanose anchorages: 35.4 139.73 3.3; 35.43 139.72 3.3; 35.53 139.83 4.4
A JPCHB+JPKZU+JPSDU Chiba and Kisarazu anchorages: 35.58 140.0 6.2; 35.5 139.92 4.4; 35.42 139.83 4.4; 35.55 139.9 4.4
A JPYOK+JPTYO+JPKWS+JPCHB Tokyo Bay entrance: 35.17 139.75 4.4; 35.1 139.8 6.2
# Ise Bay; JPNGO, JPYKK, JPKNU, JPTHS; Japanese chart W1051; 2026-11; high
T JPNGO Tobishima and Nabeta: 35.02 136.83 3.5
T JPNGO Kinjo, Inae and Garden pier: 35.06 136.86 3.5
T JPNGO Tokai and Chita: 35.01 136.88 4; 34.97 136.82 3
T JPYKK Yokkaichi: 34.95 136.66 4
T JPKNU Kinuura: 34.87 136.95 4
T JPTHS Mikawa and Toyohashi: 34.72 137.31 5
A JPNGO+JPYKK Ise Bay anchorages: 34.95 136.75 4.4; 34.85 136.75 7.5
A JPTHS+JPKNU Mikawa Bay: 34.72 137.15 6.2
# Osaka Bay and Inland Sea; JPUKB, JPOSA, JPWAK, JPHIM, JPMIZ, JPFKY, JPKRE, JPTKY, JPOIT; Japanese charts W150A and W1107; 2026-11; medium
T JPUKB Port Island and Rokko: 34.665 135.21 3; 34.68 135.27 3
T JPUKB Hyogo and Shinko: 34.67 135.18 2
T JPOSA Nanko and Yumeshima: 34.63 135.41 3; 34.65 135.4 2.5
T JPOSA Sakai and Semboku: 34.57 135.42 4; 34.53 135.39 4
A JPUKB+JPOSA Osaka Bay anchorages: 34.62 135.23 4.4; 34.6 135.33 6.2; 34.63 135.13 4.4
A JPMIZ Bisan Seto: 34.43 133.76 6.2
T JPWAK Wakayama: 34.22 135.13 5; 34.1 135.12 4
T JPHIM Himeji: 34.77 134.64 5
T JPKGA Kakogawa: 34.72 134.81 4
T JPMIZ Mizushima: 34.49 133.74 4
T JPSKD Sakaide: 34.34 133.85 4
T JPFKY Fukuyama: 34.46 133.43 4
T JPHIJ Hiroshima: 34.36 132.46 4
T JPKRE Kure: 34.23 132.55 4
T JPIWK Iwakuni: 34.19 132.25 5
T JPTKY Tokuyama and Kudamatsu: 34.03 131.78 5; 33.99 131.85 4
T JPUBJ Ube: 33.94 131.24 4
T JPOIT Oita: 33.26 131.66 6
T JPMYJ Matsuyama: 33.86 132.69 4
T JPNIH Niihama: 33.97 133.27 4
# Kyushu, Kanmon and northern Honshu; JPHKT, JPMOJ, JPKKJ, JPSHS, JPNGS, JPSMZ, JPHIC, JPSDS, JPTMK, JPMUR, JPKIJ; Japanese charts W135, W1227 and W1034; 2026-11; medium
T JPHKT Hakata: 33.63 130.4 4
A JPHKT Hakata Bay: 33.65 130.3 4.4
T JPKKJ Kokura and Tobata: 33.9 130.88 3; 33.92 130.83 3
T JPMOJ Moji and Tachinoura: 33.96 130.97 2.5
T JPKKJ Hibikinada: 33.95 130.75 4
A JPMOJ+JPKKJ+JPSHS Mutsure and Hesaki anchorages: 33.98 130.85 3.3; 33.96 131.05 4.4; 33.97 130.8 3.3
T JPSHS Shimonoseki: 33.95 130.93 2
T JPNGS Nagasaki: 32.74 129.86 4
T JPKOJ Kagoshima and Kiire: 31.57 130.57 5; 31.38 130.55 4
T JPSMZ Shimizu: 35.01 138.51 4
T JPHIC Hitachinaka: 36.41 140.62 4
T JPSDS Sendai: 38.27 141.03 5
T JPTMK Tomakomai: 42.62 141.63 5; 42.6 141.8 5
T JPMUR Muroran: 42.34 140.97 4
T JPHKD Hakodate: 41.78 140.71 4
T JPKIJ Niigata: 37.95 139.07 4; 37.99 139.22 4
T JPNAH Naha: 26.22 127.67 4
# Russian Far East; RUVVO, RUVYP, RUNJK, RUZAR; admiralty chart 2432; 2026-11; medium
T RUVVO Vladivostok: 43.105 131.89 4
T RUVYP Vostochny and Kozmino: 42.74 133.07 5
T RUNJK Nakhodka: 42.8 132.89 4
A RUVYP+RUNJK Nakhodka Bay anchorages: 42.77 132.98 6.2; 42.68 133.02 7.5
A RUVVO Amur Bay and Bosphorus: 43.05 131.8 7.5; 42.95 131.9 7.5
`
