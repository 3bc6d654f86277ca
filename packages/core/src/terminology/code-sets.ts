/**
 * Code sets that the openEHR terminology 3.1.0 names, one text of codes each, separated by white space.
 * The facts are those of openEHR, IANA and ISO.
 */
export const CODE_SETS = {
  // Countries (ISO 3166-1 alpha-2); `AN`, withdrawn, is in the openEHR code set and in old records.
  countries: `
AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA
CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB
GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG
KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV
MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB
SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US
UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`,
  // Languages (ISO 639-1, some with a country), and the codes of ISO 639-1 that the openEHR code set leaves out.
  languages: `
aa ab ae af ak am an ar ar-ae ar-bh ar-dz ar-eg ar-iq ar-jo ar-kw ar-lb ar-ly ar-ma ar-om ar-qa ar-sa ar-sy ar-tn
ar-ye as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy cy-ar cy-gb da de de-at de-ch de-li de-lu
dv dz ee el en en-au en-bz en-ca en-cb en-gb en-ie en-jm en-nz en-ph en-tt en-us en-za en-zw eo es es-ar es-bo es-cl
es-co es-cr es-do es-ec es-gt es-hn es-mx es-ni es-pa es-pe es-pr es-py es-sv es-uy es-ve et eu fa ff fi fj fo fr
fr-be fr-ca fr-ch fr-lu fr-mc fy ga gd gd-ie gl gn gu gv ha he hi ho hr hr-ba ht hu hy hz ia id ie ig ii ik io is it
it-ch iu ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt
my na nb nd ne ng nl nl-be nn no nr nv ny oc oj om or os pa pi pl ps pt pt-br pt-pt qu qu-bo qu-ec qu-pe rm rn ro
ro-mo ru ru-mo rw sa sb sc sd se sg si sk sl sm sn so sq sr sr-ba ss st su sv sv-fi sw sx sz ta te tg th ti tk tl tn
to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zh-cn zh-hk zh-mo zh-sg zh-tw zu
`,
  // Character sets (IANA): those of the openEHR code set, and the other names of the registry in common use.
  character_sets: `
ISO-10646-UTF-1 ISO_8859-1:1987 ISO-8859-2 ISO_8859-3:1988 ISO-8859-15 US-ASCII UTF-7 UTF-8 UTF-16 UTF-16BE UTF-16LE
UTF-32 UTF-32BE UTF-32LE ISO-8859-1 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-9
ISO-8859-10 ISO-8859-13 ISO-8859-14 ISO-8859-16 ISO_8859-2:1987 ISO_8859-4:1988 ISO_8859-5:1988 ISO_8859-6:1987
ISO_8859-7:1987 ISO_8859-8:1988 ISO_8859-9:1989 ANSI_X3.4-1968 ISO-10646-UCS-2 ISO-10646-UCS-4 CESU-8 SCSU GB2312
GBK GB18030 HZ-GB-2312 Big5 Big5-HKSCS Shift_JIS EUC-JP ISO-2022-JP ISO-2022-JP-2 windows-31J EUC-KR ISO-2022-KR
KOI8-R KOI8-U TIS-620 VISCII windows-874 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254
windows-1255 windows-1256 windows-1257 windows-1258 macintosh IBM437 IBM850 IBM852 IBM855 IBM857 IBM858 IBM862
IBM866
`,
  // Media types (IANA).
  media_types: `
application/EDIFACT application/cda+xml application/dicom application/dicom+json application/dicom+xml
application/fhir+json application/fhir+xml application/gzip application/hl7v2+xml application/json
application/msword application/octet-stream application/ogg application/pdf application/rtf application/vnd.ms-excel
application/vnd.ms-excel.sheet.binary.macroEnabled.12 application/vnd.ms-excel.sheet.macroEnabled.12
application/vnd.ms-outlook application/vnd.ms-powerpoint application/vnd.ms-powerpoint.presentation.macroEnabled.12
application/vnd.ms-powerpoint.slideshow.macroEnabled.12 application/vnd.ms-word.document.macroEnabled.12
application/vnd.ms-word.template.macroEnabled.12 application/vnd.ms-xpsdocument
application/vnd.oasis.opendocument.base application/vnd.oasis.opendocument.chart
application/vnd.oasis.opendocument.chart-template application/vnd.oasis.opendocument.formula
application/vnd.oasis.opendocument.formula-template application/vnd.oasis.opendocument.graphics
application/vnd.oasis.opendocument.graphics-template application/vnd.oasis.opendocument.image
application/vnd.oasis.opendocument.image-template application/vnd.oasis.opendocument.presentation
application/vnd.oasis.opendocument.presentation-template application/vnd.oasis.opendocument.spreadsheet
application/vnd.oasis.opendocument.spreadsheet-template application/vnd.oasis.opendocument.text
application/vnd.oasis.opendocument.text-master application/vnd.oasis.opendocument.text-template
application/vnd.oasis.opendocument.text-web
application/vnd.openxmlformats-officedocument.presentationml.presentation
application/vnd.openxmlformats-officedocument.presentationml.slideshow
application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
application/vnd.openxmlformats-officedocument.wordprocessingml.document
application/vnd.openxmlformats-officedocument.wordprocessingml.template application/vnd.rar application/zip
audio/DVI4 audio/G722 audio/G723 audio/G726-16 audio/G726-24 audio/G726-32 audio/G726-40 audio/G728 audio/G729
audio/G729D audio/G729E audio/L16 audio/L20 audio/L24 audio/L8 audio/LPC audio/basic audio/mp4 audio/mpeg
audio/mpeg3 audio/mpeg4-generic audio/ogg audio/telephone-event audio/vorbis image/avif image/bmp image/cgm
image/dicom-rle image/gif image/jls image/jp2 image/jpeg image/png image/svg+xml image/tiff model/mtl model/obj
model/stl text/calendar text/directory text/html text/plain text/rfc822-headers text/richtext text/rtf text/sgml
text/tab-separated-values text/uri-list text/xml text/xml-external-parsed-entity video/BT656 video/CelB video/H261
video/H263 video/H263-1998 video/H263-2000 video/H264 video/JPEG video/MPV video/mp4 video/mpeg video/ogg
video/quicktime
`,
  // Compression algorithms.
  compression_algorithms: `
compress deflate gzip zlib other
`,
  // Integrity check algorithms.
  integrity_check_algorithms: `
SHA-1 SHA-224 SHA-256 SHA-384 SHA-512 SHA-512/224 SHA-512/256
`,
  // Normal statuses, from far above to far below the normal range.
  normal_statuses: `
HHH HH H N L LL LLL
`,
} as const;
